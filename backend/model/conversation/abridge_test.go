package conversation

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"aipack/backend/base/tokens"
	"aipack/backend/model/llm"
)

// TestWhatWasWrittenIsToldInShort: a call that is too long for the history still says
// what it was about.
func TestWhatWasWrittenIsToldInShort(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "print(%d, 'a line of a program')\n", i)
	}
	content, err := json.Marshal(text.String())
	if err != nil {
		t.Fatal(err)
	}
	written := fmt.Sprintf(`{"path":"src/a.py","content":%s,"mode":{"keep":[true,1.5,null]}}`, content)
	for _, budget := range []Budget{Detect16K(), Ask8K(), Quick4K()} {
		c := New(Options{System: "s", Budget: budget})
		c.AddUser("q")
		m := c.AddAssistant(llm.Message{Calls: []llm.ToolCall{{ID: "1", Name: "write_file", Arguments: written}}})
		var args struct {
			Path, Content string
			Mode          struct{ Keep []any }
		}
		if err := json.Unmarshal([]byte(m.Calls[0].Arguments), &args); err != nil {
			t.Fatal(err)
		}
		if args.Path != "src/a.py" || len(args.Mode.Keep) != 3 || !strings.HasPrefix(args.Content, "print(0, 'a line of a program')") || !strings.Contains(args.Content, "in all 1000 lines, ") {
			t.Errorf("%s: %+v", budget.Name, args)
		}
		if n := (tokens.Estimate{}).Count(m.Calls[0].Arguments); n > budget.History/2 {
			t.Errorf("%s: %d tokens", budget.Name, n)
		}
	}
	for _, raw := range []string{strings.Repeat("no object ", 9000), "[" + strings.Repeat("1,", 9000) + "1]", `{"` + strings.Repeat("k", 90_000) + `":1}`} {
		got := abridged(tokens.Estimate{}, raw, 100)
		if !json.Valid([]byte(got)) || !strings.Contains(got, "line") || (tokens.Estimate{}).Count(got) > 100 {
			t.Errorf("%.40s became %s", raw, got)
		}
	}
}

// TestTheSameFileIsTheSameInEveryWriting: what counts is what the tool read, not how
// the call was written.
func TestTheSameFileIsTheSameInEveryWriting(t *testing.T) {
	w, rules := newWatch("submit"), ""
	for i, raw := range []string{`{"path":["a.go"]}`, `{"file_path":"./a.go"}`, `{'files': ['b.go', 'a.go']}`} {
		read := []string{"a.go"}
		if i == 2 {
			read = []string{"b.go", "a.go"}
		}
		rules += w.see(llm.ToolCall{Name: "read_file", Arguments: raw}, ToolResult{Name: "read_file", Text: fmt.Sprint(i), Read: read, Arguments: fmt.Sprintf(`{"max_lines":150,"path":%q,"start_line":%d}`, read, i)}).Rule
	}
	if rules != "R6" {
		t.Errorf("three readings of a.go: %q", rules)
	}
	// Names of the tool and of its arguments are the tool's own.
	w, rules = newWatch("submit"), ""
	for i, call := range []llm.ToolCall{{Name: "cat", Arguments: `{"file":"x"}`}, {Name: "read_file", Arguments: `{"path":"x"}`}, {Name: "functions.read-file", Arguments: `{"path":"./x",}`}} {
		rules += w.see(call, ToolResult{Name: "read_file", Text: fmt.Sprint(i), Arguments: `{"path":"x"}`}).Rule
	}
	if rules != "R1" {
		t.Errorf("the same call in three writings: %q", rules)
	}
}
