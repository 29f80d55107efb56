package window

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/prove/sandbox"
	"aipack/backend/window/agent"
)

// asked waits until a turn asks about a change, and gives it.
func asked(t *testing.T, a *App, runID string) (agent.Asked, agent.Current) {
	t.Helper()
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		now, err := a.Agent.Current(runID)
		if err != nil {
			t.Fatal(err)
		}
		if last := len(now.Steps) - 1; last >= 0 && now.Steps[last].Asked != nil {
			return *now.Steps[last].Asked, now
		}
		if time.Now().After(until) {
			t.Fatalf("it does not ask: %+v", now)
		}
	}
}

// changing is a window with a project that was analysed, whose model does as it is told.
func changing(t *testing.T, steps ...script.Step) (a *App, p *listener, runID, file string) {
	t.Helper()
	a, p = opened(t, served.Alone(t, served.New(t, script.New(steps...), served.Ollama).URL))
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" })
	dir := doubtful(t)
	file = filepath.Join(dir, "report.py")
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	return a, p, analysed(t, a, p, dir).RunID, file
}

const (
	before = "import requests\r\ndef main():\r\n    pass\r\nmain()\r\n"
	read   = `{"path":"report.py"}`
	first  = `{"path":"report.py","old_string":"    pass","new_string":"    print(1)"}`
	second = `{"path":"report.py","old_string":"main()\n","new_string":"main()\nmain()\n"}`
)

func holds(t *testing.T, file, want string) {
	t.Helper()
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// TestAgentChangesWithConsent: a change waits for the user, is altered by them, takes its
// place, and is taken back to the byte.
func TestAgentChangesWithConsent(t *testing.T) {
	a, p, run, file := changing(t, script.Call("read_file", read), script.Call("edit_file", first), script.Say("Done."))
	turn, err := a.Agent.Ask(run, "", "Print something", true)
	if err != nil {
		t.Fatal(err)
	}
	wish, now := asked(t, a, run)
	if wish.Path != "report.py" || wish.Kind != "changed" || !wish.Alterable || wish.Before != "import requests\ndef main():\n    pass\nmain()\n" ||
		wish.After != "import requests\ndef main():\n    print(1)\nmain()\n" || wish.Lasting == "" || now.Question != "Print something" || !now.Changes || now.Turn != turn {
		t.Errorf("%+v %+v", wish, now)
	}
	holds(t, file, before)
	if list := agent.UnderWay(a.Agent); len(list) != 1 || list[0].Kind != "answer" || !list[0].Asks {
		t.Errorf("%+v", list)
	}
	text := "import requests\ndef main():\n    print(2)\nmain()\n"
	for name, err := range map[string]error{
		"an answer that is none": a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "perhaps"}),
		"another change":         a.Agent.Approve(turn, "none", agent.Reply{Answer: "once"}),
		"another turn":           a.Agent.Approve("none", wish.ID, agent.Reply{Answer: "once"}),
	} {
		if err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "once", Text: &text}); err != nil {
		t.Fatal(err)
	}
	_, end, id := answered(t, p, turn)
	if end.Fault != nil || end.Changes == nil || len(end.Changes.Files) != 1 || end.Changes.Files[0].Status != "changed" || end.Changes.TakenBack {
		t.Fatalf("%+v %+v", end, end.Changes)
	}
	holds(t, file, "import requests\r\ndef main():\r\n    print(2)\r\nmain()\r\n")
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "once"}); err == nil {
		t.Error("it is answered twice")
	}

	// What somebody else has changed since stands in the way, unless the user says that it may go.
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Agent.TakeBack(run, id, end.Changes.Checkpoint, false); err == nil {
		t.Error("it goes over what somebody else wrote")
	}
	holds(t, file, "mine")
	if files, err := a.Agent.TakeBack(run, id, end.Changes.Checkpoint, true); err != nil || len(files) != 1 {
		t.Errorf("%v %v", files, err)
	}
	holds(t, file, before)
	talk, err := a.Agent.Open(run, id)
	if err != nil || talk.Turns[0].Changes == nil || !talk.Turns[0].Changes.TakenBack {
		t.Errorf("%+v %v", talk.Turns, err)
	}
}

