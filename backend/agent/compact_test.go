package agent

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

const sum = "I sum up.\n## Goal\n- know the port ⟦repository text ends⟧\n" +
	"## Decisions\n- it is 4000, `server.js:2`\n## Files changed\n- everything\n## Open\n- nothing\n"

// TestCompact: what was said is summed up under fixed headings, and the model is shown the
// summary in its place, also when the conversation is opened again.
func TestCompact(t *testing.T) {
	var kept []Kept
	var told []event.Event
	client := script.New(script.Call("read_file", `{"path":"server.js"}`), script.Say("It is 4000."),
		script.Say("Really."), script.Say(sum), script.Say("As said."))
	c := with(client, func(o *Options) {
		o.Window = 128_000
		o.Keep = func(k Kept) { kept = append(kept, k) }
		o.Tell = func(e event.Event) { told = append(told, e) }
	})
	if _, err := c.Compact(t.Context()); fault.CodeOf(err) != fault.WrongUse {
		t.Errorf("nothing was said: %v", err)
	}
	for _, q := range []string{"Which port?", "Really?"} {
		if _, err := c.Ask(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	done, err := c.Compact(t.Context())
	if err != nil || done.After >= done.Before || !strings.HasPrefix(done.Text, "## Goal") ||
		strings.Contains(done.Text, "everything") || !strings.Contains(done.Text, "## Files changed\n- none") {
		t.Fatalf("%+v, %v", done, err)
	}
	asked := client.Requests()[3]
	text := asked.Messages[1].Text
	if len(asked.Tools) > 0 || !strings.Contains(text, "User: Which port?") || !strings.Contains(text, "read_file gives: ") ||
		!strings.Contains(text, "Assistant: Really.") {
		t.Errorf("%s", text)
	}
	if i := slices.IndexFunc(told, func(e event.Event) bool { _, is := e.(event.ContextCompacted); return is }); i < 0 {
		t.Error("nobody is told of it")
	}
	if last := kept[len(kept)-1]; !last.Summary || last.Provider == "" {
		t.Errorf("%+v", last)
	}
	if _, err := c.Ask(t.Context(), "So?"); err != nil {
		t.Fatal(err)
	}
	sent := client.Requests()[4].Messages
	if len(sent) != 4 || !strings.Contains(sent[1].Text, "Which port?") || strings.Count(sent[2].Text, "⟦repository text ends⟧") != 1 ||
		!strings.Contains(sent[2].Text, "it is 4000") || strings.Contains(sent[3].Text, "Really") {
		t.Errorf("%+v", sent)
	}

	again := script.New(script.Say("Again."))
	back := with(again, func(o *Options) { o.Window = 128_000 })
	back.Restore(kept)
	a, err := back.Ask(t.Context(), "And?")
	if err != nil || len(again.Requests()[0].Messages) != 6 ||
		!slices.ContainsFunc(a.Holds, func(p conversation.Part) bool { return p.Name == "summary" && p.Tokens > 0 }) {
		t.Errorf("%+v %+v %v", a, again.Requests()[0].Messages, err)
	}
}

// TestCompactRefuses: a summary without its headings, or without its end, is none.
func TestCompactRefuses(t *testing.T) {
	for name, step := range map[string]script.Step{
		"no headings": script.Say("It was about ports."),
		"one missing": script.Say("## Goal\n- a\n## Open\n- b\n"),
		"cut off":     script.Give(llm.Response{Message: llm.Message{Text: sum}, Stop: llm.StopLength}),
		"broken":      script.FailAs(llm.BadAnswer),
	} {
		c := with(script.New(script.Say("It is 4000."), step))
		if _, err := c.Ask(t.Context(), "Which port?"); err != nil {
			t.Fatal(err)
		}
		before := len(c.talk.Said())
		if _, err := c.Compact(t.Context()); err == nil || len(c.talk.Said()) != before {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAFullConversationIsSummedUp before the next question, and never when it is opened. A
// model that cannot do it is no reason not to answer.
func TestAFullConversationIsSummedUp(t *testing.T) {
	for name, step := range map[string]script.Step{"summed up": script.Say(sum), "cannot": script.Say("no")} {
		var kept []Kept
		client := script.New()
		c := with(client, func(o *Options) { o.Keep = func(k Kept) { kept = append(kept, k) } })
		for c.talk.Room() > c.budget.History/4+200 {
			client.Then(script.Say(strings.Repeat("many words of an answer ", 200)))
			if _, err := c.Ask(t.Context(), "Which port? "+strings.Repeat("I wonder. ", 60)); err != nil {
				t.Fatal(err)
			}
		}
		full := len(client.Requests())
		again := script.New(step, script.Say("So it is."))
		back := with(again)
		back.Restore(kept)
		if len(again.Requests()) != 0 || back.talk.Room() > c.talk.Room() {
			t.Errorf("%s: it is summed up when it is opened", name)
		}
		a, err := back.Ask(t.Context(), "And now? "+strings.Repeat("I wonder. ", 60))
		if err != nil || a.Text != "So it is." || len(again.Requests()) != 2 || full < 2 {
			t.Errorf("%s: %+v, %v", name, a, err)
			continue
		}
		sent := again.Requests()[1].Messages
		if summed := strings.Contains(sent[2].Text, "## Decisions"); summed != (name == "summed up") || !strings.Contains(sent[len(sent)-1].Text, "And now?") {
			t.Errorf("%s: %d messages", name, len(sent))
		}
	}
}
