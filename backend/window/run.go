package window

import (
	"aipack/backend/base/event"
	"aipack/backend/model/advise"
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
)

// run is one analysis, under way or from the history, held in memory.
type run struct {
	page    *page.Link
	archive *session.Store
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
	asked    asked           // how the model of this run differs from the settings
	advises  *advise.Adviser // who asks the model, nil by rules alone
}

// hear takes an event. The last one waits until the documents are there: the
// page asks for them when it sees it.
func (r *run) hear(s event.Stamped) {
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
func (r *run) add(s event.Stamped) {
	r.feed.Add(r.note(s))
}

// note is add without telling the page. It is called with the lock held.
func (r *run) note(s event.Stamped) EventRow {
	row := EventRow{Seq: s.Seq, RunID: s.RunID, TS: s.TS, Type: s.Type, Event: s.Event}
	r.events = append(r.events, row)
	return row
}

// tell hands what is new to the store and to the page. It is kept first: who
// hears of the end may export the run at once.
func (r *run) tell(fresh []EventRow, over *RunEnd) {
	if !r.lost.Load() {
		r.saved(r.archive.Record(r.row.ID, stored(fresh)))
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
