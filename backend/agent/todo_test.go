package agent

import (
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/llm/script"
)

func TestTodos(t *testing.T) {
	one := `{"content":"look","status":"completed"}`
	for name, c := range map[string]struct {
		given string
		want  int // 0: refused
	}{
		"one":                {`{"todos":[` + one + `]}`, 1},
		"twenty":             {`{"todos":[` + strings.Repeat(one+",", 19) + one + `]}`, 20},
		"twenty-one":         {`{"todos":[` + strings.Repeat(one+",", 20) + one + `]}`, 0},
		"none":               {`{"todos":[]}`, 0},
		"a status of theirs": {`{"todos":[{"content":"look","status":"doing"}]}`, 0},
		"an empty one":       {`{"todos":[{"content":" ","status":"pending"}]}`, 0},
		"no list":            {`{"todos":"look"}`, 0},
		"half a call":        {`{"todos":[{"cont`, 0},
	} {
		got, err := Todos(c.given)
		if len(got) != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	long, err := Todos(`{"todos":[{"content":"a\nb ` + strings.Repeat("x", 300) + `","status":"pending"}]}`)
	if err != nil || !strings.HasPrefix(long[0].Content, "a b x") || len([]rune(long[0].Content)) != longestTodo+1 {
		t.Errorf("%v %v", long, err)
	}
}

// TestStepsAreShown to the user, and change nothing; who only asks has no such tool.
func TestStepsAreShown(t *testing.T) {
	w := shopIn(t, map[string]string{"server.js": server})
	steps := script.Call(TodoTool, `{"todos":[{"content":"read it","status":"completed"},{"content":"change it","status":"in_progress"}]}`)
	client := script.New(steps, script.Call(TodoTool, `{"todos":[]}`), script.Say("done"))
	var told []string
	a, err := w.converse(t, client, func(o *Options) {
		o.Tell = func(e event.Event) {
			if s, ok := e.(event.ToolStarted); ok {
				told = append(told, s.Args)
			}
		}
	}).Ask(t.Context(), "change it")
	if err != nil || a.Text != "done" || len(w.asked) != 0 {
		t.Fatalf("%+v %v", a, err)
	}
	if len(told) != 1 || !strings.Contains(told[0], `{"content":"change it","status":"in_progress"}`) {
		t.Errorf("%q", told)
	}
	for i, want := range []string{`{"shown":"2"}`, "are missing"} {
		if said := client.Requests()[i+1].Messages; !strings.Contains(said[len(said)-1].Text, want) {
			t.Errorf("%+v", said[len(said)-1])
		}
	}
	reader := script.New(script.Say("I only look"))
	if _, err := w.converse(t, reader, func(o *Options) { o.Hands = nil }).Ask(t.Context(), "why?"); err != nil {
		t.Fatal(err)
	}
	for _, d := range reader.Requests()[0].Tools {
		if d.Name == TodoTool {
			t.Error("who only asks is offered it")
		}
	}
}
