package llamacpp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// TestCallsOfEveryFamily reads calls as the makers' templates write them.
func TestCallsOfEveryFamily(t *testing.T) {
	look, stop := llm.ToolCall{Name: "look", Arguments: `{"at": 1}`}, llm.ToolCall{Name: "stop", Arguments: "{}"}
	for _, c := range []struct {
		name     string
		spelling protocol.Spelling
		all      string
		text     string
		calls    []llm.ToolCall
	}{
		{"Qwen2.5", protocol.InTags, "I look.\n<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": 1}}\n</tool_call>", "I look.", []llm.ToolCall{look}},
		{"Qwen3, after a thought", protocol.InTags, "<think>\nHm <tool_call>\n</think>\n\n<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": 1}}\n</tool_call>", "", []llm.ToolCall{look}},
		{
			"Qwen3-Coder", protocol.Tagged, "I look.\n\n<tool_call>\n<function=look>\n<parameter=at>\n1\n</parameter>\n<parameter=path>\na <b>\n\"c\"\n</parameter>\n</function>\n</tool_call>", "I look.",
			[]llm.ToolCall{{Name: "look", Arguments: `{"at": 1, "path": "a <b>\n\"c\""}`}},
		},
		{
			"Qwen3.5, twice", protocol.Tagged, "<tool_call>\n<function=look>\n<parameter=at>\n[1, 2]\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=stop>\n</function>\n</tool_call>", "",
			[]llm.ToolCall{{Name: "look", Arguments: `{"at": [1, 2]}`}, stop},
		},
		{"Qwen3.5, cut off", protocol.Tagged, "<tool_call>\n<function=look>\n<parameter=at>\n1", "", []llm.ToolCall{look}},
		{"a tagged family that writes JSON", protocol.Tagged, "<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": 1}}\n</tool_call>", "", []llm.ToolCall{look}},
		{"Mistral Small 3.2", protocol.Mistral, "[TOOL_CALLS]look[CALL_ID]123456789[ARGS]{\"at\": 1}[TOOL_CALLS]stop[CALL_ID]1[ARGS]{}", "", []llm.ToolCall{look, stop}},
		{"Ministral 3", protocol.Mistral, "[THINK]So.[/THINK]I look.[TOOL_CALLS]look[ARGS]{\"at\": 1}", "I look.", []llm.ToolCall{look}},
		{"Mistral Nemo", protocol.Mistral, "[TOOL_CALLS][{\"name\": \"look\", \"arguments\": {\"at\": 1}, \"id\": \"1\"}]", "", []llm.ToolCall{look}},
		{
			"gpt-oss", protocol.Harmony, "<|channel|>analysis<|message|>I must look.<|end|><|start|>assistant to=functions.look<|channel|>commentary json<|message|>{\"at\": 1}", "",
			[]llm.ToolCall{look},
		},
		{"gpt-oss, the other way round", protocol.Harmony, "<|channel|>commentary to=functions.look <|constrain|>json<|message|>{\"at\": 1}", "", []llm.ToolCall{look}},
		{"gpt-oss, an answer", protocol.Harmony, "<|channel|>analysis<|message|>So.<|end|><|start|>assistant<|channel|>final<|message|>It is 8080.", "It is 8080.", nil},
		{
			"Gemma 4", protocol.Gemma, `<|tool_call>call:look{at:1,path:<|"|>a, "b" }<|"|>,deep:{x:[true,null,<|"|>y<|"|>]}}<tool_call|><|tool_call>call:stop{}<tool_call|>`, "",
			[]llm.ToolCall{{Name: "look", Arguments: `{"at": 1, "path": "a, \"b\" }", "deep": {"x": [true, null, "y"]}}`}, stop},
		},
		{"Granite 3.3", protocol.Granite, `<|tool_call|>[{"name": "look", "arguments": {"at": 1}}, {"name": "stop", "arguments": {}}]`, "", []llm.ToolCall{look, stop}},
		{"Llama 3.2", protocol.Bare, `{"name": "look", "parameters": {"at": 1}}`, "", []llm.ToolCall{look}},
		{"Llama 3.1", protocol.Bare, `<|python_tag|>{"name": "look", "parameters": {"at": 1}}`, "", []llm.ToolCall{look}},
		{"text alone", protocol.Mistral, "Nothing [to] do.", "Nothing [to] do.", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, calls := readSpelled(c.all, c.spelling, map[string]bool{"look": true, "stop": true})
			if d := cmp.Diff(c.calls, calls); d != "" || text != c.text {
				t.Errorf("%q: %s", text, d)
			}
			// However it is cut, what was said is never taken back.
			for cut := range len(c.all) {
				said := spoken(c.all[:cut], c.spelling, true)
				if len(c.calls) > 0 && !strings.HasPrefix(c.text, strings.TrimRight(said, " \n")) || len(c.calls) == 0 && !strings.HasPrefix(c.text, said) {
					t.Fatalf("after %q it says %q", c.all[:cut], said)
				}
			}
		})
	}
}

// FuzzCalls: nothing that a model writes makes reading it fail.
func FuzzCalls(f *testing.F) {
	all := []protocol.Spelling{protocol.InTags, protocol.Tagged, protocol.Mistral, protocol.Harmony, protocol.Gemma, protocol.Granite, protocol.Bare}
	for i, said := range []string{
		"<tool_call>\n<function=a>\n<parameter=b>\nc\n</parameter>", "[TOOL_CALLS]a[ARGS]{", "<|channel|>final<|message|>x<|end|><|start|>assistant to=functions.a<|message|>{}",
		`<|tool_call>call:a{b:[{c:<|"|>d`, "<think>a", `{"name": "look", "parameters": {}}`,
	} {
		f.Add(said, uint8(i))
	}
	f.Fuzz(func(_ *testing.T, said string, i uint8) {
		s := all[int(i)%len(all)]
		readSpelled(said, s, map[string]bool{"look": true})
		spoken(said, s, true)
	})
}
