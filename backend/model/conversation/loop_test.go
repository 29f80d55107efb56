package conversation

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// bench is a set of tools made of functions; "submit" is terminal.
type bench map[string]func(args string) ToolResult

func (b bench) Definitions() []llm.ToolDefinition {
	return []llm.ToolDefinition{{Name: "look", Schema: json.RawMessage(`{"type":"object"}`)}, {Name: "submit", Schema: json.RawMessage(`{"type":"object"}`)}}
}
func (b bench) IsTerminal(name string) bool { return name == "submit" }
func (b bench) Execute(_ context.Context, call llm.ToolCall) ToolResult {
	if do := b[call.Name]; do != nil {
		r := do(call.Arguments)
		r.Name = call.Name
		return r
	}
	return ToolResult{Failed: true, Text: "there is no tool " + call.Name}
}

func working() bench {
	n := 0
	return bench{
		"look":   func(string) ToolResult { n++; return ToolResult{Text: fmt.Sprint("seen ", n)} },
		"submit": func(string) ToolResult { return ToolResult{Text: "accepted"} },
	}
}

// run runs a loop over a script and gives how it ended, what was asked and
// what was told.
func run(t *testing.T, tools bench, client *script.Client) (Ending, []llm.Request, []event.Event) {
	t.Helper()
	var mu sync.Mutex
	var events []event.Event
	c := New(Options{System: "s", Tools: tools.Definitions()})
	c.AddUser("q")
	l := &Loop{
		Asker: Asker{Client: client, Tell: func(e event.Event) { mu.Lock(); defer mu.Unlock(); events = append(events, e) }},
		Talk:  c, Tools: tools, Terminal: "submit",
	}
	end := l.Run(t.Context())
	return end, client.Requests(), events
}

func different(n int) []script.Step {
	var steps []script.Step
	for i := range n {
		steps = append(steps, script.Call("look", fmt.Sprintf(`{"path":"%d"}`, i)))
	}
	return steps
}

func TestASubmissionEndsTheLoop(t *testing.T) {
	end, requests, events := run(t, working(), script.New(append(different(2), script.Call("submit", `{}`))...))
	if end.Reason != Submitted || end.Calls != 3 || end.Iterations != 3 || len(requests) != 3 {
		t.Errorf("%+v", end)
	}
	for i := 1; i < len(requests); i++ {
		if !prefix(t, requests[i-1], requests[i]) {
			t.Errorf("request %d does not begin with the one before", i)
		}
	}
	var names []string
	for _, e := range events {
		if e.Name() != "llm.delta" && e.Name() != "budget" {
			names = append(names, e.Name())
		}
	}
	want := "iteration.started message.added message.added llm.request llm.response message.added iteration.completed iteration.started message.added llm.request"
	if got := strings.Join(names, " "); !strings.HasPrefix(got, want) {
		t.Errorf("events: %s", got)
	}
}

func TestWarningsAndWithdrawal(t *testing.T) {
	client := script.New(different(16)...)
	client.Rest = script.Call("look", `{"path":"more"}`)
	end, requests, _ := run(t, working(), client)
	if end.Reason != Exhausted || end.Calls != 18 {
		t.Errorf("%+v", end)
	}
	said := map[int]string{}
	for i, r := range requests {
		last := r.Messages[len(r.Messages)-1]
		if last.Role == llm.User && i > 0 {
			said[i] = last.Text
		}
	}
	for after, want := range map[int]string{10: "Consider summarizing", 13: "Please wrap up soon", 15: "must provide a response"} {
		if !strings.Contains(said[after], want) {
			t.Errorf("after %d calls: %q", after, said[after])
		}
	}
	for i, r := range requests {
		if forced := r.Choice == "submit"; forced != (i >= 16) {
			t.Errorf("request %d: choice %q", i, r.Choice)
		}
		if len(r.Tools) != 2 {
			t.Errorf("request %d holds %d tools: the prefix is gone", i, len(r.Tools))
		}
	}
}

func TestASubmissionIsPossibleAfterTheTools(t *testing.T) {
	client := script.New(different(16)...).Then(script.Call("submit", `{}`))
	if end, _, _ := run(t, working(), client); end.Reason != Submitted {
		t.Errorf("%+v", end)
	}
}

