package window

import (
	"aipack/backend/base/event"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"context"
	"time"
)

// begin starts an analysis of an open folder, which the run closes.
func (rs *Runs) begin(folder *repo.Tree, name, hint string, how asked) *run {
	s := rs.preferences.InForce()
	r := rs.memory.fresh(store.Run{ID: session.NewID(), Path: folder.Dir(), Name: name, Hint: hint, State: "running", StartedAt: rs.now().UnixMilli()})
	r.finished, r.walked, r.asked = make(chan struct{}), make(chan struct{}), how
	r.feed = page.NewFeed(func(fresh []EventRow) { r.tell(fresh, nil) })
	r.saved(rs.archive.Begin(r.row))
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(s.TimeoutS)*time.Second)
	r.cancel = cancel
	r.running.Store(true)
	rs.memory.keep(r)
	go rs.page.Apart("the analysis", func() { rs.execute(ctx, r, folder, s) })
	return r
}

// execute runs the line and tells the page meanwhile.
func (rs *Runs) execute(ctx context.Context, r *run, folder *repo.Tree, s settings.Preferences) {
	defer close(r.finished)
	defer r.cancel()
	defer folder.Close()
	r.feed.Start()
	out, err := page.Guard(rs.page, "the analysis", func() (*pipeline.Outcome, error) {
		adviser, mode := rs.adviser(r, s)
		return rs.line(s).Execute(ctx, pipeline.Run{
			ID: r.row.ID, Repo: folder, Mode: mode, Sink: func(e event.Stamped) { rs.metrics.Sink(e); r.hear(e) },
			Adviser: adviser, Hint: r.row.Hint, Retry: r.asked.retry,
			Scanned: func(v *scan.Inventory) { r.walk(v.Index) },
		})
	})
	r.walk(nil)
	r.feed.Stop()
	r.finish(out, err)
}
