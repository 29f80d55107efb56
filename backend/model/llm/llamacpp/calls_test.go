package llamacpp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// spellings are calls as models write them.
var spellings = []struct {
	name, all, text string
	calls           []llm.ToolCall
}{
	{"as trained", "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": 1}}\n</tool_call>", "", []llm.ToolCall{{Name: "look", Arguments: `{"at": 1}`}}},
	{"after text", "Let me see.\n<tool_call>\n{\"name\": \"look\", \"arguments\": {}}\n</tool_call>", "Let me see.", []llm.ToolCall{{Name: "look", Arguments: `{}`}}},
	{"several", "<tool_call>\n{\"name\": \"look\", \"arguments\": {}}\n</tool_call>\n<tool_call>{\"name\": \"stop\", \"arguments\": {}}</tool_call>", "", []llm.ToolCall{{Name: "look", Arguments: "{}"}, {Name: "stop", Arguments: "{}"}}},
	{"several in one tag", "<tool_call>\n{\"name\": \"look\", \"arguments\": {}}\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>", "", []llm.ToolCall{{Name: "look", Arguments: "{}"}, {Name: "stop", Arguments: "{}"}}},
	{"without an end", "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"a\":[1]}}", "", []llm.ToolCall{{Name: "look", Arguments: `{"a":[1]}`}}},
	{"bare", " {\"name\": \"look\", \"arguments\": {\"at\": \"<tool_call>\"}}\n", "", []llm.ToolCall{{Name: "look", Arguments: `{"at": "<tool_call>"}`}}},
	{"bare list", `[{"name":"look","arguments":{}},{"name":"stop","parameters":{}}]`, "", []llm.ToolCall{{Name: "look", Arguments: "{}"}, {Name: "stop", Arguments: "{}"}}},
	{"fenced", "Sure:\n```json\n{\"name\": \"look\", \"arguments\": {\"at\": 2}}\n```", "Sure:", []llm.ToolCall{{Name: "look", Arguments: `{"at": 2}`}}},
	{"tools tag", "<tools>\n{\"name\": \"look\", \"arguments\": {}}\n</tools>", "", []llm.ToolCall{{Name: "look", Arguments: "{}"}}},
	{"arguments as text", `{"name": "look", "arguments": "{\"at\": 3}"}`, "", []llm.ToolCall{{Name: "look", Arguments: `{"at": 3}`}}},
	{"empty arguments", `<tool_call>{"name": "look", "arguments": ""}</tool_call>`, "", []llm.ToolCall{{Name: "look", Arguments: "{}"}}},
	{"null arguments", `<tool_call>{"name": "look", "arguments": null}</tool_call>`, "", []llm.ToolCall{{Name: "look", Arguments: "{}"}}},
	{"as OpenAI has it", `{"type":"function","function":{"name":"look","arguments":"{}"}}`, "", []llm.ToolCall{{Name: "look", Arguments: "{}"}}},
	{"function for name", `<tool_call>{"function": "look", "parameters": {"x": 1}}</tool_call>`, "", []llm.ToolCall{{Name: "look", Arguments: `{"x": 1}`}}},
	{"a closing tag in a string", "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"a\": \"</tool_call>```<tools>\"}}\n</tool_call>\nDone.", "\nDone.", []llm.ToolCall{{Name: "look", Arguments: `{"a": "</tool_call>` + "```" + `<tools>"}`}}},
	{"a fence in a string", "```json\n{\"name\": \"look\", \"arguments\": {\"a\": \"```\"}}\n```", "", []llm.ToolCall{{Name: "look", Arguments: "{\"a\": \"```\"}"}}},
	{"damaged", "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": 1,,}}\n</tool_call>", "", []llm.ToolCall{{Name: "look", Arguments: `{"at": 1,,}`}}},
	{"unknown name in the tag", `<tool_call>{"name": "dance", "arguments": {}}</tool_call>`, "", []llm.ToolCall{{Name: "dance", Arguments: "{}"}}},
	{"JSON that is an answer", `{"name": "my-app", "version": "1.0"}`, `{"name": "my-app", "version": "1.0"}`, nil},
	{"an unknown name bare", `{"name": "dance", "arguments": {}}`, `{"name": "dance", "arguments": {}}`, nil},
	{"a fence that is code", "```go\nfunc main() {}\n```\nDone.", "```go\nfunc main() {}\n```\nDone.", nil},
	{"text", "I am done, { and all.", "I am done, { and all.", nil},
	{"nothing", "", "", nil},
	{"a tag alone", "<tool_call>", "<tool_call>", nil},
}

func TestCallsAreReadInEverySpelling(t *testing.T) {
	for _, s := range spellings {
		t.Run(s.name, func(t *testing.T) {
			text, calls := readCalls(s.all, map[string]bool{"look": true, "stop": true})
			if text != s.text {
				t.Errorf("text %q, not %q", text, s.text)
			}
			if d := cmp.Diff(s.calls, calls, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestWhatIsHeardIsWhatIsAnswered: however an answer is cut on its way, the
// pieces make up the answer.
func TestWhatIsHeardIsWhatIsAnswered(t *testing.T) {
	r := llm.Request{Tools: []llm.ToolDefinition{{Name: "look"}, {Name: "stop"}}, Messages: []llm.Message{{Calls: make([]llm.ToolCall, 2)}}}
	for _, s := range spellings {
		for size := 1; size <= len(s.all)+1; size += 3 {
			var text strings.Builder
			var calls []llm.ToolCall
			d := newReader(r, nil, protocol.InTags, func(p llm.Piece) {
				text.WriteString(p.Text)
				if p.CallName != "" {
					calls = append(calls, llm.ToolCall{Name: p.CallName, Arguments: p.Arguments})
				}
			})
			for rest := s.all; rest != ""; {
				n := min(size, len(rest))
				d.add(rest[:n])
				rest = rest[n:]
			}
			answer := d.finish()
			if text.String() != answer.Message.Text || text.String() != s.text {
				t.Errorf("%s: heard %q, answered %q, wanted %q", s.name, text.String(), answer.Message.Text, s.text)
			}
			if d := cmp.Diff(answer.Message.Calls, calls, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(llm.ToolCall{}, "ID")); d != "" {
				t.Errorf("%s: %s", s.name, d)
			}
			for i, c := range answer.Message.Calls {
				if want := []string{"call_3", "call_4"}[i]; c.ID != want {
					t.Errorf("%s: id %s, not %s", s.name, c.ID, want)
				}
			}
		}
	}
}

func FuzzReadCalls(f *testing.F) {
	for _, s := range spellings {
		f.Add(s.all)
	}
	f.Fuzz(func(t *testing.T, all string) {
		_, calls := readCalls(all, map[string]bool{"look": true})
		for _, c := range calls {
			if c.Name == "" {
				t.Errorf("a call without a name in %q", all)
			}
		}
	})
}
