package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/window/history"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

func TestRunsTravelAsFiles(t *testing.T) {
	a, p := opened(t, t.TempDir())
	s := analysed(t, a, p, sample(t, a, "node-express"))
	file, err := a.History.Export(s.RunID, filepath.Join(t.TempDir(), "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := opened(t, t.TempDir())
	id, err := b.History.Import(file)
	if err != nil {
		t.Fatal(err)
	}
	there, err := b.Runs.Snapshot(id)
	if err != nil || len(there.Events) != len(s.Events) || there.Documents[0] != s.Documents[0] || there.Events[0].RunID != id {
		t.Errorf("%d events of %d, run %s of %s, %v; %s", len(there.Events), len(s.Events), there.Events[0].RunID, id, err, there.Documents[0])
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(content), `"version": 2`, `"version": 9`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := b.History.Import(file); page.FaultOf(err).Code != "UNSUPPORTED_VERSION" {
		t.Errorf("a newer recording: %v", err)
	}
	if err := b.History.Delete(id); err != nil {
		t.Fatal(err)
	}
	if page, _ := b.History.Page(history.Filter{}, 0, 5); page.Total != 0 {
		t.Error("the deleted run is listed")
	}
	if err := b.History.Restore(id); err != nil {
		t.Error(err)
	}
}

// TestARunThatIsProvedStays: its report would have nowhere to go.
func TestARunThatIsProvedStays(t *testing.T) {
	a, l := opened(t, t.TempDir())
	s := analysed(t, a, l, sample(t, a, "node-express"))
	a.History.Proving = func() []session.UnderWay { return []session.UnderWay{{Kind: "proof", RunID: s.RunID}} }
	err := a.History.Delete(s.RunID)
	if f := page.FaultOf(err); f.Code != string(fault.Busy) || f.Message != "A proof of this run is under way" || f.Hint == "" {
		t.Errorf("deleting: %+v", f)
	}
	if _, err := a.History.Forget(s.Path); fault.CodeOf(err) != fault.Busy {
		t.Errorf("forgetting its folder: %v", err)
	}
	a.History.Proving = func() []session.UnderWay { return nil }
	if err := a.History.Delete(s.RunID); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
