package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm/script"
	"aipack/backend/window/agent"
)

// TestAgentTakesATurnBack: the last turn goes with what it changed, or alone, and comes
// again; the model is told no more of it.
func TestAgentTakesATurnBack(t *testing.T) {
	a, p, run, file := changing(t, script.Call("read_file", read), script.Call("edit_file", first), script.Say("Done."), script.Say("Anew."))
	turn, err := a.Agent.Ask(run, "", "Print something", true)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	if _, err := a.Agent.Undo(run, "", false, false); err == nil {
		t.Error("it is taken back while it is answered")
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "once"}); err != nil {
		t.Fatal(err)
	}
	_, _, id := answered(t, p, turn)
	if undone, err := a.Agent.Undo(run, id, false, false); err != nil || undone.Question != "Print something" || undone.Changes == nil {
		t.Errorf("%+v %v", undone, err)
	}
	if talk, err := a.Agent.Open(run, id); err != nil || len(talk.Turns) != 0 {
		t.Errorf("%+v %v", talk, err)
	}
	if back, err := a.Agent.Redo(run, id); err != nil || back.Question != "Print something" {
		t.Errorf("%+v %v", back, err)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Agent.Undo(run, id, true, false); err != nil {
		t.Error(err)
	}
	holds(t, file, before)
	if talk, err := a.Agent.Open(run, id); err != nil || !talk.Undone {
		t.Errorf("reopened, it is not offered to be brought back: %+v %v", talk, err)
	}
	if back, err := a.Agent.Redo(run, id); err != nil || back.Left != "" || back.Changes == nil || back.Changes.TakenBack {
		t.Errorf("%+v %v", back, err)
	}
	holds(t, file, string(made))
	if talk, err := a.Agent.Open(run, id); err != nil || talk.Undone {
		t.Errorf("%+v %v", talk, err)
	}
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Agent.Undo(run, id, true, false); fault.CodeOf(err) != fault.EditConflict {
		t.Errorf("it goes over what somebody else wrote: %v", err)
	}
	if _, err := a.Agent.Undo(run, id, true, true); err != nil {
		t.Error(err)
	}
	holds(t, file, before)
	if _, err := a.Agent.Undo(run, id, false, false); fault.CodeOf(err) != fault.WrongUse {
		t.Errorf("nothing is left: %v", err)
	}
	if turn, err = a.Agent.Ask(run, id, "And now?", false); err != nil {
		t.Fatal(err)
	}
	if _, end, _ := answered(t, p, turn); end.Answer != "Anew." {
		t.Errorf("%+v", end)
	}
	if _, err := a.Agent.Redo(run, id); err == nil {
		t.Error("it comes again behind what was said since")
	}
}

// TestAgentSumsUp: what was said is summed up in a turn of its own; the line stands in the
// conversation, and is taken back.
func TestAgentSumsUp(t *testing.T) {
	a, p, run, _ := changing(t, script.Say("One."), script.Say("Two."),
		script.Say("## Goal\n- g\n## Decisions\n- d\n## Open\n- o"), script.Say("no"))
	id := ""
	for _, question := range []string{"One?", "Two?"} {
		turn, err := a.Agent.Ask(run, id, question, false)
		if err != nil {
			t.Fatal(err)
		}
		var end agent.End
		if _, end, id = answered(t, p, turn); len(end.Holds) < 3 || end.Window == 0 {
			t.Errorf("%+v", end)
		}
	}
	turn, err := a.Agent.Compact(run, id)
	if err != nil {
		t.Fatal(err)
	}
	steps, end, _ := answered(t, p, turn)
	if end.Fault != nil || len(steps) == 0 || steps[len(steps)-1].Kind != "summed" {
		t.Fatalf("%+v %+v", steps, end.Fault)
	}
	talk, err := a.Agent.Open(run, id)
	if err != nil || len(talk.Turns) != 2 || talk.Turns[1].Summed == nil || talk.Turns[1].Summed.Turns != 2 || talk.Turns[1].Summed.Model == "" || talk.Unanswered {
		t.Fatalf("%+v %v", talk, err)
	}
	file := filepath.Join(t.TempDir(), "talk.md")
	if saved, err := a.Agent.Save(run, id, file); err != nil || saved != file {
		t.Errorf("%q %v", saved, err)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "*Turns 1–2 were summed up, for the model:*") {
		t.Errorf("%s %v", text, err)
	}
	if undone, err := a.Agent.Undo(run, id, false, false); err != nil || undone.Question != "" {
		t.Errorf("%+v %v", undone, err)
	}
	if talk, err = a.Agent.Open(run, id); err != nil || len(talk.Turns) != 2 || talk.Turns[1].Summed != nil {
		t.Errorf("%+v %v", talk, err)
	}
	if turn, err = a.Agent.Compact(run, id); err != nil {
		t.Fatal(err)
	}
	if _, end, _ = answered(t, p, turn); end.Fault == nil || end.Fault.Hint == "" {
		t.Errorf("%+v", end)
	}
}

// TestAgentOffersPaths to attach, those first whose names begin with what is written, and
// none of credentials.
func TestAgentOffersPaths(t *testing.T) {
	a, _, run, file := changing(t)
	dir := filepath.Dir(file)
	for name, text := range map[string]string{".env": "A=1\n", "deep/reports/x.py": "x = 1\n", "env.py": "x = 1\n"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string][]string{"REPORT": {"report.py", "deep/reports/x.py"}, "env": {"env.py"}, "no such": {}} {
		if got, err := a.Material.Paths(run, text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v, want %q", text, got, err, want)
		}
	}
}
