package runs

import (
	"context"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// begin starts an analysis of an open folder, which the run closes.
func (rs *Runs) begin(folder *repo.Tree, name, hint string, how asked) *session.Run {
	s := rs.Preferences.InForce()
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(s.TimeoutS)*time.Second)
	r := rs.Registry.Begin(store.Run{ID: session.NewID(), Path: folder.Dir(), Name: name, Hint: hint, State: "running", StartedAt: rs.Now().UnixMilli()}, cancel)
	go rs.Page.Apart("the analysis", func() {
		r.Follow(folder, func() (*pipeline.Outcome, error) { return rs.execute(ctx, r, folder, s, how) })
	})
	return r
}

// execute runs the line.
func (rs *Runs) execute(ctx context.Context, r *session.Run, folder *repo.Tree, s settings.Preferences, how asked) (*pipeline.Outcome, error) {
	adviser, mode := rs.adviser(r, s, how)
	return rs.Line(s).Execute(ctx, pipeline.Run{
		ID: r.ID(), Repo: folder, Mode: mode, Sink: func(e event.Stamped) { rs.Metrics.Sink(e); r.Hear(e) },
		Adviser: adviser, Hint: r.Hint(), Retry: how.retry,
		Scanned: func(v *scan.Inventory) { r.Walk(v.Index) },
	})
}
