package llamacpp

import (
	"bytes"
	"encoding/json"
	"strings"

	"aipack/backend/model/llm"
)

// callOpenings are how a model begins a call within text: as it was trained
// to, and as Qwen2.5-Coder writes it on a bad day.
var callOpenings = []string{"<tool_call>", "<tools>", "```"}

// readCalls takes the calls out of an answer, leniently, and gives the text
// that is left. Only tools that exist can be called, except within
// <tool_call>, where there is no doubt of what is meant.
func readCalls(all string, tools map[string]bool) (text string, calls []llm.ToolCall) {
	if bare, rest := bareCalls(all, tools); len(bare) > 0 && strings.TrimSpace(rest) == "" {
		return "", bare
	}
	var plain strings.Builder
	for all != "" {
		at, opening := firstOpening(all)
		if at < 0 {
			plain.WriteString(all)
			break
		}
		found, whole := callsAt(all[at:], opening, tools)
		if len(found) == 0 {
			plain.WriteString(all[:at+whole])
		} else {
			plain.WriteString(strings.TrimRight(all[:at], "\r\n"))
			calls = append(calls, found...)
		}
		all = all[at+whole:]
	}
	text = plain.String()
	if len(calls) > 0 {
		text = strings.TrimRight(text, " \t\r\n")
	}
	return text, calls
}

func firstOpening(s string) (at int, opening string) {
	at = -1
	for _, o := range callOpenings {
		if i := strings.Index(s, o); i >= 0 && (at < 0 || i < at) {
			at, opening = i, o
		}
	}
	return at, opening
}

// callsAt reads the calls that follow an opening, and says how long it all is.
// JSON is read as JSON: a closing tag within a string closes nothing.
func callsAt(s, opening string, tools map[string]bool) (calls []llm.ToolCall, whole int) {
	closing, start := "</"+opening[1:], len(opening)
	if opening == "```" {
		closing = opening
		if line := strings.IndexByte(s, '\n'); line >= 0 {
			start = line
		}
	} else if opening == "<tool_call>" {
		tools = nil
	}
	calls, rest := bareCalls(s[start:], tools)
	rest = strings.TrimLeft(rest, " \t\r\n")
	after, closed := strings.CutPrefix(rest, closing)
	switch {
	case closed:
		return calls, len(s) - len(after)
	case rest == "":
		return calls, len(s)
	}
	// Something else comes before the end, if there is one.
	whole = len(s)
	if i := strings.Index(rest, closing); i >= 0 {
		whole, rest = len(s)-len(rest)+i+len(closing), rest[:i]
	}
	if opening != "<tool_call>" {
		return nil, whole
	}
	if damaged, ok := damagedCall(rest); ok {
		calls = append(calls, damaged)
	}
	return calls, whole
}

// bareCalls reads JSON objects, one after the other or in a list, as long as
// each is a call. tools, where not nil, are the names that count.
func bareCalls(s string, tools map[string]bool) (calls []llm.ToolCall, rest string) {
	rest = s
	for {
		trimmed := strings.TrimLeft(rest, " \t\r\n,;")
		if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
			return calls, rest
		}
		d := json.NewDecoder(strings.NewReader(trimmed))
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return calls, rest
		}
		list := []json.RawMessage{raw}
		if raw[0] == '[' && json.Unmarshal(raw, &list) != nil {
			return calls, rest
		}
		var found []llm.ToolCall
		for _, one := range list {
			c, ok := callOf(one)
			if !ok || tools != nil && !tools[c.Name] {
				return calls, rest
			}
			found = append(found, c)
		}
		calls = append(calls, found...)
		rest = trimmed[d.InputOffset():]
	}
}

// callOf reads one object in the spellings that models use.
func callOf(raw json.RawMessage) (llm.ToolCall, bool) {
	var o struct {
		Name       json.RawMessage `json:"name"`
		Function   json.RawMessage `json:"function"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
		Args       json.RawMessage `json:"args"`
	}
	if json.Unmarshal(raw, &o) != nil {
		return llm.ToolCall{}, false
	}
	if len(o.Name) == 0 && len(o.Function) > 0 {
		if o.Function[0] == '{' {
			return callOf(o.Function)
		}
		o.Name = o.Function
	}
	var name string
	if json.Unmarshal(o.Name, &name) != nil || name == "" {
		return llm.ToolCall{}, false
	}
	for _, a := range []json.RawMessage{o.Arguments, o.Parameters, o.Args} {
		if len(a) > 0 {
			return llm.ToolCall{Name: name, Arguments: argumentsOf(a)}, true
		}
	}
	return llm.ToolCall{}, false
}

// argumentsOf unwraps arguments that were written as a string, or not at all.
func argumentsOf(raw json.RawMessage) string {
	var inner string
	if json.Unmarshal(raw, &inner) == nil && raw[0] == '"' {
		if strings.TrimSpace(inner) == "" {
			return "{}"
		}
		return inner
	}
	if bytes.Equal(raw, []byte("null")) {
		return "{}"
	}
	return string(raw)
}

// damagedCall saves the name and the bytes of the arguments of a call that is
// no JSON: whoever runs the tool may repair them, or tell the model.
func damagedCall(s string) (llm.ToolCall, bool) {
	_, after, ok := strings.Cut(s, `"name"`)
	if !ok {
		return llm.ToolCall{}, false
	}
	after = strings.TrimLeft(after, " \t:")
	if after == "" || after[0] != '"' {
		return llm.ToolCall{}, false
	}
	name, after, ok := strings.Cut(after[1:], `"`)
	if !ok || name == "" {
		return llm.ToolCall{}, false
	}
	_, arguments, _ := strings.Cut(after, `"arguments"`)
	arguments = strings.TrimSpace(strings.TrimLeft(arguments, " \t:"))
	if cut, found := strings.CutSuffix(arguments, "}"); found {
		arguments = strings.TrimSpace(cut) // the brace that closes the call
	}
	return llm.ToolCall{Name: name, Arguments: arguments}, true
}

// unquoted reads a JSON string, or gives the text itself.
func unquoted(s string) string {
	var name string
	if json.Unmarshal([]byte(s), &name) != nil {
		return s
	}
	return name
}
