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

// TestTheQuestionStays: what is being answered is never summarised away, before the
// conversation is left and after.
func TestTheQuestionStays(t *testing.T) {
	kept := []Kept{}
	c := New(Options{System: "s", Keep: func(k Kept) { kept = append(kept, k) }})
	c.AddUser("first")
	c.AddAssistant(llm.Message{Text: "answer"})
	c.AddUser("the second question")
	c.Asks(0)
	for i := range 9 {
		call := llm.ToolCall{ID: fmt.Sprint("call_", i), Name: "look", Arguments: "{}"}
		c.AddAssistant(llm.Message{Calls: []llm.ToolCall{call}})
		c.AddToolResult(call, ToolResult{Text: "text"})
		if i == 4 {
			c.AddUser("a note of the loop")
		}
		if _, _, err := c.Request(); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(c *Transcript) (n int) {
		for _, m := range c.Said() {
			if m.Text == "the second question" {
				n++
			}
		}
		return n
	}
	back := New(Options{System: "s"})
	back.Restore(kept)
	if len(c.Compactions()) == 0 || holds(c) != 1 || holds(back) != 1 || !reflect.DeepEqual(c.Said(), back.Said()) {
		t.Errorf("%d compactions\n%+v\n%+v", len(c.Compactions()), c.Said(), back.Said())
	}
}

// TestSumUp: a text takes the place of all but the first message, and so it is after the
// conversation was left.
func TestSumUp(t *testing.T) {
	left, kept := talked(t, 3, Limits{OnlyRoom: true})
	done := left.SumUp("the sum", llm.Usage{Prompt: 7, Completion: 2, Reported: true})
	if done == nil || len(done.Dropped) != 6 || done.TokensAfter >= done.TokensBefore || len(left.Said()) != 2 || left.Older() != 0 {
		t.Fatalf("%+v %+v", done, left.Said())
	}
	if last := (*kept)[len(*kept)-1]; !last.Summary || last.Usage.Prompt != 7 || last.Number != 7 {
		t.Errorf("%+v", last)
	}
	if left.SumUp("again", llm.Usage{}) != nil {
		t.Error("what is summed up is summed up again")
	}
	back := New(Options{System: "s"})
	back.Restore(*kept)
	if !reflect.DeepEqual(left.Said(), back.Said()) || back.Room() <= 0 {
		t.Errorf("%+v", back.Said())
	}
	if _, err := left.Undo(); err != nil || len(left.Said()) != 7 {
		t.Errorf("%d messages, %v", len(left.Said()), err)
	}
}
