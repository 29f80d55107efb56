//go:build !headless || window

package main

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/advise"
	"aipack/backend/event"
	"aipack/backend/fault"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/scan"
	"aipack/backend/settings"
	"aipack/backend/store"
)

// run is one analysis, under way or from the history, held in memory.
type run struct {
	app     *App
	running atomic.Bool // may be read while mu is held for long
	lost    atomic.Bool // a part of it is not in the history

	mu       sync.Mutex
	row      store.Run
	events   []EventRow
	sent     int // of events: told to the page and recorded
	last     *event.Stamped
	closed   bool // nothing more is listened to
	docs     []store.Document
	places   []string // of the services' Dockerfiles; nil until wanted, and after an edit
	files    *files
	walked   chan struct{} // closed once files is known, or the run has ended; nil: from the history
	cancel   context.CancelFunc
	finished chan struct{}
	soon     chan struct{}   // a word of a model came
	asked    asked           // how the model of this run differs from the settings
	advises  *advise.Adviser // who asks the model, nil by rules alone
}

// tellEvery bounds the messages to the page: under 20 a second.
const tellEvery = 60 * time.Millisecond

// giveUp is how long a stopped analysis may take to end by itself; then it is
// left to itself and counts as stopped.
const giveUp = 600 * time.Millisecond

// begin starts an analysis of an open folder, which the run closes.
func (a *App) begin(r *repo.Repo, name, hint string, how asked) (*run, error) {
	a.mu.Lock()
	s := a.settings
	a.mu.Unlock()
	now := &run{
		app: a, finished: make(chan struct{}), soon: make(chan struct{}, 1), walked: make(chan struct{}), events: []EventRow{}, docs: []store.Document{}, asked: how,
		row: store.Run{ID: newID(), Path: r.Dir(), Name: name, Hint: hint, State: "running", StartedAt: a.now().UnixMilli()},
	}
	now.saved(a.store.Begin(now.row))
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(s.TimeoutS)*time.Second)
	now.cancel = cancel
	now.running.Store(true)
	a.keep(now)
	go a.apart("the analysis", func() { now.execute(ctx, r, s) })
	return now, nil
}

// execute runs the line and tells the page meanwhile.
func (r *run) execute(ctx context.Context, folder *repo.Repo, s settings.Settings) {
	defer close(r.finished)
	defer r.cancel()
	defer folder.Close()
	told := often(r.tell, r.soon)
	out, err := guard(r.app, "the analysis", func() (*pipeline.Outcome, error) {
		adviser, mode := r.adviser(s)
		return r.app.line(s).Execute(ctx, pipeline.Run{
			ID: r.row.ID, Repo: folder, Mode: mode, Sink: r.hear, Adviser: adviser, Hint: r.row.Hint, Retry: r.asked.retry,
			Scanned: func(v *scan.Inventory) { r.walk(v.Index) },
		})
	})
	r.walk(nil)
	told()
	r.finish(out, err)
}

// hear takes an event. The last one waits until the documents are there: the
// page asks for them when it sees it.
func (r *run) hear(s event.Stamped) {
	r.app.metrics.Sink(s)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	switch s.Event.(type) {
	case event.RunCompleted, event.RunFailed, event.RunCanceled:
		r.last = &s
		return
	case event.LLMDelta:
		select {
		case r.soon <- struct{}{}:
		default: // it is told of already
		}
	}
	r.add(s)
}

func (r *run) add(s event.Stamped) {
	r.events = append(r.events, EventRow{Seq: s.Seq, RunID: s.RunID, TS: s.TS, Type: s.Type, Event: s.Event})
}

