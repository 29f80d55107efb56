package llamacpp

import (
	"bytes"
	"encoding/json"
	"strings"

	"aipack/backend/llm"
	"aipack/backend/llm/llamacpp/protocol"
)

// The words of Qwen2.5's chat template (chat_template in the models'
// tokenizer_config.json).
const (
	turnBegins = "<|im_start|>"
	turnEnds   = "<|im_end|>"

	defaultSystem = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."
	toolsBegin    = "\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n" +
		"You are provided with function signatures within <tools></tools> XML tags:\n<tools>"
	toolsEnd = "\n</tools>\n\nFor each function call, return a json object with function name and arguments " +
		"within <tool_call></tool_call> XML tags:\n<tool_call>\n" +
		`{"name": <function-name>, "arguments": <args-json-object>}` + "\n</tool_call>"
)

// text is a prompt in the making. Only the template's own marks become control
// tokens; a mark in a message stays text, so that nothing that a repository
// holds can end a turn or begin another.
type text struct {
	parts []protocol.Part
}

func (t *text) add(plain string) {
	if plain == "" {
		return
	}
	if n := len(t.parts); n > 0 && !t.parts[n-1].Mark {
		t.parts[n-1].Text += plain
		return
	}
	t.parts = append(t.parts, protocol.Part{Text: plain})
}

func (t *text) mark(mark string) { t.parts = append(t.parts, protocol.Part{Text: mark, Mark: true}) }

func (t *text) begin(role string) {
	t.mark(turnBegins)
	t.add(role)
}

func (t *text) end() {
	t.mark(turnEnds)
	t.add("\n")
}

// prompt writes a conversation as Qwen2.5's template does, up to the place
// where the assistant speaks.
func prompt(r llm.Request) *text {
	t := &text{}
	messages := r.Messages
	system := defaultSystem
	if len(messages) > 0 && messages[0].Role == llm.System {
		system, messages = messages[0].Text, messages[1:]
	}
	t.begin("system\n" + system)
	if len(r.Tools) > 0 {
		t.add(toolsBegin)
		for _, tool := range r.Tools {
			t.add("\n" + signature(tool))
		}
		t.add(toolsEnd)
	}
	t.end()
	for i, m := range messages {
		t.message(m, i == 0 || messages[i-1].Role != llm.Tool, i == len(messages)-1 || messages[i+1].Role != llm.Tool)
	}
	t.begin("assistant\n")
	return t
}

// message writes one turn. The results of several tools share a turn: first and
// last say whether a result begins or ends one.
func (t *text) message(m llm.Message, first, last bool) {
	switch m.Role {
	case llm.Tool:
		if first {
			t.begin("user")
		}
		t.add("\n<tool_response>\n" + m.Text + "\n</tool_response>")
		if last {
			t.end()
		}
		return
	case llm.Assistant:
		t.begin("assistant")
		if m.Text != "" || len(m.Calls) == 0 {
			t.add("\n" + m.Text)
		}
		for _, c := range m.Calls {
			t.add("\n<tool_call>\n" + callText(c) + "\n</tool_call>")
		}
	default:
		t.begin(string(m.Role) + "\n" + m.Text)
	}
	t.end()
}

// callText writes a call as the model wrote it: the bytes of its arguments are
// kept, so that what the cache holds of them stays true.
func callText(c llm.ToolCall) string {
	arguments := c.Arguments
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	return `{"name": ` + quoted(c.Name) + `, "arguments": ` + arguments + "}"
}

// signature describes a tool, spaced as Python's json.dumps does it.
func signature(t llm.ToolDefinition) string {
	schema := string(t.Schema)
	if schema == "" {
		schema = `{"type":"object","properties":{}}`
	}
	return `{"type": "function", "function": {"name": ` + quoted(t.Name) + `, "description": ` + quoted(t.Description) +
		`, "parameters": ` + spaced(schema) + `}}`
}

// spaced writes JSON with a space after each comma and colon, as the model saw
// it in training. Text that is no JSON is left as it is.
func spaced(raw string) string {
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(raw)) != nil {
		return raw
	}
	var out strings.Builder
	inString := false
	for i, b := range compact.Bytes() {
		out.WriteByte(b)
		switch {
		case b == '"' && !escaped(compact.Bytes()[:i]):
			inString = !inString
		case !inString && (b == ',' || b == ':'):
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// escaped says whether what follows text is escaped by a backslash.
func escaped(text []byte) bool {
	n := len(text) - len(bytes.TrimRight(text, `\`))
	return n%2 == 1
}

// quoted writes a string as JSON, with < and > as they are.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
