package window

import (
	"os"
	"path/filepath"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/history"
	"aipack/backend/window/page"
)

// TestASalvageIsToldUntilItIsSeen breaks the history between two starts.
func TestASalvageIsToldUntilItIsSeen(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	s := analysed(t, a, p, sample(t, a, "node-express"))
	a.Close()
	file := filepath.Join(data, store.Name)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	clear(content[:4096])
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		b, _ := opened(t, data)
		state, err := b.Data.State()
		if err != nil || len(state.Salvages) != 1 || state.Runs != 1 || state.Salvages[0].Aside == "" || state.Bytes == 0 || !state.Kept {
			t.Fatalf("%+v %v", state, err)
		}
		kinds := map[string]history.Carried{}
		for _, k := range state.Salvages[0].Kinds {
			kinds[k.Kind] = k
		}
		if kinds["runs"].Rows != 1 || kinds["documents"].Rows != len(s.Documents) || kinds["events"].Rows == 0 || kinds["runs"].Lost != 0 {
			t.Errorf("%+v", kinds)
		}
		there, err := b.Runs.Snapshot(s.RunID)
		if err != nil || len(there.Events) != len(s.Events) || there.Documents[0] != s.Documents[0] {
			t.Errorf("%d events of %d: %v", len(there.Events), len(s.Events), err)
		}
		b.Close()
	}
	c, _ := opened(t, data)
	if err := c.Data.Seen(); err != nil {
		t.Fatal(err)
	}
	if state, err := c.Data.State(); err != nil || len(state.Salvages) != 0 {
		t.Errorf("%+v %v", state.Salvages, err)
	}
}

func TestTheHistoryIsBackedUpAndCleared(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	to := t.TempDir()
	a.Page.Frame.SaveFile = func(_, name string) (string, error) { return filepath.Join(to, name), nil }
	file, err := a.Data.Backup("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Data.Backup(a.store.Path()); page.FaultOf(err).Code != "WRONG_USE" {
		t.Errorf("over itself: %v", err)
	}
	if _, err := a.Data.Backup(filepath.Join(to, "none", "x.db")); page.FaultOf(err).Hint == "" {
		t.Errorf("no folder: %v", err)
	}
	a.Data.Proving = func() bool { return true }
	if n, err := a.Data.Clear(); fault.CodeOf(err) != fault.Busy || n != 0 {
		t.Errorf("during a proof: %d %v", n, err)
	}
	a.Data.Proving = func() bool { return false }
	if n, err := a.Data.Clear(); err != nil || n != 1 {
		t.Errorf("%d cleared: %v", n, err)
	}
	if _, err := a.Runs.Snapshot(s.RunID); err == nil {
		t.Error("the run is still there")
	}
	again := t.TempDir()
	if err := os.Rename(file, filepath.Join(again, store.Name)); err != nil {
		t.Fatal(err)
	}
	b, _ := opened(t, again)
	if there, err := b.Runs.Snapshot(s.RunID); err != nil || there.Documents[0] != s.Documents[0] {
		t.Errorf("of the backup: %v", err)
	}
}

// TestTooLargeAHistoryIsCutAtTheStart: the settings say how large it may be.
func TestTooLargeAHistoryIsCutAtTheStart(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	dir := sample(t, a, "node-express")
	analysed(t, a, p, dir)
	last := analysed(t, a, p, dir)
	large := store.Document{Service: "x", Name: "x", Original: `{"x":"` + filler(12<<20) + `"}`}
	if err := a.store.Put(store.Run{ID: "big", Path: "/p", Name: "p", State: "completed", StartedAt: 1}, nil, []store.Document{large}); err != nil {
		t.Fatal(err)
	}
	now := a.preferences.InForce()
	now.KeepMB = 10
	if err := a.Settings.Save(now); err != nil {
		t.Fatal(err)
	}
	a.Close()
	b, _ := opened(t, data)
	got, err := b.History.Page(history.Filter{}, 0, 10)
	if err != nil || got.Total != 2 || got.Runs[0].ID != last.RunID {
		t.Errorf("%+v %v", got, err)
	}
}

func filler(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'x'
	}
	return string(b)
}

func TestPinnedProjectsStandFirst(t *testing.T) {
	a, p := opened(t, t.TempDir())
	first := analysed(t, a, p, sample(t, a, "node-express"))
	analysed(t, a, p, sample(t, a, "python-fastapi"))
	if err := a.History.Pin(first.Path, true); err != nil {
		t.Fatal(err)
	}
	rows, err := a.History.Recents()
	if err != nil || len(rows) != 2 || rows[0].ID != first.RunID || !rows[0].Pinned || rows[1].Pinned {
		t.Errorf("%+v %v", rows, err)
	}
}
