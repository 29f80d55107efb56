package evaluate

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"aipack/backend/language"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/languages"
)

// answering gives, for each case of suite S, what f makes of it.
func answering(t *testing.T, f func(selectionCase) llm.Message) llm.Client {
	t.Helper()
	file, err := selectionCases()
	if err != nil {
		t.Fatal(err)
	}
	return &script.Client{Rest: func(_ context.Context, r llm.Request) (*llm.Response, error) {
		for _, c := range file.Cases {
			if strings.HasSuffix(r.Messages[1].Text, "\nThe task: "+c.Ask) {
				m := f(c)
				m.Role = llm.Assistant
				return &llm.Response{Message: m}, nil
			}
		}
		return nil, &llm.Error{Kind: llm.BadAnswer, Message: "no such case"}
	}}
}

func selected(t *testing.T, client llm.Client) *Report {
	t.Helper()
	r, err := Selection(t.Context(), client, language.NewRegistry(languages.All()), time.Now, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func metric(r *Report, name string) Metric {
	for _, m := range r.Metrics {
		if m.Name == name {
			return m
		}
	}
	return Metric{Value: -1}
}

// right is the call that a case wants.
func right(c selectionCase) llm.Message {
	if c.Tool == "none" {
		return llm.Message{Text: "Goodbye."}
	}
	args := map[string]any{}
	for name, want := range c.Params {
		args[name] = want
		if m, ok := want.(map[string]any); ok {
			if choice, ok := m["any"].([]any); ok {
				args[name] = choice[0]
			} else if list, ok := m["list"].([]any); ok {
				args[name] = list
			} else {
				args[name] = strings.Trim(fmt.Sprint(m["has"]), "[]")
			}
		}
	}
	if c.Tool == "grep_content" && args["pattern"] == nil {
		args["pattern"] = "8080"
	}
	b, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return llm.Message{Calls: []llm.ToolCall{{ID: "1", Name: c.Tool, Arguments: string(b)}}}
}

func TestSelectionHasEnoughCasesOfEveryTool(t *testing.T) {
	t.Parallel()
	f, err := selectionCases()
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Cases) < 72 {
		t.Errorf("%d cases", len(f.Cases))
	}
	names, asks := map[string]bool{}, map[string]bool{}
	for _, c := range f.Cases {
		key := c.State + c.Ask
		if names[c.Name] || asks[key] || f.States[c.State] == "" || c.Ask == "" || c.Tool == "" {
			t.Errorf("%s is there twice, or has no state, task or tool", c.Name)
		}
		names[c.Name], asks[key] = true, true
		for _, other := range append(c.Accept, c.Forbid...) {
			if other == c.Tool {
				t.Errorf("%s: %s is right and something else, too", c.Name, other)
			}
		}
	}
}

func TestSelectionMarksARightModel(t *testing.T) {
	t.Parallel()
	r := selected(t, answering(t, right))
	for _, c := range r.Cases {
		if c.Verdict != Exact || len(c.Problems) > 0 {
			t.Errorf("%s: %s %q", c.Name, c.Verdict, c.Problems)
		}
	}
	if !r.Met || metric(r, "exact match").Value != 1 || metric(r, "parameter quality").Value != 1 {
		t.Errorf("%+v", r.Metrics)
	}
}

func TestSelectionMarksWrongModels(t *testing.T) {
	t.Parallel()
	call := func(name, args string) func(selectionCase) llm.Message {
		return func(selectionCase) llm.Message {
			return llm.Message{Calls: []llm.ToolCall{{ID: "1", Name: name, Arguments: args}}}
		}
	}
	for _, test := range []struct {
		what   string
		answer func(selectionCase) llm.Message
		metric string
		least  float64
	}{
		{"says nothing", func(selectionCase) llm.Message { return llm.Message{Text: "I do not know."} }, "no tool", 0.9},
		{"submits at once", call("submit_detection", "{}"), "forbidden tool", 0.9},
		{"calls a tool that there is not", call("teleport", "{}"), "wrong tool", 0.9},
		{"always the same", call("get_best_practices", `{"language":"rust","build_system":"cargo"}`), "wrong tool", 0.7},
		{"a forbidden one after a right one", func(c selectionCase) llm.Message {
			m := right(c)
			m.Calls = append(m.Calls, llm.ToolCall{ID: "2", Name: "submit_detection", Arguments: "{}"})
			return m
		}, "forbidden tool", 0.9},
	} {
		r := selected(t, answering(t, test.answer))
		if got := metric(r, test.metric).Value; r.Met || got < test.least {
			t.Errorf("%s: %s is %.2f: %+v", test.what, test.metric, got, r.Metrics)
		}
	}
}

func TestSelectionRatesParameters(t *testing.T) {
	t.Parallel()
	r := selected(t, answering(t, func(c selectionCase) llm.Message {
		m := right(c)
		if len(m.Calls) > 0 {
			m.Calls[0].Arguments = "{'not': 'it'"
		}
		return m
	}))
	if q := metric(r, "parameter quality"); q.Value > 0.2 || q.Of < 60 {
		t.Errorf("%+v", q)
	}
	// Another model writes the right call in a form that has to be repaired.
	r = selected(t, answering(t, func(c selectionCase) llm.Message {
		m := right(c)
		for i := range m.Calls {
			m.Calls[i].Arguments = "```json\n" + m.Calls[i].Arguments + "\n```"
		}
		return m
	}))
	if q := metric(r, "parameter quality"); q.Value != 1 {
		t.Errorf("%+v", q)
	}
}

func TestSelectionSurvivesAProviderThatFails(t *testing.T) {
	t.Parallel()
	r := selected(t, &script.Client{Rest: script.FailAs(llm.Overloaded)})
	if metric(r, "unanswered").Value != 1 || r.Met {
		t.Errorf("%+v", r.Metrics)
	}
}

func TestFits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		want, got any
		fits      bool
	}{
		{"a", "a", true}, {"a", "b", false}, {1, int64(1), true}, {1, float64(1), true}, {true, "true", false},
		{map[string]any{"any": []any{"a", "b"}}, "b", true}, {map[string]any{"any": []any{"a"}}, "b", false},
		{map[string]any{"has": []any{"x", 3}}, "3x", true}, {map[string]any{"has": []any{"x"}}, nil, false},
		{map[string]any{"list": []any{"a", "b"}}, []any{"b", "a"}, true}, {map[string]any{"list": []any{"a", "b"}}, []any{"a"}, false},
		{map[string]any{"odd": 1}, 1, false},
	} {
		if fits(test.want, test.got) != test.fits {
			t.Errorf("%v and %v", test.want, test.got)
		}
	}
}

// TestASelectionLeavesRoomForTheAnswer as far as the model's window goes (ruling
// K-11).
func TestASelectionLeavesRoomForTheAnswer(t *testing.T) {
	for model, want := range map[string]int{"gpt-4o": 8192, "of-my-own": 2048} {
		client := &script.Client{ProviderID: "openai", ModelName: model, Rest: script.Say("no")}
		selected(t, client)
		if r := client.Requests()[0]; r.MaxTokens != want || r.Temperature != 0 {
			t.Errorf("%s: %d tokens at %v", model, r.MaxTokens, r.Temperature)
		}
	}
}