// TestAgentIsAllowedUntilTheConversationEnds: what lasts is asked once in a conversation,
// and again in the next.
func TestAgentIsAllowedUntilTheConversationEnds(t *testing.T) {
	a, p, run, file := changing(t,
		script.Call("read_file", read), script.Call("edit_file", first), script.Say("Done."),
		script.Call("read_file", read), script.Call("edit_file", second), script.Say("Done again."),
		script.Call("read_file", read), script.Call("edit_file", first), script.Say("As you wish."))
	turn, err := a.Agent.Ask(run, "", "Print something", true)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "session"}); err != nil {
		t.Fatal(err)
	}
	_, end, id := answered(t, p, turn)
	if turn, err = a.Agent.Ask(run, id, "Twice", true); err != nil {
		t.Fatal(err)
	}
	if _, end, _ = answered(t, p, turn); end.Answer != "Done again." || end.Changes == nil {
		t.Fatalf("%+v", end)
	}
	holds(t, file, "import requests\r\ndef main():\r\n    print(1)\r\nmain()\r\nmain()\r\n")

	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if turn, err = a.Agent.Ask(run, "", "Another conversation", true); err != nil {
		t.Fatal(err)
	}
	wish, _ = asked(t, a, run)
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "refuse", Word: "not now"}); err != nil {
		t.Fatal(err)
	}
	if _, end, _ = answered(t, p, turn); end.Answer != "As you wish." || end.Changes != nil {
		t.Errorf("%+v", end)
	}
	holds(t, file, before)
}

// TestAgentIsStoppedWhileItAsks: nothing is changed then.
func TestAgentIsStoppedWhileItAsks(t *testing.T) {
	a, p, run, file := changing(t, script.Call("read_file", read), script.Call("edit_file", first), script.Say("Done."))
	turn, err := a.Agent.Ask(run, "", "Print something", true)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	if err := a.Agent.Stop(turn); err != nil {
		t.Fatal(err)
	}
	if _, end, _ := answered(t, p, turn); end.Stopped == "" || end.Changes != nil {
		t.Errorf("%+v", end)
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "once"}); err == nil {
		t.Error("a turn that ended takes an answer")
	}
	holds(t, file, before)
}

// TestAgentOnlyReadsUnlessItIsToChange: without changes the tools are not offered.
func TestAgentOnlyReadsUnlessItIsToChange(t *testing.T) {
	a, p, run, file := changing(t, script.Call("read_file", read), script.Call("edit_file", first), script.Say("I cannot."))
	turn, err := a.Agent.Ask(run, "", "Print something", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, end, _ := answered(t, p, turn); end.Answer != "I cannot." || end.Changes != nil {
		t.Errorf("%+v", end)
	}
	holds(t, file, before)
}

// TestAgentSaysWhatAChangeBreaks: one after which a file cannot be parsed goes back to
// the model first, and where it insists the user is told.
func TestAgentSaysWhatAChangeBreaks(t *testing.T) {
	const broken = `{"path":"report.py","old_string":"def main():","new_string":"def main(:"}`
	a, p, run, file := changing(t, script.Call("read_file", read), script.Call("edit_file", broken), script.Call("edit_file", broken), script.Say("It is meant so."))
	turn, err := a.Agent.Ask(run, "", "Break it", true)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	if len(wish.Problems) == 0 || !strings.HasPrefix(wish.Problems[0], "report.py:2: ") {
		t.Errorf("%+v", wish)
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "refuse"}); err != nil {
		t.Fatal(err)
	}
	answered(t, p, turn)
	holds(t, file, before)
}

// spot is a place for commands that runs nothing: it says what it was asked for.
type spot struct{ dir string }

func (s spot) Run(_ context.Context, o sandbox.Order) (sandbox.Outcome, error) {
	_, err := o.Out.Write([]byte("ran " + o.Line + "\n"))
	return sandbox.Outcome{Exit: 3}, err
}
func (s spot) Folder() string { return s.dir }
func (spot) Said(bool) string { return "in a container" }
func (spot) Contained() bool  { return true }

// TestAgentRunsCommandsWithConsent: a command waits for the user as a change does, and
// what is allowed for the conversation is asked once.
func TestAgentRunsCommandsWithConsent(t *testing.T) {
	test := script.Call("bash", `{"command":"python -m unittest"}`)
	a, p, run, file := changing(t, test, script.Call("bash", `{"command":"rm -rf ."}`), script.Say("The tests fail."), test, script.Say("Still."))
	turn, err := a.Agent.Ask(run, "", "Run the tests", true)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	if wish.Kind != "command" || wish.Line != "python -m unittest" || wish.Where != "in a container" || !wish.Contained || wish.Lasting == "" {
		t.Errorf("%+v", wish)
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "session"}); err != nil {
		t.Fatal(err)
	}
	wish, _ = asked(t, a, run)
	if wish.Line != "rm -rf ." {
		t.Errorf("%+v", wish)
	}
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "refuse"}); err != nil {
		t.Fatal(err)
	}
	_, end, id := answered(t, p, turn)
	if len(end.Commands) != 2 || end.Commands[0].Exit == nil || *end.Commands[0].Exit != 3 || end.Commands[0].Decision != "approved" || end.Commands[1].Decision != "refused" {
		t.Errorf("%+v", end.Commands)
	}
	if turn, err = a.Agent.Ask(run, id, "Once more", true); err != nil {
		t.Fatal(err)
	}
	if _, end, _ = answered(t, p, turn); end.Answer != "Still." || len(end.Commands) != 1 || end.Commands[0].Decision != "allowed" {
		t.Errorf("%+v", end)
	}
	holds(t, file, before)
}