func TestRepetitionsAreNoticed(t *testing.T) {
	always := func(r ToolResult) bench { return bench{"look": func(string) ToolResult { return r }} }
	changing := working()
	for _, c := range []struct {
		name  string
		tools bench
		steps []script.Step
		rest  script.Step
		rule  string
		calls int
	}{
		{"the same call", changing, nil, script.Call("look", `{"a":1,"path":"./x"}`), "R1", 5},
		{"the same call and result", always(ToolResult{Text: "same"}), nil, script.Call("look", `{}`), "R4", 4},
		{"a tool that fails", always(ToolResult{Text: "no such file", Failed: true}), different(9), nil, "R3", 3},
		{"an unknown tool", working(), nil, script.Call("fly", `{}`), "R3", 3},
		{"broken arguments", bench{}, []script.Step{script.Call("a", `{`), script.Call("b", ``), script.Call("c", `{"x":`)}, nil, "R5", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := script.New(c.steps...)
			client.Rest = c.rest
			end, _, events := run(t, c.tools, client)
			if end.Reason != Repeating || end.Rule != c.rule || end.Calls != c.calls || end.Evidence == "" {
				t.Errorf("%+v", end)
			}
			told := false
			for _, e := range events {
				if n, ok := e.(event.LoopNoticed); ok && n.Stopped && n.Rule == c.rule {
					told = true
				}
			}
			if !told {
				t.Error("nobody was told")
			}
		})
	}
}

func TestSoftNotes(t *testing.T) {
	notes := func(steps ...script.Step) string {
		n := 0
		tools := bench{
			"look": func(string) ToolResult { n++; return ToolResult{Text: fmt.Sprint(n)} },
			"read_file": func(string) ToolResult {
				n++
				return ToolResult{Text: fmt.Sprint(n), Read: []string{"a.go", "main.go"}}
			},
			"submit": func(string) ToolResult { return ToolResult{} },
		}
		_, _, events := run(t, tools, script.New(append(steps, script.Call("submit", "{}"))...))
		var rules []string
		for _, e := range events {
			if n, ok := e.(event.LoopNoticed); ok && !n.Stopped {
				rules = append(rules, n.Rule)
			}
		}
		return strings.Join(rules, " ")
	}
	a, b := script.Call("look", `{"path":"a","x":1}`), script.Call("look", `{"x":1,"path":"./b"}`)
	a2, b2 := script.Call("look", `{"x":1,"path":"./a"}`), script.Call("look", `{"path":"b","x":1}`)
	if got := notes(a, a2, a); got != "R1" {
		t.Errorf("three times the same, written differently: %q", got)
	}
	if got := notes(a, b, a2, b2, a); got != "R1" && got != "R2" {
		t.Errorf("alternating: %q", got)
	}
	read := func(n int) script.Step {
		return script.Call("read_file", fmt.Sprintf(`{"path":"main.go","start_line":%d}`, n))
	}
	if got := notes(read(1), read(2), read(3)); got != "R6" {
		t.Errorf("the same file three times: %q", got)
	}
}

func TestAlternationIsSeenByItself(t *testing.T) {
	w := newWatch("submit")
	var last Verdict
	for i := range 5 {
		call := llm.ToolCall{Name: "look", Arguments: fmt.Sprintf(`{"path":"%d"}`, i%2)}
		w.seen = append(w.seen, step{Signature(call), fmt.Sprint(i)})
		last = w.alternation(call, "look", ToolResult{}, w.seen[i])
	}
	if last.Rule != "R2" || last.Stop {
		t.Errorf("%+v", last)
	}
}

func TestTextAloneIsRemindedOnce(t *testing.T) {
	client := script.New(script.Say("I think it is Go"), script.Call("submit", "{}"))
	if end, requests, _ := run(t, working(), client); end.Reason != Submitted || !strings.Contains(requests[1].Messages[3].Text, "submit") {
		t.Errorf("%+v", end)
	}
	client = &script.Client{Rest: script.Say("I think it is Go")}
	if end, _, _ := run(t, working(), client); end.Reason != Silent || end.Iterations != 2 {
		t.Errorf("%+v", end)
	}
}

