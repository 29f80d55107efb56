package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/window/agent"
)

// TestAgentWritesNotes: AIPACK.md is written from the plan once the user agrees, which
// is a yes to its text; a text that changes has none.
func TestAgentWritesNotes(t *testing.T) {
	a, p, run, file := changing(t)
	dir := filepath.Dir(file)
	if list, err := a.Material.Notes(run); err != nil || len(list) != 0 {
		t.Fatalf("%+v %v", list, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte("Use tabs.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := a.Material.Notes(run)
	if err != nil || len(list) != 1 || list[0].Path != "AGENTS.md" || list[0].Known || list[0].Text != "Use tabs.\n" {
		t.Fatalf("%+v %v", list, err)
	}
	if err := a.Material.DecideNote(run, "AGENTS.md", list[0].Sum, true); err != nil {
		t.Fatal(err)
	}
	turn, err := a.Material.Init(run)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	if wish.Path != "AIPACK.md" || wish.Kind != "created" || !strings.Contains(wish.After, "## Start") {
		t.Errorf("%+v", wish)
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "once"}); err != nil {
		t.Fatal(err)
	}
	if _, end, id := answered(t, p, turn); end.Fault != nil || id != "" || !strings.Contains(end.Answer, "was written") {
		t.Errorf("%+v %+v", end, end.Fault)
	}
	if list, err = a.Material.Notes(run); err != nil || len(list) != 2 || !list[0].Agreed || !list[1].Agreed {
		t.Errorf("%+v %v", list, err)
	}
	if turn, err = a.Material.Init(run); err != nil {
		t.Fatal(err)
	}
	if _, end, _ := answered(t, p, turn); !strings.Contains(end.Answer, "already") {
		t.Errorf("%+v", end)
	}
	if err := os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte("Use spaces.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if list, err = a.Material.Notes(run); err != nil || list[1].Known || list[1].Agreed {
		t.Errorf("%+v %v", list, err)
	}
}
