package window

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/digest"
	"aipack/backend/window/keeping"
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
		kinds := map[string]keeping.Carried{}
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
	if _, err := a.Data.Backup(a.archive.Path()); page.FaultOf(err).Code != "WRONG_USE" {
		t.Errorf("over itself: %v", err)
	}
	if _, err := a.Data.Backup(filepath.Join(to, "none", "x.db")); page.FaultOf(err).Hint == "" {
		t.Errorf("no folder: %v", err)
	}
	a.Proofs.begun([]store.Proof{{ID: "one", RunID: "r", Service: "."}}, digest.Plan{}, "", func() {})
	if n, err := a.Data.Clear(); fault.CodeOf(err) != fault.Busy || n != 0 {
		t.Errorf("during a proof: %d %v", n, err)
	}
	a.Proofs.mu.Lock()
	delete(a.Proofs.running, "one")
	a.Proofs.mu.Unlock()
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
	if err := a.archive.Put(store.Run{ID: "big", Path: "/p", Name: "p", State: "completed", StartedAt: 1}, nil, []store.Document{large}); err != nil {
		t.Fatal(err)
	}
	now := a.preferences.InForce()
	now.KeepMB = 10
	if err := a.Settings.Save(now); err != nil {
		t.Fatal(err)
	}
	a.Close()
	b, _ := opened(t, data)
	got, err := b.History.Page(HistoryFilter{}, 0, 10)
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

// TestWhatIsUnderWayIsListed: an analysis that is held up, a proof and a preview.
func TestWhatIsUnderWayIsListed(t *testing.T) {
	a, p := opened(t, t.TempDir())
	if list, err := a.Under.List(); err != nil || len(list) != 0 {
		t.Fatalf("%+v %v", list, err)
	}
	s := analysed(t, a, p, sample(t, a, "node-express"))
	a.Proofs.begun([]store.Proof{{ID: "one", RunID: s.RunID, Service: ".", StartedAt: 5}, {ID: "two", RunID: s.RunID, Service: "x", StartedAt: 5}}, digest.Plan{}, "", func() {})
	starts, cancel := context.WithCancel(t.Context())
	a.Previews.begins("starts", launch{s.RunID, ".", a.now(), cancel})
	a.Previews.begins("runs", launch{s.RunID, ".", a.now(), cancel})
	k := &kept{PreviewInfo: PreviewInfo{ID: "runs", RunID: s.RunID, Service: ".", Pages: []string{}}, cancel: cancel, at: a.now().Add(-time.Hour)}
	if !a.Previews.runs(t.Context(), "runs", k) {
		t.Fatal("it does not run")
	}
	r, err := a.memory.run(s.RunID)
	if err != nil {
		t.Fatal(err)
	}
	r.running.Store(true)
	list, err := a.Under.List()
	r.running.Store(false)
	if err != nil || len(list) != 4 || list[0].Kind != "preview" || list[0].Ready || list[1].Kind != "analysis" ||
		list[2].Kind != "preview" || !list[2].Ready || list[2].Opens || list[3].Kind != "proof" || list[3].Services != 2 || list[3].Service != "" {
		t.Fatalf("%+v %v", list, err)
	}
	for _, one := range list {
		if one.Name != r.row.Name || one.RunID != s.RunID {
			t.Errorf("%+v", one)
		}
	}
	if err := a.Previews.Stop(list[0].ID); err != nil || starts.Err() == nil {
		t.Errorf("the preview that starts does not stop: %v", err)
	}
	if a.Previews.runs(starts, "starts", k) {
		t.Error("what was stopped while it started runs all the same")
	}
	a.Previews.mu.Lock()
	k.ended = true
	a.Previews.mu.Unlock()
	if list, err = a.Under.List(); err != nil || len(list) != 1 || list[0].Kind != "proof" {
		t.Errorf("the program ended by itself: %+v %v", list, err)
	}
	a.Previews.mu.Lock()
	delete(a.Previews.running, "runs") // no engine has it
	a.Previews.mu.Unlock()
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
