package conversation

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// TestALoopGoesOn: one that submitted nothing asks what it asked before, byte for
// byte, and then has as many calls again.
func TestALoopGoesOn(t *testing.T) {
	again := func(times int, client *script.Client) (Ending, []llm.Request, []event.Event) {
		var events []event.Event
		tools := working()
		c := New(Options{System: "s", Tools: tools.Definitions()})
		c.AddUser("q")
		l := &Loop{
			Asker: Asker{Client: client, Tell: func(e event.Event) { events = append(events, e) }},
			Talk:  c, Tools: tools, Terminal: "submit", Limits: LoopLimits{Calls: 3, Again: times},
		}
		return l.Run(t.Context()), client.Requests(), events
	}
	more := func() *script.Client {
		return script.New(append(different(5), different(9)[6:]...)...).Then(script.Call("submit", "{}"))
	}
	for name, c := range map[string]struct {
		client func() *script.Client
		first  Reason
		calls  int // of the second
		limit  int
	}{
		"its calls used up": {more, Exhausted, 9, 8},
		"it said nothing": {func() *script.Client {
			return script.New(script.Say("a"), script.Say("b"), script.Call("submit", "{}"))
		}, Silent, 1, 3},
		"it repeated itself": {func() *script.Client {
			return script.New(script.Call("fly", `{"a":1}`), script.Call("fly", `{"a":2}`), script.Call("fly", `{"a":3}`), script.Call("submit", "{}"))
		}, Repeating, 4, 6},
	} {
		once, asked, _ := again(0, c.client())
		if once.Reason != c.first || !once.Unsubmitted() || once.Limit != 3 {
			t.Errorf("%s: %+v", name, once)
		}
		end, requests, events := again(1, c.client())
		if end.Reason != Submitted || end.Unsubmitted() || end.Calls != c.calls || end.Limit != c.limit || end.Rule != "" {
			t.Errorf("%s: %+v", name, end)
		}
		for i, r := range asked {
			if a, b := fmt.Sprintf("%+v", r), fmt.Sprintf("%+v", requests[i]); a != b {
				t.Errorf("%s: request %d is another one where it goes on:\n%s\n%s", name, i, a, b)
			}
		}
		resumed := 0
		for _, e := range events {
			if e, ok := e.(event.ExplorationResumed); ok && e.Limit == c.limit {
				resumed++
			}
		}
		if last := requests[len(asked)].Messages; resumed != 1 || !strings.HasPrefix(last[len(last)-1].Text, "Go on: you may call 3 more tools") {
			t.Errorf("%s: told %d times; %+v", name, resumed, last[len(last)-1])
		}
	}
	if end, _, _ := again(2, script.New(script.FailAs(llm.Unauthorised))); end.Reason != Broken || end.Iterations != 1 {
		t.Errorf("a model that cannot be asked is asked again: %+v", end)
	}
}
