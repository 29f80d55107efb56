//go:build !headless || window

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"aipack/backend/fault"
	"aipack/backend/repo"
	"aipack/backend/validate"
)

// mostKept is how many ended runs stay in memory, mostWalked how many of all
// with what is known about their folder's files: 100,000 of them take some
// 15 MB, and another walk a tenth of a second.
const (
	mostKept   = 12
	mostWalked = 2
)

// keep holds a run in memory and lets go of those that were not used for
// longest. It gives the one that is held: two calls may have read the same run
// from the history, and edits of one copy would be lost to the other.
func (a *App) keep(r *run) *run {
	r, before := a.hold(r)
	for _, old := range before {
		old.forgetFiles()
	}
	return r
}

// hold also gives the runs that were used before the last mostWalked.
func (a *App) hold(r *run) (held *run, before []*run) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if here := a.runs[r.row.ID]; here != nil {
		r = here
	}
	a.runs[r.row.ID] = r
	a.touch(r.row.ID)
	for _, id := range slices.Clone(a.used) {
		if old := a.runs[id]; len(a.runs) > mostKept && old != r && !old.running.Load() && !old.lost.Load() {
			a.drop(id)
		}
	}
	for _, id := range a.used[:max(0, len(a.used)-mostWalked)] {
		before = append(before, a.runs[id])
	}
	return r, before
}

// forgetFiles gives the memory of a folder's files back; they are walked again
// when they are asked for. A run that is at work keeps them.
func (r *run) forgetFiles() {
	if !r.running.Load() && r.mu.TryLock() {
		r.files = nil
		r.mu.Unlock()
	}
}

// touch makes a run the last one used. It is called with the lock held.
func (a *App) touch(id string) {
	a.used = append(slices.DeleteFunc(a.used, func(u string) bool { return u == id }), id)
}

// drop lets go of a run. It is called with the lock held.
func (a *App) drop(id string) {
	delete(a.runs, id)
	a.used = slices.DeleteFunc(a.used, func(u string) bool { return u == id })
}

// run finds a run in memory or in the history.
func (a *App) run(id string) (*run, error) {
	a.mu.Lock()
	r := a.runs[id]
	if r != nil {
		a.touch(id)
	}
	a.mu.Unlock()
	if r != nil {
		return r, nil
	}
	row, err := a.store.Run(id)
	if err != nil {
		return nil, err
	}
	r = &run{app: a, row: row, closed: true, events: []EventRow{}}
	events, err := a.store.Events(id)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		var at struct {
			EventRow
			Event json.RawMessage `json:"event"`
		}
		if err := json.Unmarshal(e.JSON, &at); err != nil {
			return nil, fmt.Errorf("reading event %d of the run: %w", e.Seq, err)
		}
		at.EventRow.Event = at.Event
		r.events = append(r.events, at.EventRow)
	}
	r.sent = len(r.events)
	if r.docs, err = a.store.Documents(id); err != nil {
		return nil, err
	}
	return a.keep(r), nil
}

// files is what is known about the folder of a run.
type files struct {
	index    *repo.Index // nil where the folder cannot be read
	paths    []string
	validate func() validate.Validator // made once it is needed: it knows every path
}

func newFiles(index *repo.Index) *files {
	f := &files{index: index}
	if index != nil {
		f.paths = index.Paths()
	}
	f.validate = sync.OnceValue(func() validate.Validator { return validate.New(f.paths) })
	return f
}

// folder opens the run's folder for reading.
func (r *run) folder() (*repo.Repo, error) {
	folder, err := repo.Open(r.row.Path)
	if err != nil {
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: "The folder " + r.row.Path + " cannot be read", Hint: "It was moved, deleted or taken off line. What was found is still here.", Err: err}
	}
	return folder, nil
}

// known gives what is known about the folder's files: the line's own walk, or,
// for a run from the history, one of ours. Without the folder there is nothing
// to know, which is no error. It is called with the lock held.
func (r *run) known() *files {
	if r.files != nil {
		return r.files
	}
	folder, err := r.folder()
	if err != nil {
		return newFiles(nil)
	}
	defer folder.Close()
	index, err := folder.IndexWith(context.Background(), repo.IndexOptions{Timeout: 10 * time.Second})
	if err != nil {
		return newFiles(nil)
	}
	r.files = newFiles(index)
	return r.files
}

// errRunning refuses what needs a finished analysis.
func errRunning() error {
	return &fault.Fault{Code: fault.WrongUse, Message: "The analysis is still running", Hint: "Wait for it to end, or stop it."}
}
