package window

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/agent"
)

// answered waits for the end of a turn, and gives what was told of it.
func answered(t *testing.T, p *listener, turn string) (steps []agent.Step, end agent.End, conversation string) {
	t.Helper()
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("turn %s does not end", turn)
		}
		steps = nil
		for _, b := range p.agents() {
			if b.Turn != turn {
				continue
			}
			steps = append(steps, b.Steps...)
			if b.End != nil {
				return steps, *b.End, b.Conversation
			}
		}
	}
}

// TestAgent asks about a project that was analysed, goes on with the conversation, and
// finds, renames and removes it.
func TestAgent(t *testing.T) {
	model := script.New(script.Call("read_file", `{"path":"worker.py"}`), script.Say("It waits for jobs: see `worker.py:1`."), script.Say("As I said."))
	a, p := opened(t, served.Alone(t, served.New(t, model, served.Ollama).URL))
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" }) // who asks has said so: the rules' mode is detection's
	run := analysed(t, a, p, doubtful(t))

	turn, err := a.Agent.Ask(run.RunID, "", "What does the worker do?", false)
	if err != nil {
		t.Fatal(err)
	}
	steps, end, id := answered(t, p, turn)
	if end.Fault != nil || end.Stopped != "" || end.Answer != "It waits for jobs: see `worker.py:1`." || end.Model == "" || id == "" || end.Unkept != "" {
		t.Fatalf("%+v %+v", end, end.Fault)
	}
	if len(end.Evidence) == 0 || end.Evidence[0].Path != "worker.py" {
		t.Errorf("%+v", end.Evidence)
	}
	var tools, text string
	for _, s := range steps {
		switch s.Kind {
		case "tool":
			tools += s.Tool + s.Text
		case "text":
			text += s.Text
		}
	}
	if !strings.Contains(tools, "read_file") || text != end.Answer {
		t.Errorf("%q %q", tools, text)
	}

	turn, err = a.Agent.Ask(run.RunID, id, "Really?", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, end, _ = answered(t, p, turn); end.Answer != "As I said." {
		t.Errorf("%+v", end)
	}
	list, err := a.Agent.Conversations(run.RunID, "worker")
	if err != nil || len(list) != 1 || list[0].ID != id || list[0].Questions != 2 {
		t.Errorf("%+v %v", list, err)
	}
	talk, err := a.Agent.Open(run.RunID, id)
	if err != nil || len(talk.Turns) != 2 || talk.Turns[0].Question != "What does the worker do?" || len(talk.Turns[0].Calls) != 1 || talk.Unanswered {
		t.Errorf("%+v %v", talk, err)
	}
	if text, err := a.Agent.Markdown(run.RunID, id); err != nil || !strings.Contains(text, "## Really?") {
		t.Errorf("%s %v", text, err)
	}
	if err := a.Agent.Rename(run.RunID, id, "The worker"); err != nil {
		t.Error(err)
	}
	if list, _ = a.Agent.Conversations(run.RunID, ""); len(list) != 1 || list[0].Title != "The worker" {
		t.Errorf("%+v", list)
	}
	if err := a.Agent.Delete(run.RunID, id); err != nil {
		t.Error(err)
	}
	if list, err = a.Agent.Conversations(run.RunID, ""); err != nil || len(list) != 0 {
		t.Errorf("%+v %v", list, err)
	}
}

// TestAgentWithoutAModel says so, with what helps.
func TestAgentWithoutAModel(t *testing.T) {
	a, p := opened(t, served.Alone(t, served.Nowhere))
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" })
	run := analysed(t, a, p, doubtful(t))
	turn, err := a.Agent.Ask(run.RunID, "", "Why?", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, end, _ := answered(t, p, turn); end.Fault == nil || end.Fault.Hint == "" || end.Answer != "" {
		t.Errorf("%+v", end)
	}
	if list, err := a.Agent.Conversations(run.RunID, ""); err != nil || len(list) != 0 {
		t.Errorf("%+v %v", list, err)
	}
	if _, err := a.Agent.Ask("no such run", "", "Why?", false); err == nil {
		t.Error("a run that is not there")
	}
}

// TestAgentIsStopped: a turn ends when it is stopped, and another may begin then.
func TestAgentIsStopped(t *testing.T) {
	model := script.New(script.Hang())
	a, p := opened(t, served.Alone(t, served.New(t, model, served.Ollama).URL))
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" })
	run := analysed(t, a, p, doubtful(t))
	turn, err := a.Agent.Ask(run.RunID, "", "Why?", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Agent.Ask(run.RunID, "", "And now?", false); err == nil {
		t.Error("two questions at once")
	}
	time.Sleep(50 * time.Millisecond)
	if err := a.Agent.Stop(turn); err != nil {
		t.Fatal(err)
	}
	if _, end, _ := answered(t, p, turn); end.Stopped == "" || end.Fault != nil {
		t.Errorf("%+v", end)
	}
}

// TestAgentKeepsToThePermissions that the user gave on the command line, too.
func TestAgentKeepsToThePermissions(t *testing.T) {
	model := script.New(script.Call("read_file", `{"path":"worker.py"}`), script.Say("I may not look."))
	data := served.Alone(t, served.New(t, model, served.Ollama).URL)
	a, p := opened(t, data)
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" })
	run := analysed(t, a, p, doubtful(t))
	db, err := projectdb.Open(a.data, run.Path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.SaveRule(projectdb.Rule{Category: "read", Level: "deny", Pattern: "worker.py"}), db.Close()); err != nil {
		t.Fatal(err)
	}
	turn, err := a.Agent.Ask(run.RunID, "", "What does the worker do?", false)
	if err != nil {
		t.Fatal(err)
	}
	// TestAgent's same call has the file as evidence.
	if _, end, _ := answered(t, p, turn); end.Fault != nil || end.Answer != "I may not look." || len(end.Evidence) != 0 {
		t.Errorf("%+v", end)
	}
}
