package conversation

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// ask runs a loop that text ends.
func ask(t *testing.T, tools bench, client *script.Client) (Ending, []llm.Request) {
	t.Helper()
	c := New(Options{System: "s", Tools: tools.Definitions()})
	c.AddUser("q")
	l := &Loop{Asker: Asker{Client: client}, Talk: c, Tools: tools, Longer: 4096}
	return l.Run(t.Context()), client.Requests()
}

func TestTextEndsALoopWithoutATerminalTool(t *testing.T) {
	end, requests := ask(t, working(), script.New(append(different(2), script.Say(" It listens on 4000. "))...))
	if end.Reason != Answered || end.Text != "It listens on 4000." || end.Calls != 2 || end.Unsubmitted() || len(requests) != 3 {
		t.Errorf("%+v", end)
	}
	for i := 1; i < len(requests); i++ {
		if !prefix(t, requests[i-1], requests[i]) {
			t.Errorf("request %d does not begin with the one before", i)
		}
	}
}

// TestNothingSaysToSubmit: what a model is told names no tool that ends a loop where
// there is none, and it is told as often as one that submits.
func TestNothingSaysToSubmit(t *testing.T) {
	client := script.New(different(16)...).Then(script.Call("look", `{"path":"late"}`), script.Say("that is all"))
	end, requests := ask(t, working(), client)
	if end.Reason != Answered || end.Text != "that is all" || end.Calls != 17 {
		t.Fatalf("%+v", end)
	}
	told := map[int]string{10: "Consider summarizing", 13: "Please wrap up soon", 15: "must provide a response now: answer"}
	for i, r := range requests {
		last := r.Messages[len(r.Messages)-1]
		if want := told[i]; want != "" && (last.Role != llm.User || !strings.Contains(last.Text, want)) {
			t.Errorf("after %d calls: %+v", i, last)
		}
		if withdrawn := r.Choice == llm.NoTool; withdrawn != (i >= 16) || !withdrawn && r.Choice != llm.Auto {
			t.Errorf("request %d: choice %q", i, r.Choice)
		}
		if len(r.Tools) != 2 {
			t.Errorf("request %d holds %d tools: the prefix is gone", i, len(r.Tools))
		}
		for _, m := range r.Messages {
			if strings.Contains(strings.ToLower(m.Text), "submit") || strings.Contains(m.Text, "call .") {
				t.Errorf("request %d says: %s", i, m.Text)
			}
		}
	}
	if last := requests[17].Messages; !strings.Contains(last[len(last)-1].Text, "Answer with what you know") {
		t.Errorf("the call after the last: %+v", last[len(last)-1])
	}
}

func TestWhoNeverAnswersIsEnded(t *testing.T) {
	cut := func(text string) script.Step {
		return script.Give(llm.Response{Stop: llm.StopLength, Message: llm.Message{Text: text}})
	}
	n := 0
	forever := &script.Client{Rest: script.From(func(llm.Request) (*llm.Response, error) {
		n++
		call := llm.ToolCall{Name: "look", Arguments: fmt.Sprintf(`{"path":"%d"}`, n)}
		return &llm.Response{Message: llm.Message{Calls: []llm.ToolCall{call}}}, nil
	})}
	for name, c := range map[string]struct {
		client *script.Client
		reason Reason
		rule   string
		text   string
	}{
		"it says nothing, twice":          {&script.Client{Rest: script.Say(" \n")}, Silent, "", ""},
		"once is forgiven":                {script.New(script.Say(""), script.Say("yes")), Answered, "", "yes"},
		"it is cut off, twice":            {script.New(cut("the first half"), cut("the second")), CutOff, "", "the second"},
		"it is cut off, once":             {script.New(cut("the first half of"), script.Say("brief")), Answered, "", "brief"},
		"it calls tools that are gone":    {forever, Exhausted, "", ""},
		"it repeats itself":               {&script.Client{Rest: script.Call("look", `{"path":"a"}`)}, Repeating, "R1", ""},
		"text beside a call is no answer": {script.New(script.Give(llm.Response{Message: llm.Message{Text: "I look", Calls: []llm.ToolCall{{Name: "look", Arguments: "{}"}}}}), script.Say("done")), Answered, "", "done"},
	} {
		if end, _ := ask(t, working(), c.client); end.Reason != c.reason || end.Rule != c.rule || end.Text != c.text {
			t.Errorf("%s: %+v", name, end)
		}
	}
}

func TestNotesOfRepetitionSayToAnswer(t *testing.T) {
	c := New(Options{System: "s"})
	c.AddUser("q")
	var told []string
	same := script.Call("look", `{"path":"a"}`)
	l := &Loop{
		Asker: Asker{Client: script.New(same, same, same, script.Say("done")), Tell: func(e event.Event) { told = append(told, e.Name()) }},
		Talk:  c, Tools: working(),
	}
	if end := l.Run(t.Context()); end.Reason != Answered || !strings.Contains(strings.Join(told, " "), "loop.noticed") {
		t.Fatalf("%+v, %s", end, told)
	}
	notes := ""
	for _, m := range c.History() {
		if m.Role == llm.User {
			notes += m.Text
		}
	}
	if !strings.Contains(notes, "Look at something else, or answer.") {
		t.Error(notes)
	}
}

// TestATalkGivesToolsWhatCodeLeaves: a large window is the code's first; what it does
// not take belongs to what the tools bring.
func TestATalkGivesToolsWhatCodeLeaves(t *testing.T) {
	for _, c := range []struct {
		window int
		name   string
		code   bool
	}{{0, "detect-16k", false}, {4000, "quick-4k", false}, {8000, "ask-8k", false}, {16_384, "detect-16k", false}, {128_000, "repo", true}} {
		if b := For(c.window, Talk); b.Name != c.name || (b.Immediate > 0) != c.code {
			t.Errorf("%d: %+v", c.window, b)
		}
	}
	talk := New(Options{Budget: For(128_000, Talk), System: "s"})
	talk.AddUser("q")
	if room := talk.said(false); room < 90_000 {
		t.Errorf("%d tokens for what is said after a short question", room)
	}
}
