package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/model/llm"
)

// Answer is a model's answer while it arrives. Every addition is told to hear.
type Answer struct {
	hear     func(llm.Piece)
	text     strings.Builder
	thinking []llm.Thinking
	thought  strings.Builder
	calls    []*call
	taken    map[string]bool
}

type call struct {
	id, name, opaque string
	arguments        strings.Builder
}

// NewAnswer begins the answer to r. hear may be nil.
func NewAnswer(r llm.Request, hear func(llm.Piece)) *Answer {
	if hear == nil {
		hear = func(llm.Piece) {}
	}
	a := &Answer{hear: hear, taken: map[string]bool{}}
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			a.taken[c.ID] = true
		}
	}
	return a
}

// Text adds to the answer's text.
func (a *Answer) Text(s string) {
	if s != "" {
		a.text.WriteString(s)
		a.hear(llm.Piece{Text: s})
	}
}

// Think adds to the block of thinking that is open.
func (a *Answer) Think(s string) {
	if s != "" {
		a.thought.WriteString(s)
		a.hear(llm.Piece{Thinking: s})
	}
}

// Thought closes the open block of thinking. opaque is what its provider wants
// back with it, nil for nothing.
func (a *Answer) Thought(provider string, opaque json.RawMessage) {
	if a.thought.Len() == 0 && opaque == nil {
		return
	}
	a.thinking = append(a.thinking, llm.Thinking{Provider: provider, Text: a.thought.String(), Opaque: opaque})
	a.thought.Reset()
}

// Call begins a tool call and gives its number. Where id is empty, or was used
// before in the conversation, the call gets one of its own, the same in every replay.
func (a *Answer) Call(id, name string) int {
	for n := len(a.taken) + 1; id == "" || a.taken[id]; n++ {
		id = fmt.Sprintf("call_%d", n)
	}
	a.taken[id] = true
	a.calls = append(a.calls, &call{id: id, name: name})
	n := len(a.calls) - 1
	a.hear(llm.Piece{Call: n, CallName: name})
	return n
}

// Name names call n where it has no name yet.
func (a *Answer) Name(n int, name string) {
	if name != "" && a.calls[n].name == "" {
		a.calls[n].name = name
		a.hear(llm.Piece{Call: n, CallName: name})
	}
}

// Arguments adds to the arguments of call n.
func (a *Answer) Arguments(n int, s string) {
	if s != "" {
		a.calls[n].arguments.WriteString(s)
		a.hear(llm.Piece{Call: n, Arguments: s})
	}
}

// Opaque keeps what the provider wants back with call n.
func (a *Answer) Opaque(n int, s string) { a.calls[n].opaque = s }

// Response closes the answer. A call without arguments has an empty object for
// them; an answer with calls waits for its tools, whatever reason was given.
func (a *Answer) Response(stop llm.Stop, used llm.Usage) *llm.Response {
	m := llm.Message{Role: llm.Assistant, Text: a.text.String(), Thinking: a.thinking}
	for _, c := range a.calls {
		arguments := c.arguments.String()
		if bare := strings.TrimSpace(arguments); bare == "" || bare == "null" {
			arguments = "{}"
		}
		m.Calls = append(m.Calls, llm.ToolCall{ID: c.id, Name: c.name, Arguments: arguments, Opaque: c.opaque})
	}
	switch {
	case len(m.Calls) > 0 && (stop == llm.StopDone || stop == ""):
		stop = llm.StopCalls
	case len(m.Calls) == 0 && (stop == llm.StopCalls || stop == ""):
		stop = llm.StopDone
	}
	return &llm.Response{Message: m, Usage: used, Stop: stop}
}

// ThinkingRoom is added to the bound of an answer for models whose hidden
// thinking counts against it, in tokens: a bound of 1,500 would else be used up
// before the answer begins.
const ThinkingRoom = 8192

// Object gives a call's arguments as a JSON object, which most protocols
// demand of calls that are sent back. What is none is wrapped in one, so that
// the model sees what it wrote.
func Object(arguments string) json.RawMessage {
	var fields map[string]json.RawMessage
	if strings.TrimSpace(arguments) == "" {
		return json.RawMessage("{}")
	}
	if json.Unmarshal([]byte(arguments), &fields) == nil && fields != nil {
		return json.RawMessage(strings.ToValidUTF8(arguments, "\uFFFD"))
	}
	wrapped, err := json.Marshal(map[string]string{"invalid_arguments": arguments})
	if err != nil {
		return json.RawMessage("{}")
	}
	return wrapped
}

// Remind adds words at the end of a conversation, in the last message where
// that is not the model's: some chat templates refuse a user's turn after a
// tool's. What comes before stays as it is, and so does what a server cached.
func Remind(all []llm.Message, words ...string) []llm.Message {
	for _, text := range words {
		if text == "" {
			continue
		}
		all = slices.Clone(all)
		if n := len(all) - 1; n >= 0 && (all[n].Role == llm.User || all[n].Role == llm.Tool) {
			all[n].Text = strings.TrimPrefix(all[n].Text+"\n\n"+text, "\n\n")
		} else {
			all = append(all, llm.Message{Role: llm.User, Text: text})
		}
	}
	return all
}

// ChoiceText says in words which tool is to be called, for servers that cannot
// be made to. It is empty where the model is free.
func ChoiceText(c llm.Choice) string {
	switch c {
	case llm.Auto, llm.NoTool:
		return ""
	case llm.SomeTool:
		return "Answer by calling one of the tools."
	}
	return "Answer by calling the tool " + string(c) + "."
}

// SchemaText asks in words for an answer that fits a schema, for servers that
// cannot be made to keep to it.
func SchemaText(schema json.RawMessage) string {
	return "Answer with one JSON object and nothing else. It must fit this JSON Schema: " + string(schema)
}

// Sorted puts models in the order of their names.
func Sorted(all []llm.ModelInfo) []llm.ModelInfo {
	slices.SortFunc(all, func(a, b llm.ModelInfo) int { return strings.Compare(a.Name, b.Name) })
	return all
}
