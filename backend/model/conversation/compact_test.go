package conversation

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

// TestManyResultsOfOneAnswerFit, however many calls a model makes at once: each
// is answered, what is sent fits the budget, and, where there is room worth
// sharing, no result pays for the others.
func TestManyResultsOfOneAnswerFit(t *testing.T) {
	for name, budget := range map[string]Budget{"detect": Detect16K(), "ask": Ask8K(), "quick": Quick4K()} {
		for _, calls := range []int{1, 2, 5, 16, mostCalls} {
			for _, earlier := range []int{0, 6, 20} {
				c := New(Options{Budget: budget, System: "s"})
				c.AddUser("q")
				for i := range earlier {
					c.AddAssistant(llm.Message{Calls: []llm.ToolCall{{ID: fmt.Sprint("old", i), Name: "look", Arguments: "{}"}}})
					c.AddToolResult(llm.ToolCall{ID: fmt.Sprint("old", i), Name: "look"}, ToolResult{Text: strings.Repeat("old words ", 100)})
				}
				m := llm.Message{}
				for i := range calls {
					m.Calls = append(m.Calls, llm.ToolCall{ID: fmt.Sprint(i), Name: "look", Arguments: fmt.Sprintf(`{"path":"%d"}`, i)})
				}
				m = c.AddAssistant(m)
				for i, call := range m.Calls {
					c.AddToolResult(call, ToolResult{Text: fmt.Sprintf("result %d: ", i) + strings.Repeat("some words of a long file ", 2000)})
				}
				r, _, err := c.Request()
				if err != nil {
					t.Errorf("%s, %d calls after %d turns: %v", name, calls, earlier, err)
					continue
				}
				answered, shortest, longest := 0, 1<<30, 0
				for _, m := range r.Messages {
					if m.Role == llm.Tool && !strings.HasPrefix(m.CallID, "old") {
						answered++
						shortest, longest = min(shortest, len(m.Text)), max(longest, len(m.Text))
					}
				}
				if answered != calls || c.Used() > budget.Prompt() || longest > 3*shortest && name == "detect" {
					t.Errorf("%s, %d calls after %d turns: %d results of %d to %d bytes, %d tokens of %d", name, calls, earlier, answered, shortest, longest, c.Used(), budget.Prompt())
				}
			}
		}
	}
}
