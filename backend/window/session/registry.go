package session

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"aipack/backend/prove/lint"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// mostKept is how many ended runs stay in memory, mostWalked how many of all
// with what is known about their folder's files: 100,000 of them take some
// 15 MB, and another walk a tenth of a second.
const (
	mostKept   = 12
	mostWalked = 2
)

// Registry holds the runs that are under way and those that were used last. A
// folder has one analysis at a time.
type Registry struct {
	page    *page.Link
	store   *Store
	now     func() time.Time
	Folders func() repo.Config // which folders of a project count, as the settings are now
	lint    lint.Checker

	Entering sync.Mutex // held while an analysis is begun: a folder that is asked for twice at once is analysed once

	mu   sync.Mutex
	runs map[string]*Run
	used []string // ids of runs, the last used last
}

// NewRegistry holds nothing yet.
func NewRegistry(link *page.Link, history *Store, preferences *Preferences, check lint.Checker, now func() time.Time) *Registry {
	folders := func() repo.Config { return Folders(preferences.InForce()) }
	return &Registry{page: link, store: history, now: now, Folders: folders, lint: check, runs: map[string]*Run{}}
}

// fresh makes a run that nothing is known of but its row.
func (m *Registry) fresh(row store.Run) *Run {
	return &Run{page: m.page, store: m.store, now: m.now, folders: m.Folders, lint: m.lint, row: row, events: []EventRow{}, docs: []store.Document{}}
}

// Begin makes a run whose analysis begins now; cancel ends it.
func (m *Registry) Begin(row store.Run, cancel context.CancelFunc) *Run {
	r := m.fresh(row)
	r.finished, r.walked, r.cancel = make(chan struct{}), make(chan struct{}), cancel
	r.feed = page.NewFeed(func(fresh []EventRow) { r.tell(fresh, nil) })
	r.saved(m.store.Begin(r.row))
	r.running.Store(true)
	return m.keep(r)
}

// keep holds a run in memory and lets go of those that were not used for
// longest. It gives the one that is held: two calls may have read the same run
// from the history, and edits of one copy would be lost to the other.
func (m *Registry) keep(r *Run) *Run {
	r, before := m.hold(r)
	for _, old := range before {
		old.forgetFiles()
	}
	return r
}

// hold also gives the runs that were used before the last mostWalked.
func (m *Registry) hold(r *Run) (held *Run, before []*Run) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if here := m.runs[r.row.ID]; here != nil {
		r = here
	}
	m.runs[r.row.ID] = r
	m.touch(r.row.ID)
	for _, id := range slices.Clone(m.used) {
		if old := m.runs[id]; len(m.runs) > mostKept && old != r && !old.running.Load() && !old.lost.Load() {
			m.drop(id)
		}
	}
	for _, id := range m.used[:max(0, len(m.used)-mostWalked)] {
		before = append(before, m.runs[id])
	}
	return r, before
}

// touch makes a run the last one used. It is called with the lock held.
func (m *Registry) touch(id string) {
	m.used = append(slices.DeleteFunc(m.used, func(u string) bool { return u == id }), id)
}

// drop lets go of a run. It is called with the lock held.
func (m *Registry) drop(id string) {
	delete(m.runs, id)
	m.used = slices.DeleteFunc(m.used, func(u string) bool { return u == id })
}

// Run finds a run in memory or in the history.
func (m *Registry) Run(id string) (*Run, error) {
	m.mu.Lock()
	r := m.runs[id]
	if r != nil {
		m.touch(id)
	}
	m.mu.Unlock()
	if r != nil {
		return r, nil
	}
	row, err := m.store.Run(id)
	if err != nil {
		return nil, err
	}
	r = m.fresh(row)
	r.closed = true
	events, err := m.store.Events(id)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		var at struct {
			EventRow
			Event json.RawMessage `json:"event"`
		}
		if err := json.Unmarshal(e.JSON, &at); err != nil {
			r.damaged()
			continue
		}
		at.EventRow.Event = at.Event
		r.events = append(r.events, at.EventRow)
	}
	documents, err := m.store.Documents(id)
	if err != nil {
		return nil, err
	}
	if r.docs = store.Readable(documents); len(r.docs) < len(documents) {
		r.damaged()
	}
	return m.keep(r), nil
}

// damaged says that a part of a kept run cannot be read; the others are shown.
func (r *Run) damaged() {
	if r.row.Message == "" {
		r.row.Message, r.row.Advice = "A part of this run cannot be read: the history was damaged", "Analyse the folder again."
	}
}

// Analysing finds the running analysis of a folder.
func (m *Registry) Analysing(full string) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, r := range m.runs {
		if r.row.Path == full && r.running.Load() {
			return id, true
		}
	}
	return "", false
}

// Held gives a run if it is in memory, nil if not.
func (m *Registry) Held(id string) *Run {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.runs[id]
}

// LetGo lets go of a run and gives it, nil where it was not in memory.
func (m *Registry) LetGo(id string) *Run {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[id]
	m.drop(id)
	return r
}

// Cancel ends all that run, at once, and gives them and all that are held.
func (m *Registry) Cancel() (ending, held []*Run) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.runs {
		held = append(held, r)
		if r.running.Load() {
			r.cancel()
			ending = append(ending, r)
		}
	}
	return ending, held
}

// UnderWay are the analyses that run.
func (m *Registry) UnderWay() []UnderWay {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := []UnderWay{}
	for id, r := range m.runs {
		if r.running.Load() {
			out = append(out, UnderWay{Kind: "analysis", ID: id, RunID: id, Name: filepath.Base(r.row.Path), StartedAt: r.row.StartedAt})
		}
	}
	return out
}

// NameOf is what the project of a run is called.
func (m *Registry) NameOf(runID string) string {
	r, err := m.Run(runID)
	if err != nil {
		return ""
	}
	return r.row.Name
}