func TestAfterACutAnswerTheNextMayBeLonger(t *testing.T) {
	cut := script.Give(llm.Response{Stop: llm.StopLength, Message: llm.Message{Text: "Let me think about"}})
	client := script.New(cut, script.Call("submit", "{}"))
	c := New(Options{System: "s"})
	c.AddUser("q")
	l := &Loop{Asker: Asker{Client: client}, Talk: c, Tools: working(), Terminal: "submit", Longer: 4096}
	if end := l.Run(t.Context()); end.Reason != Submitted {
		t.Fatalf("%+v", end)
	}
	first, second := client.Requests()[0], client.Requests()[1]
	if first.MaxTokens != 1500 || second.MaxTokens != 4096 || !strings.Contains(second.Messages[3].Text, "cut off") {
		t.Errorf("%d, then %d: %+v", first.MaxTokens, second.MaxTokens, second.Messages)
	}
}

func TestNoCallOfACutAnswerIsRun(t *testing.T) {
	ran := 0
	tools := bench{
		"look":   func(string) ToolResult { ran++; return ToolResult{Text: "seen"} },
		"submit": func(string) ToolResult { ran++; return ToolResult{Text: "accepted"} },
	}
	cut := func(calls ...llm.ToolCall) script.Step {
		return script.Give(llm.Response{Stop: llm.StopLength, Message: llm.Message{Calls: calls}})
	}
	look, submit := llm.ToolCall{Name: "look", Arguments: `{"path":"a"}`}, llm.ToolCall{Name: "submit", Arguments: `{}`}
	end, requests, _ := run(t, tools, script.New(cut(look, submit), cut(submit)))
	if end.Reason != CutOff || !end.Unsubmitted() || ran != 0 || end.Calls != 3 || end.Evidence == "" {
		t.Errorf("%d ran: %+v", ran, end)
	}
	said := requests[1].Messages
	for _, m := range said[3:5] {
		if m.Role != llm.Tool || !m.Failed || !strings.Contains(m.Text, "not run") {
			t.Errorf("%+v", m)
		}
	}
	if last := said[5]; last.Role != llm.User || !strings.Contains(last.Text, "Nothing of what was cut off was done") {
		t.Errorf("%+v", last)
	}
	// One that comes whole between two that were cut is a new beginning.
	if end, _, _ := run(t, working(), script.New(cut(look), script.Call("look", `{"path":"b"}`), cut(submit), script.Call("submit", `{}`))); end.Reason != Submitted {
		t.Errorf("%+v", end)
	}
}

func TestAToolSaysThatACallIsCut(t *testing.T) {
	tools := bench{"submit": func(args string) ToolResult {
		if args == "{" {
			return ToolResult{Failed: true, Cut: true, Text: "cut off"}
		}
		return ToolResult{Text: "accepted"}
	}}
	client := script.New(script.Call("submit", "{"), script.Call("submit", "{}"))
	c := New(Options{System: "s"})
	c.AddUser("q")
	l := &Loop{Asker: Asker{Client: client}, Talk: c, Tools: tools, Terminal: "submit", Longer: 9_000_000}
	if end := l.Run(t.Context()); end.Reason != Submitted {
		t.Errorf("%+v", end)
	}
	if room := client.Requests()[1].MaxTokens; room < 13_000 || room >= c.Budget().Total()-c.Budget().Safety {
		t.Errorf("%d tokens for an answer in a window of %d", room, c.Budget().Total())
	}
	if end, _, _ := run(t, tools, script.New(script.Call("submit", "{"), script.Call("submit", "{"))); end.Reason != CutOff {
		t.Errorf("%+v", end)
	}
}

func TestASubmissionBesideOtherCallsIsSentBack(t *testing.T) {
	both := script.Give(llm.Response{Message: llm.Message{Calls: []llm.ToolCall{{Name: "look", Arguments: "{}"}, {Name: "submit", Arguments: "{}"}}}})
	end, requests, _ := run(t, working(), script.New(both, script.Call("submit", "{}")))
	if end.Reason != Submitted || end.Iterations != 2 {
		t.Fatalf("%+v", end)
	}
	last := requests[1].Messages[len(requests[1].Messages)-1]
	if !last.Failed || !strings.Contains(last.Text, "alone") {
		t.Errorf("%+v", last)
	}
}

