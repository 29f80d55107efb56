package window

import (
	"os"
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
