package proofs

import (
	"context"
	"testing"
	"time"

	"aipack/backend/packaging/digest"
	"aipack/backend/store"
)

// TestWhatIsUnderWayIsListed: an analysis that is held up, a proof and a preview.
func TestWhatIsUnderWayIsListed(t *testing.T) {
	a, p := atBench(t, t.TempDir())
	if list, err := a.Activity.List(); err != nil || len(list) != 0 {
		t.Fatalf("%+v %v", list, err)
	}
	s := detected(t, a, p, unpacked(t, a, "node-express"))
	a.Proofs.begun([]store.Proof{{ID: "one", RunID: s.RunID, Service: ".", StartedAt: 5}, {ID: "two", RunID: s.RunID, Service: "x", StartedAt: 5}}, digest.Plan{}, "", func() {})
	starts, cancel := context.WithCancel(t.Context())
	a.Previews.begins("starts", launch{s.RunID, ".", a.now(), cancel})
	a.Previews.begins("runs", launch{s.RunID, ".", a.now(), cancel})
	k := &kept{PreviewInfo: PreviewInfo{ID: "runs", RunID: s.RunID, Service: ".", Pages: []string{}}, cancel: cancel, at: a.now().Add(-time.Hour)}
	if !a.Previews.runs(t.Context(), "runs", k) {
		t.Fatal("it does not run")
	}
	begun := a.registry.Begin(store.Run{ID: "begun", Path: s.Path, Name: s.Name, State: "running", StartedAt: a.now().Add(-time.Minute).UnixMilli()}, func() {})
	list, err := a.Activity.List()
	begun.Stop(0)
	if err != nil || len(list) != 4 || list[0].Kind != "preview" || list[0].Ready || list[1].Kind != "analysis" ||
		list[2].Kind != "preview" || !list[2].Ready || list[2].Opens || list[3].Kind != "proof" || list[3].Services != 2 || list[3].Service != "" {
		t.Fatalf("%+v %v", list, err)
	}
	for _, one := range list {
		if one.Name != s.Name || one.RunID != s.RunID && one.Kind != "analysis" {
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
	if list, err = a.Activity.List(); err != nil || len(list) != 1 || list[0].Kind != "proof" {
		t.Errorf("the program ended by itself: %+v %v", list, err)
	}
	a.Previews.mu.Lock()
	delete(a.Previews.running, "runs") // no engine has it
	a.Previews.mu.Unlock()
}
