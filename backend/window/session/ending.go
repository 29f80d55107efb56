package session

import (
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/repo"
	"aipack/backend/window/page"
)

// GiveUp is how long a stopped analysis may take to end by itself; then it is
// left to itself and counts as stopped.
const GiveUp = 600 * time.Millisecond

// Follow runs an analysis of an open folder, tells the page meanwhile, and keeps what it
// came to. It closes the folder.
func (r *Run) Follow(folder *repo.Tree, analyse func() (*pipeline.Outcome, error)) {
	defer close(r.finished)
	defer r.cancel()
	defer folder.Close()
	r.feed.Start()
	out, err := page.Guard(r.page, "the analysis", analyse)
	r.Walk(nil)
	r.feed.Stop()
	r.finish(out, err)
}

// finish records what the analysis came to.
func (r *Run) finish(out *pipeline.Outcome, err error) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return // it was given up
	}
	r.closed = true
	r.row.State = "completed"
	r.row.DurationMS = r.now().UnixMilli() - r.row.StartedAt
	if err != nil {
		r.row.State = "failed"
		f := page.FaultOf(err)
		r.row.Code, r.row.Message, r.row.Advice = f.Code, f.Message, f.Hint
		if fault.CodeOf(err) == fault.Canceled {
			r.row.State = "cancelled"
		}
	}
	if out != nil && (r.row.State == "completed" || len(out.Documents) > 0) {
		if err := page.Guarded(r.page, "taking the result", func() error { r.take(out); return nil }); err != nil {
			f := page.FaultOf(err)
			r.row.State, r.row.Code, r.row.Message, r.row.Advice, r.last = "failed", f.Code, f.Message, f.Hint, nil
		}
	}
	if r.last == nil { // the line itself broke
		r.last = &event.Stamped{Event: event.RunFailed{Code: r.row.Code, Problem: r.row.Message, Hint: r.row.Advice}}
	}
	r.end()
}

// end records and tells the last event. It is called with the lock held, and
// gives it up.
func (r *Run) end() {
	last := *r.last
	last.Seq, last.RunID, last.TS, last.Type = int64(len(r.events))+1, r.row.ID, r.now().UnixMilli(), last.Event.Name()
	end := r.note(last) // told once the run is kept, and together with what it led to
	r.shown()           // one that was given up may still be walking
	row, docs, all, lost := r.row, r.docs, r.events, r.lost.Load()
	// After a panic nil: the page reads the snapshot, and is told there.
	over, _ := page.Guard(r.page, "showing the result", func() (*RunEnd, error) { return r.over(), nil })
	r.running.Store(false)
	r.mu.Unlock()
	var err error
	if lost {
		err = r.store.Put(row, stored(all), docs)
	} else {
		err = r.store.End(row, docs)
	}
	r.saved(err)
	r.feed.Last(func(rest []EventRow) { r.tell(append(rest, end), over) })
	if lost && err == nil {
		r.lost.Store(false)
	}
}

// over is what the page shows first of a run that has ended. It is called with
// the lock held.
func (r *Run) over() *RunEnd {
	over := &RunEnd{Snapshot: r.snapshot([]EventRow{})}
	over.Snapshot.Seq = int64(len(r.events))
	if len(r.docs) > 0 {
		first := r.state(0)
		over.First = &first
	}
	return over
}

// take keeps what the outcome of a run holds: all of it, or what was found
// until it ended early.
func (r *Run) take(out *pipeline.Outcome) {
	r.row.Missing = out.Context.Structure().Missing
	r.row.RulesAlone = out.Spent.Failure
	r.row.Services = len(out.Documents)
	r.row.Language, r.row.Confidence = out.Summary.Language, out.Summary.Confidence
	if len(out.Documents) > 0 {
		r.row.Framework = out.Documents[0].Metadata.Framework
	}
	r.docs = r.detected(out.Documents)
	r.replan()
}

// Stop ends an analysis and waits a little for it.
func (r *Run) Stop(wait time.Duration) {
	if r.cancel == nil {
		return // from the history
	}
	r.cancel()
	select {
	case <-r.finished:
	case <-time.After(wait):
		r.abandon()
	}
}

// abandon counts a run as stopped that does not end by itself.
func (r *Run) abandon() {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	r.closed = true
	r.row.State, r.row.Code, r.row.Message = "cancelled", string(fault.Canceled), "the analysis was stopped"
	r.row.DurationMS = r.now().UnixMilli() - r.row.StartedAt
	r.last = &event.Stamped{Event: event.RunCanceled{Summary: event.Summary{TotalDurationMS: r.row.DurationMS}}}
	r.end()
}
