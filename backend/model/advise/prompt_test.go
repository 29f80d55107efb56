package advise

import (
	"strings"
	"testing"

	"aipack/backend/model/conversation"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/tool"
)

// TestInstructionsAndToolsFitTheirShare counts what every request of an
// exploration begins with (specification 4.1: 1,500 tokens of 16,000).
func TestInstructionsAndToolsFitTheirShare(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"gpt-4", "gpt-4o"} {
		count := conversation.CounterFor(&script.Client{ProviderID: "openai", ModelName: model})
		tokens := count.Count(New(Options{}).exploring())
		for _, d := range tool.New(tool.Options{}).Definitions() {
			tokens += count.Count(d.Name) + count.Count(d.Description) + count.Count(string(d.Schema))
		}
		if most := conversation.Detect16K().System; tokens > most || tokens < most/2 {
			t.Errorf("%s: %d tokens of %d", model, tokens, most)
		}
		t.Logf("%s: %d", model, tokens)
	}
}

// TestAModelIsToldOfTheLimitsInForce: of the user's, not of the usual ones.
func TestAModelIsToldOfTheLimitsInForce(t *testing.T) {
	t.Parallel()
	for calls, want := range map[int]string{0: "You have 16 tool calls.", 5: "You have 5 tool calls."} {
		if said := New(Options{Limits: Limits{Calls: calls}}).exploring(); !strings.Contains(said, want) || strings.Contains(said, "{calls}") {
			t.Error(said)
		}
	}
}