func TestFeedbackReachesTheModel(t *testing.T) {
	n := 0
	tools := bench{"submit": func(string) ToolResult {
		if n++; n == 1 {
			return ToolResult{Failed: true, Text: "/runtime/command: is empty"}
		}
		return ToolResult{Text: "accepted"}
	}}
	end, requests, _ := run(t, tools, script.New(script.Call("submit", "{}"), script.Call("submit", `{"x":1}`)))
	if end.Reason != Submitted || !strings.Contains(requests[1].Messages[3].Text, "is empty") {
		t.Errorf("%+v", end)
	}
}

func TestTooLongTwiceEndsTheLoop(t *testing.T) {
	client := script.New(different(4)...).Then(script.FailAs(llm.TooLong), script.FailAs(llm.TooLong))
	if end, _, _ := run(t, working(), client); end.Reason != Repeating || end.Rule != "R7" {
		t.Errorf("%+v", end)
	}
	client = script.New(different(4)...).Then(script.FailAs(llm.TooLong), script.Call("submit", "{}"))
	if end, _, _ := run(t, working(), client); end.Reason != Submitted {
		t.Errorf("once is mended: %+v", end)
	}
}

func TestAFailureEndsTheLoop(t *testing.T) {
	end, _, _ := run(t, working(), script.New(script.FailAs(llm.Unauthorised)))
	if end.Reason != Broken || end.Err == nil {
		t.Errorf("%+v", end)
	}
}

func TestCancellingEndsTheLoop(t *testing.T) {
	for name, client := range map[string]*script.Client{
		"while the model thinks": script.New(script.Hang()),
		"while a tool works":     {Rest: script.Call("look", "{}")},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			tools := bench{"look": func(string) ToolResult { cancel(); return ToolResult{Text: "x"} }}
			c := New(Options{System: "s", Tools: tools.Definitions()})
			c.AddUser("q")
			if client.Left() > 0 {
				go cancel()
			}
			l := &Loop{Asker: Asker{Client: client}, Talk: c, Tools: tools, Terminal: "submit"}
			if end := l.Run(ctx); end.Reason != Broken || end.Err == nil {
				t.Errorf("%+v", end)
			}
			cancel()
		})
	}
}

func TestPiecesAreToldInBatches(t *testing.T) {
	var mu sync.Mutex
	var told []event.LLMDelta
	b := &batch{now: time.Now, tell: func(e event.Event) { mu.Lock(); defer mu.Unlock(); told = append(told, e.(event.LLMDelta)) }}
	b.hear(llm.Piece{Text: "a"})
	mu.Lock()
	first := len(told)
	mu.Unlock()
	if first != 1 {
		t.Fatal("the first piece was not told at once")
	}
	start := time.Now()
	for range 5000 {
		b.hear(llm.Piece{Text: "b"})
	}
	b.flush()
	most := int(time.Since(start)/tellEvery) + 2
	mu.Lock()
	defer mu.Unlock()
	text := ""
	for _, d := range told {
		text += d.Text
	}
	if len(text) != 5001 || len(told)-1 > most {
		t.Errorf("%d bytes in %d messages, at most %d", len(text), len(told), most)
	}
	b.hear(llm.Piece{Text: "late"})
	b.flush()
	if len(told) > most+1 {
		t.Error("something was told after the end")
	}
}

func TestAPieceIsNotHeldBackForTheNext(t *testing.T) {
	told := make(chan string, 10)
	b := &batch{now: time.Now, tell: func(e event.Event) { told <- e.(event.LLMDelta).Text }}
	b.hear(llm.Piece{Text: "a"})
	b.hear(llm.Piece{Text: "b"})
	<-told
	select {
	case text := <-told:
		if text != "b" {
			t.Error(text)
		}
	case <-time.After(20 * time.Second):
		t.Error("the second piece waits for a third")
	}
}
