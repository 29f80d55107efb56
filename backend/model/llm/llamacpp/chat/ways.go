package chat

import (
	"encoding/json"
	"strings"
	"time"

	"aipack/backend/model/llm/llamacpp/protocol"
)

// same tells a conversation as it is.
func same(talk protocol.Talk) protocol.Talk { return talk }

// oneByOne has each call followed by its result: some models were trained on one
// call at a time, and their templates refuse several.
func oneByOne(talk protocol.Talk) protocol.Talk {
	out := talk
	out.Messages = nil
	for i := 0; i < len(talk.Messages); i++ {
		m := talk.Messages[i]
		if len(m.Calls) < 2 {
			out.Messages = append(out.Messages, m)
			continue
		}
		results := talk.Messages[i+1:]
		for n, c := range m.Calls {
			one := protocol.Message{Role: m.Role, Calls: []protocol.Call{c}}
			if n == 0 {
				one.Text = m.Text
			}
			out.Messages = append(out.Messages, one)
			if n < len(results) && results[n].Role == tool {
				out.Messages = append(out.Messages, results[n])
				i++
			}
		}
	}
	return out
}

// inWords tells tools, calls and results in words, to models that have no marks for
// them.
func inWords(talk protocol.Talk) protocol.Talk {
	out := protocol.Talk{Given: talk.Given}
	head := ""
	if len(talk.Tools) > 0 {
		head = toolsInWords(talk.Tools)
	}
	for i, m := range talk.Messages {
		switch {
		case m.Role == system && i == 0 && head != "":
			m.Text, head = m.Text+"\n\n"+head, ""
		case m.Role == assistant:
			for _, c := range m.Calls {
				m.Text = strings.TrimLeft(m.Text+"\n"+callInWords(c), "\n")
			}
			m.Calls = nil
		case m.Role == tool:
			m = protocol.Message{Role: user, Text: "The result of " + m.ToolName + ":\n" + m.Text}
		}
		out.Messages = append(out.Messages, m)
	}
	if head != "" {
		out.Messages = append([]protocol.Message{{Role: system, Text: head}}, out.Messages...)
	}
	return out
}

func toolsInWords(tools []protocol.Tool) string {
	var b strings.Builder
	b.WriteString("You can call tools. To call one, answer with nothing but a JSON object: {\"name\": its name, \"arguments\": an object}.\nThe tools:")
	for _, t := range tools {
		schema := string(t.Schema)
		if !json.Valid(t.Schema) {
			schema = "{}"
		}
		b.WriteString("\n" + t.Name + ": " + t.Description + "\n  arguments: " + schema)
	}
	return b.String()
}

func callInWords(c protocol.Call) string {
	name, err := json.Marshal(c.Name)
	if err != nil {
		return ""
	}
	arguments := c.Arguments
	if strings.TrimSpace(arguments) == "" {
		arguments = "{}"
	}
	return `{"name": ` + string(name) + `, "arguments": ` + arguments + "}"
}

// alternating is inWords without a system message and with user and assistant
// speaking in turn: the least that every template takes.
func alternating(talk protocol.Talk) protocol.Talk {
	told := inWords(talk)
	out := protocol.Talk{Given: told.Given}
	for _, m := range told.Messages {
		if m.Role == system {
			m.Role = user
		}
		if n := len(out.Messages); n > 0 && out.Messages[n-1].Role == m.Role {
			out.Messages[n-1].Text += "\n\n" + m.Text
			continue
		}
		if len(out.Messages) == 0 && m.Role == assistant {
			out.Messages = append(out.Messages, protocol.Message{Role: user, Text: "Hello"})
		}
		out.Messages = append(out.Messages, m)
	}
	return out
}

// showsCalls renders a conversation with a tool, a call and its result, and looks
// for each of them in what is written: some templates leave them out without a word.
func (f *Form) showsCalls() bool {
	const name, argument, result = "lighthouse_lamp", "amber", "it burns"
	text, err := f.render(protocol.Talk{
		Messages: []protocol.Message{
			{Role: system, Text: "Help."}, {Role: user, Text: "Light it."},
			{Role: assistant, Calls: []protocol.Call{{ID: "call00001", Name: name, Arguments: `{"colour": "` + argument + `"}`}}},
			{Role: tool, Text: result, CallID: "call00001", ToolName: name},
		},
		Tools: []protocol.Tool{{
			Name: name, Description: "Lights the lamp.",
			Schema: json.RawMessage(`{"type": "object", "properties": {"colour": {"type": "string"}}}`),
		}},
	}, time.Time{})
	if err != nil {
		return false
	}
	said := text.String()
	before, _, found := strings.Cut(said, argument)
	return found && strings.Count(before, name) >= 2 && strings.Contains(said, result)
}
