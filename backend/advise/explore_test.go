package advise

import (
	"strings"
	"testing"

	"aipack/backend/conversation"
	"aipack/backend/llm"
	"aipack/backend/llm/fence"
	"aipack/backend/llm/script"
)

// TestThePromptsFitTheBudget measures what every exploration begins with.
func TestThePromptsFitTheBudget(t *testing.T) {
	client := &script.Client{Rest: script.Say("nothing is deployed")}
	asking(client).Explore(t.Context(), sit(t, shop).Desk, "why")
	r := client.Requests()[0]
	counter := conversation.CounterFor(named{client})
	tools := 0
	for _, d := range r.Tools {
		tools += counter.Count(d.Name) + counter.Count(d.Description) + counter.Count(string(d.Schema))
	}
	system := counter.Count(r.Messages[0].Text)
	t.Logf("system prompt %d tokens, %d tools %d tokens, first message %d", system, len(r.Tools), tools, counter.Count(r.Messages[1].Text))
	if budget := conversation.Detect16K(); system+tools > budget.System || !strings.Contains(r.Messages[0].Text, fence.Rule) {
		t.Errorf("%d tokens of instructions and tools, %d are set aside", system+tools, budget.System)
	}
}

// named gives a scripted model the name of one whose tokens can be counted.
type named struct{ llm.Client }

func (named) Provider() string { return "openai" }
func (named) Model() string    { return "gpt-4o" }
