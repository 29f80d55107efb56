package session

import (
	"fmt"
	"testing"
	"time"

	"aipack/backend/model/llm/spending"
	"aipack/backend/prove/lint"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// empty is a registry over a history that nothing is in yet.
func empty(t *testing.T) *Registry {
	t.Helper()
	db, err := store.Memory(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	link := page.New(page.About{Data: t.TempDir(), Now: time.Now})
	link.Open()
	history := &Store{DB: db}
	return NewRegistry(link, history, NewPreferences(link, history, spending.In(link.About.Data, time.Now), time.Now), lint.Check, time.Now)
}

// TestFilesOfTheLastRunsAloneAreHeld: those of a large folder take much memory.
func TestFilesOfTheLastRunsAloneAreHeld(t *testing.T) {
	m := empty(t)
	var runs []*Run
	for i := range mostWalked + 1 {
		r := m.fresh(store.Run{ID: fmt.Sprint(i)})
		r.files = newFiles(nil)
		runs = append(runs, m.keep(r))
	}
	if runs[0].files != nil {
		t.Error("the first run still holds the files of its folder")
	}
	if runs[mostWalked].files == nil {
		t.Error("the last run has forgotten them")
	}
}

// TestRunsAreLetGoOfInOrder: deleted ones are forgotten, running ones stay.
func TestRunsAreLetGoOfInOrder(t *testing.T) {
	m := empty(t)
	m.Begin(store.Run{ID: "running", State: "running"}, func() {})
	m.keep(m.fresh(store.Run{ID: "deleted"}))
	m.LetGo("deleted")
	for i := range mostKept + 3 {
		m.keep(m.fresh(store.Run{ID: fmt.Sprint(i)}))
	}
	newest := fmt.Sprint(mostKept + 2)
	if len(m.runs) > mostKept || len(m.used) != len(m.runs) || m.Held("running") == nil || m.Held(newest) == nil || m.Held("deleted") != nil || m.Held("0") != nil {
		t.Errorf("%d runs, used %v", len(m.runs), m.used)
	}
}

// TestABusyRunHoldsNobodyUp: while one is walked anew or linted, its lock is
// held for seconds; other folders can be analysed and stopped meanwhile.
func TestABusyRunHoldsNobodyUp(t *testing.T) {
	m := empty(t)
	busy := m.keep(m.fresh(store.Run{ID: "busy", Path: "/busy"}))
	busy.mu.Lock()
	defer busy.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, is := m.Analysing("/other"); !is {
			m.Begin(store.Run{ID: "other", Path: "/other", State: "running"}, func() {}).Stop(0)
		}
		m.UnderWay()
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("another run's lock is waited for")
	}
}