// often tells the page something every tellEvery, until end is called; when end
// returns, nothing is told any more. tell says whether there was anything. A
// word on soon is told at once where nothing was for tellEvery: a model's first
// word does not wait.
func often(tell func() bool, soon <-chan struct{}) (end func()) {
	stop, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		tick := time.NewTicker(tellEvery)
		defer tick.Stop()
		var last time.Time
		for {
			select {
			case <-tick.C:
				if tell() {
					last = time.Now()
				}
			case <-soon:
				if time.Since(last) >= tellEvery && tell() {
					last = time.Now()
					tick.Reset(tellEvery)
				}
			case <-stop:
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-told
	}
}

// tell hands what is new to the page and to the store.
func (r *run) tell() bool { return r.tellWith(nil) }

func (r *run) tellWith(over *RunEnd) bool {
	r.mu.Lock()
	fresh := r.events[r.sent:len(r.events):len(r.events)]
	r.sent = len(r.events)
	r.mu.Unlock()
	if len(fresh) == 0 {
		return false
	}
	// Kept first: who hears of the end may export the run at once.
	if !r.lost.Load() {
		r.saved(r.app.store.Record(r.row.ID, stored(fresh)))
	}
	r.app.emit("run", RunBatch{RunID: r.row.ID, Events: fresh, End: over})
	return true
}

// stored writes events as the store keeps them.
func stored(rows []EventRow) []store.Event {
	list := make([]store.Event, 0, len(rows))
	for _, row := range rows {
		// Events are plain structs: they always go into JSON.
		text, _ := json.Marshal(row)
		list = append(list, store.Event{Seq: row.Seq, JSON: text})
	}
	return list
}

// finish records what the analysis came to.
func (r *run) finish(out *pipeline.Outcome, err error) {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return // it was given up
	}
	r.closed = true
	r.row.State = "completed"
	r.row.DurationMS = r.app.now().UnixMilli() - r.row.StartedAt
	if err != nil {
		r.row.State = "failed"
		f := faultOf(err)
		r.row.Code, r.row.Message, r.row.Advice = f.Code, f.Message, f.Hint
		if fault.CodeOf(err) == fault.Canceled {
			r.row.State = "cancelled"
		}
	}
	if out != nil && r.row.State == "completed" {
		if err := guarded(r.app, "taking the result", func() error { r.take(out); return nil }); err != nil {
			f := faultOf(err)
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
func (r *run) end() {
	last := *r.last
	last.Seq, last.RunID, last.TS, last.Type = int64(len(r.events))+1, r.row.ID, r.app.now().UnixMilli(), last.Event.Name()
	r.add(last)
	r.shown() // one that was given up may still be walking
	row, docs, all, lost := r.row, r.docs, r.events, r.lost.Load()
	// After a panic nil: the page reads the snapshot, and is told there.
	over, _ := guard(r.app, "showing the result", func() (*RunEnd, error) { return r.over(), nil })
	r.running.Store(false)
	r.mu.Unlock()
	var err error
	if lost {
		err = r.app.store.Put(row, stored(all), docs)
	} else {
		err = r.app.store.End(row, docs)
	}
	r.saved(err)
	r.tellWith(over)
	if lost && err == nil {
		r.lost.Store(false)
	}
}

// over is what the page shows first of a run that has ended. It is called with
// the lock held.
func (r *run) over() *RunEnd {
	over := &RunEnd{Snapshot: r.snapshot([]EventRow{})}
	over.Snapshot.Seq = int64(len(r.events))
	if len(r.docs) > 0 {
		first := r.state(0)
		over.First = &first
	}
	return over
}

// walk keeps the line's own walk, so that the tree need not make another; nil
// where the line has ended without one.
func (r *run) walk(index *repo.Index) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if index != nil {
		r.files = newFiles(index)
	}
	r.shown()
}

// shown lets the tree go on. It is called with the lock held.
func (r *run) shown() {
	select {
	case <-r.walked:
	default:
		close(r.walked)
	}
}

// take keeps what the outcome of a completed run holds.
func (r *run) take(out *pipeline.Outcome) {
	r.row.Missing = out.Context.Structure().Missing
	r.row.RulesAlone = out.Spent.Failure
	r.row.Services = len(out.Documents)
	r.row.Language, r.row.Confidence = out.Summary.Language, out.Summary.Confidence
	if len(out.Documents) > 0 {
		r.row.Framework = out.Documents[0].Metadata.Framework
	}
	r.docs = r.app.documents(r.row, out.Documents)
}

// stop ends an analysis and waits a little for it.
func (r *run) stop(wait time.Duration) {
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
func (r *run) abandon() {
	r.mu.Lock()
	if r.closed {
		r.mu.Unlock()
		return
	}
	r.closed = true
	r.row.State, r.row.Code, r.row.Message = "cancelled", string(fault.Canceled), "the analysis was stopped"
	r.row.DurationMS = r.app.now().UnixMilli() - r.row.StartedAt
	r.last = &event.Stamped{Event: event.RunCanceled{Summary: event.Summary{TotalDurationMS: r.row.DurationMS}}}
	r.end()
}
