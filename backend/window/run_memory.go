package window

import (
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"encoding/json"
	"slices"
	"sync"
	"time"
)

// mostKept is how many ended runs stay in memory, mostWalked how many of all
// with what is known about their folder's files: 100,000 of them take some
// 15 MB, and another walk a tenth of a second.
const (
	mostKept   = 12
	mostWalked = 2
)

// memory holds the runs that are under way and those that were used last. A
// folder has one analysis at a time.
type memory struct {
	page    *page.Link
	archive *session.Store
	now     func() time.Time
	folders func() repo.Config // which folders of a project count, as the settings are now
	lint    lint.Checker

	entering sync.Mutex // held while an analysis is begun: a folder that is asked for twice at once is analysed once

	mu   sync.Mutex
	runs map[string]*run
	used []string // ids of runs, the last used last
}

// fresh makes a run that nothing is known of but its row.
func (m *memory) fresh(row store.Run) *run {
	return &run{page: m.page, archive: m.archive, now: m.now, folders: m.folders, lint: m.lint, row: row, events: []EventRow{}, docs: []store.Document{}}
}

// keep holds a run in memory and lets go of those that were not used for
// longest. It gives the one that is held: two calls may have read the same run
// from the history, and edits of one copy would be lost to the other.
func (m *memory) keep(r *run) *run {
	r, before := m.hold(r)
	for _, old := range before {
		old.forgetFiles()
	}
	return r
}

// hold also gives the runs that were used before the last mostWalked.
func (m *memory) hold(r *run) (held *run, before []*run) {
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
func (m *memory) touch(id string) {
	m.used = append(slices.DeleteFunc(m.used, func(u string) bool { return u == id }), id)
}

// drop lets go of a run. It is called with the lock held.
func (m *memory) drop(id string) {
	delete(m.runs, id)
	m.used = slices.DeleteFunc(m.used, func(u string) bool { return u == id })
}

// run finds a run in memory or in the history.
func (m *memory) run(id string) (*run, error) {
	m.mu.Lock()
	r := m.runs[id]
	if r != nil {
		m.touch(id)
	}
	m.mu.Unlock()
	if r != nil {
		return r, nil
	}
	row, err := m.archive.Run(id)
	if err != nil {
		return nil, err
	}
	r = m.fresh(row)
	r.closed = true
	events, err := m.archive.Events(id)
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
	documents, err := m.archive.Documents(id)
	if err != nil {
		return nil, err
	}
	if r.docs = store.Readable(documents); len(r.docs) < len(documents) {
		r.damaged()
	}
	return m.keep(r), nil
}

// damaged says that a part of a kept run cannot be read; the others are shown.
func (r *run) damaged() {
	if r.row.Message == "" {
		r.row.Message, r.row.Advice = "A part of this run cannot be read: the history was damaged", "Analyse the folder again."
	}
}

// underWay finds the running analysis of a folder.
func (m *memory) underWay(full string) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, r := range m.runs {
		if r.row.Path == full && r.running.Load() {
			return id, true
		}
	}
	return "", false
}

// held gives a run if it is in memory, nil if not.
func (m *memory) held(id string) *run {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.runs[id]
}

// letGo lets go of a run and gives it, nil where it was not in memory.
func (m *memory) letGo(id string) *run {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[id]
	m.drop(id)
	return r
}

// cancel ends all that run, at once, and gives them and all that are held.
func (m *memory) cancel() (ending, held []*run) {
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
