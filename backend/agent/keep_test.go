package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/llm/script"
)

// asWritten answers by how far the conversation is: the same request gets the same
// answer, whoever sends it.
func asWritten(steps ...script.Step) *script.Client {
	return &script.Client{Rest: func(ctx context.Context, r llm.Request) (*llm.Response, error) {
		n := 0
		for _, m := range r.Messages {
			if m.Role == llm.Assistant {
				n++
			}
		}
		if n >= len(steps) {
			return nil, fmt.Errorf("answer %d is not written", n)
		}
		return steps[n](ctx, r)
	}}
}

// TestATurnGoesOnWhereverItWasCutOff: after each message that was kept, another
// conversation goes on and comes to the same end: no request is sent again that was
// answered, and no call is made again that has its result.
func TestATurnGoesOnWhereverItWasCutOff(t *testing.T) {
	both := script.Give(llm.Response{Message: llm.Message{Calls: []llm.ToolCall{
		{ID: "a", Name: "read_file", Arguments: `{"path":"server.js"}`}, {ID: "b", Name: "grep_content", Arguments: `{"pattern":"Shop"}`},
	}}})
	steps := []script.Step{both, script.Call("list_files", `{"path":"."}`), script.Say("server.js:2 says so.")}
	var whole []Kept
	want, err := with(asWritten(steps...), func(o *Options) { o.Keep = func(k Kept) { whole = append(whole, k) } }).Ask(t.Context(), "why?")
	if err != nil || len(want.Calls) != 3 || len(whole) != 7 || whole[0].Question != "why?" {
		t.Fatalf("%d kept: %+v, %v", len(whole), want, err)
	}
	for cut := 1; cut < len(whole); cut++ {
		kept := slices.Clone(whole[:cut])
		client := asWritten(steps...)
		c := with(client, func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } })
		c.Restore(kept)
		if !c.Unanswered() {
			t.Fatalf("cut after %d: it counts as answered", cut)
		}
		got, err := c.Resume(t.Context())
		if err != nil || got.Text != want.Text || !slices.Equal(got.Evidence, want.Evidence) || len(got.Calls) != len(want.Calls) || got.Stopped != "" {
			t.Errorf("cut after %d: %+v, %v", cut, got, err)
		}
		answered := 0
		for _, k := range whole[:cut] {
			if k.Role == llm.Assistant {
				answered++
			}
		}
		if n := len(client.Requests()); n != 3-answered {
			t.Errorf("cut after %d, with %d answers: %d requests", cut, answered, n)
		}
		for i, k := range kept {
			if i >= len(whole) || k.Role != whole[i].Role || k.Text != whole[i].Text || k.Number != whole[i].Number {
				t.Errorf("cut after %d: message %d is %+v", cut, i, k)
			}
		}
	}
}

// TestAnotherQuestionAfterACut: the calls that nobody ran are answered, so that the next
// question can be put.
func TestAnotherQuestionAfterACut(t *testing.T) {
	var kept []Kept
	keep := func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } }
	if _, err := with(asWritten(script.Call("read_file", `{"path":"server.js"}`), script.Say("x")), keep).Ask(t.Context(), "why?"); err != nil {
		t.Fatal(err)
	}
	kept = kept[:2]
	client := asWritten(nil, script.Say("because"))
	c := with(client, keep)
	c.Restore(kept)
	a, err := c.Ask(t.Context(), "and now?")
	if err != nil || a.Text != "because" || len(a.Calls) != 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	m := client.Requests()[0].Messages
	if len(m) != 5 || m[3].Role != llm.Tool || !m[3].Failed || m[4].Text != "The user asks: and now?" {
		t.Errorf("%+v", m)
	}
	if _, err := c.Resume(t.Context()); fault.CodeOf(err) != fault.WrongUse {
		t.Errorf("nothing is left to go on with: %v", err)
	}
}

// hiding is a client that takes secrets out of what is shown, as the gateway's does.
type hiding struct{ *redact.Client }

func (h hiding) Hide(call llm.ToolCall, text string) string { return h.Answer(call, text) }

// TestASecretIsNotKept: neither one that a user pastes nor one of a call or an answer.
func TestASecretIsNotKept(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	var kept []Kept
	client := script.New(script.Call("grep_content", `{"pattern":"`+secret+`"}`), script.Say("It is "+secret))
	if _, err := with(hiding{redact.New(client, &redact.Filter{})}, func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } }).Ask(t.Context(), "where is "+secret+"?"); err != nil {
		t.Fatal(err)
	}
	if all := fmt.Sprintf("%+v", kept); len(kept) != 4 || strings.Contains(all, secret) || strings.Count(all, "«secret:") < 4 {
		t.Error(all)
	}
}

// TestAChangedPlanIsShown: what is known of the project is shown again where it has
// changed since the conversation was left, and only then.
func TestAChangedPlanIsShown(t *testing.T) {
	var kept []Kept
	if _, err := with(script.New(script.Say("4000")), func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } }).Ask(t.Context(), "why?"); err != nil {
		t.Fatal(err)
	}
	for port, changed := range map[int]bool{4000: false, 5000: true} {
		client := script.New(script.Say("a"), script.Say("b"))
		c := with(client, func(o *Options) { o.Plans[0].Runtime.Ports[0].Port = port })
		c.Restore(kept)
		for range 2 {
			if _, err := c.Ask(t.Context(), "and now?"); err != nil {
				t.Fatal(err)
			}
		}
		said := ""
		for _, m := range client.Requests()[1].Messages {
			said += m.Text
		}
		if n := strings.Count(said, "The project has changed since"); n > 1 || (n == 1) != changed || strings.Contains(said, "5000") != changed {
			t.Errorf("port %d: told %d times", port, n)
		}
	}
}
