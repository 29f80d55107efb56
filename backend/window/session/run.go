package session

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/advise"
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Run is one analysis, under way or from the history, held in memory.
type Run struct {
	page    *page.Link
	store   *Store
	now     func() time.Time
	folders func() repo.Config
	lint    lint.Checker
	running atomic.Bool // may be read while mu is held for long
	lost    atomic.Bool // a part of it is not in the history

	mu       sync.Mutex
	row      store.Run
	events   []EventRow
	feed     *page.Feed[EventRow] // those that the page has not heard of; nil: from the history
	last     *event.Stamped
	closed   bool // nothing more is listened to
	docs     []store.Document
	places   []string // of the services' Dockerfiles; nil until wanted, and after an edit
	files    *knownFiles
	digested bool          // what proofs of the documents stand on is known
	walked   chan struct{} // closed once files is known, or the run has ended; nil: from the history
	cancel   context.CancelFunc
	finished chan struct{}
	advises  *advise.Adviser // who asks the model, nil by rules alone
}

// Hear takes an event. The last one waits until the documents are there: the
// page asks for them when it sees it.
func (r *Run) Hear(s event.Stamped) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	switch s.Event.(type) {
	case event.RunCompleted, event.RunFailed, event.RunCanceled:
		r.last = &s
		return
	}
	r.add(s)
	if _, word := s.Event.(event.LLMDelta); word {
		r.feed.Soon()
	}
}

// add is called with the lock held.
func (r *Run) add(s event.Stamped) {
	r.feed.Add(r.note(s))
}

// note is add without telling the page. It is called with the lock held.
func (r *Run) note(s event.Stamped) EventRow {
	row := EventRow{Seq: s.Seq, RunID: s.RunID, TS: s.TS, Type: s.Type, Event: s.Event}
	r.events = append(r.events, row)
	return row
}

// tell hands what is new to the store and to the page. It is kept first: who
// hears of the end may export the run at once.
func (r *Run) tell(fresh []EventRow, over *RunEnd) {
	if !r.lost.Load() {
		r.saved(r.store.Record(r.row.ID, stored(fresh)))
	}
	r.page.Emit("run", RunBatch{RunID: r.row.ID, Events: fresh, End: over})
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

// Walk keeps the line's own walk, so that the tree need not make another; nil
// where the line has ended without one.
func (r *Run) Walk(index *repo.Index) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if index != nil {
		r.files = newFiles(index)
	}
	r.shown()
}

// shown lets the tree go on. It is called with the lock held.
func (r *Run) shown() {
	select {
	case <-r.walked:
	default:
		close(r.walked)
	}
}

// SetAdviser says who asks the model.
func (r *Run) SetAdviser(a *advise.Adviser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.advises = a
}

// Adviser is who asks the model, nil where nobody does, or does no longer.
func (r *Run) Adviser() *advise.Adviser {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	return r.advises
}
