package conversation

import (
	"fmt"
	"reflect"
	"testing"

	"aipack/backend/model/llm"
)

// talked is a conversation of so many exchanges, and what was kept of it.
func talked(t *testing.T, exchanges int, l Limits) (*Transcript, *[]Kept) {
	t.Helper()
	kept := &[]Kept{}
	c := New(Options{System: "s", Limits: l, Keep: func(k Kept) { *kept = append(*kept, k) }})
	c.AddContext(Context{Before: "known\n", Blocks: []Block{{Name: "a", Text: "block\n"}}, After: "first"})
	for i := range exchanges {
		call := llm.ToolCall{ID: fmt.Sprint("call_", i), Name: "read_file", Arguments: fmt.Sprintf(`{"path":"%d.go"}`, i)}
		c.Learn(llm.Usage{Prompt: 100, Completion: i + 1, Reported: true})
		c.AddAssistant(llm.Message{Calls: []llm.ToolCall{call}})
		c.AddToolResult(call, ToolResult{Text: "text", Read: []string{fmt.Sprint(i, ".go")}})
		if _, _, err := c.Request(); err != nil {
			t.Fatal(err)
		}
	}
	return c, kept
}

// TestWhatIsKeptGoesOn: a conversation that is put back asks what the one that was left
// would have asked, summaries and all; and what is said from then on is kept in order.
func TestWhatIsKeptGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		exchanges int
		then      func(*Transcript)
		summaries int
	}{
		"short":                 {2, func(*Transcript) {}, 0},
		"summarised":            {9, func(*Transcript) {}, 1},
		"summarised twice":      {14, func(c *Transcript) { c.Compact() }, 2},
		"summarised and undone": {9, func(c *Transcript) { _, _ = c.Undo() }, 0},
	} {
		left, kept := talked(t, c.exchanges, Limits{})
		c.then(left)
		back := New(Options{System: "s", Keep: func(k Kept) { *kept = append(*kept, k) }})
		back.Restore(*kept)
		a, b := left.messages(), back.messages()
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s:\n%+v\n%+v", name, a, b)
		}
		if len(back.untold()) != 0 {
			t.Errorf("%s: what was told is told again", name)
		}
		marks, number := 0, 0
		for _, k := range *kept {
			if k.Summary {
				if marks++; k.Number == 0 {
					marks = 0
				}
			} else if number++; k.Number != number {
				t.Errorf("%s: message %d has the number %d", name, number, k.Number)
			}
		}
		if c.summaries > 0 != (marks > 0) {
			t.Errorf("%s: %d summaries are kept", name, marks)
		}
		back.AddUser("next")
		if last := (*kept)[len(*kept)-1]; last.Number != number+1 || last.Text != "next" {
			t.Errorf("%s: %+v after %d messages", name, last, number)
		}
	}
}

func TestAnAnswerIsKeptWithWhatItTook(t *testing.T) {
	_, kept := talked(t, 2, Limits{})
	if k := *kept; len(k) != 5 || k[1].Usage.Completion != 1 || k[3].Usage.Completion != 2 || k[2].Usage != (llm.Usage{}) || !reflect.DeepEqual(k[2].Read, []string{"0.go"}) {
		t.Errorf("%+v", k)
	}
}

// TestPending: the calls of the last answer that nobody has run.
func TestPending(t *testing.T) {
	c := New(Options{System: "s"})
	c.AddUser("q")
	if c.Pending() != nil {
		t.Error("nothing was called")
	}
	a, b := llm.ToolCall{ID: "a", Name: "look", Arguments: "{}"}, llm.ToolCall{ID: "b", Name: "look", Arguments: "{}"}
	c.AddAssistant(llm.Message{Calls: []llm.ToolCall{a, b}})
	c.AddToolResult(a, ToolResult{Text: "x"})
	if got := c.Pending(); len(got) != 1 || got[0] != b {
		t.Errorf("%+v", got)
	}
	c.AddToolResult(b, ToolResult{Text: "x"})
	if got := c.Pending(); got != nil {
		t.Errorf("%+v", got)
	}
}
