package chat

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/llm/llamacpp/protocol"
)

// qwen is what is needed of Qwen2.5's vocabulary.
var qwen = Vocabulary{Marks: []string{"<|endoftext|>", "<|im_start|>", "<|im_end|>"}, End: "<|im_end|>"}

func flat(parts []protocol.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// TestFormOfQwen compares with what Qwen2.5's chat_template gives for the same
// messages, worked out by hand from its definition.
func TestFormOfQwen(t *testing.T) {
	weather := protocol.Tool{
		Name: "weather", Description: "Today's <weather>, \"here\"",
		Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","description":"a, b: c\\"}},"required":["city"]}`),
	}
	call := func(city string) protocol.Call {
		return protocol.Call{ID: "1", Name: "weather", Arguments: `{"city": "` + city + `"}`}
	}
	for name, c := range map[string]struct {
		r    protocol.Talk
		want string
	}{
		"no system message": {
			protocol.Talk{Messages: []protocol.Message{{Role: user, Text: "Hi"}}},
			"<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n" +
				"<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n",
		},
		"a conversation": {
			protocol.Talk{Messages: []protocol.Message{{Role: system, Text: "Be brief."}, {Role: user, Text: "Hi"}, {Role: assistant, Text: "Hello."}, {Role: user, Text: "Bye"}}},
			"<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n" +
				"<|im_start|>assistant\nHello.<|im_end|>\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n",
		},
		"tools": {
			protocol.Talk{Tools: []protocol.Tool{weather, {Name: "stop"}}, Messages: []protocol.Message{
				{Role: system, Text: "Be brief."}, {Role: user, Text: "Hi"},
				{Role: assistant, Text: "I look.", Calls: []protocol.Call{call("Rome"), call("Oslo")}},
				{Role: tool, Text: "sun"}, {Role: tool, Text: "snow"},
				{Role: assistant, Calls: []protocol.Call{{Name: "stop"}}},
				{Role: tool, Text: "stopped"},
			}},
			"<|im_start|>system\nBe brief.\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n" +
				"You are provided with function signatures within <tools></tools> XML tags:\n<tools>\n" +
				`{"type": "function", "function": {"name": "weather", "description": "Today's <weather>, \"here\"", "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "a, b: c\\"}}, "required": ["city"]}}}` + "\n" +
				`{"type": "function", "function": {"name": "stop", "description": "", "parameters": {"type": "object", "properties": {}}}}` +
				"\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n" +
				"<tool_call>\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n</tool_call><|im_end|>\n" +
				"<|im_start|>user\nHi<|im_end|>\n" +
				"<|im_start|>assistant\nI look.\n<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Rome\"}}\n</tool_call>" +
				"\n<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call><|im_end|>\n" +
				"<|im_start|>user\n<tool_response>\nsun\n</tool_response>\n<tool_response>\nsnow\n</tool_response><|im_end|>\n" +
				"<|im_start|>assistant\n<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call><|im_end|>\n" +
				"<|im_start|>user\n<tool_response>\nstopped\n</tool_response><|im_end|>\n<|im_start|>assistant\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			parts, err := New("", qwen).Write(c.r, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, flat(parts)); d != "" {
				t.Error(d)
			}
		})
	}
}
