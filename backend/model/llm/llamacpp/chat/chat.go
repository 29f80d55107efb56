// Package chat writes a conversation as a model was trained to read it: by the
// template that its file carries. What stands in a message never becomes a mark of
// the template's, whatever it looks like.
package chat

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"aipack/backend/model/llm/llamacpp/jinja"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// forms are for files that carry no template, or none that can be used: the least
// that makers' templates of each family have in common.
//
//go:embed forms/*.jinja
var forms embed.FS

// families are the forms by the mark that begins a turn in them, the likeliest first.
var families = []struct{ mark, form, name string }{
	{"<|im_start|>", "chatml", "Qwen's"},
	{"<|start_header_id|>", "llama", "Llama's"},
	{"<start_of_turn>", "gemma", "Gemma's"},
	{"[INST]", "mistral", "Mistral's"},
	{"<|start_of_role|>", "granite", "Granite's"},
}

// familyOf is the form of a vocabulary.
func familyOf(marks []string) (source, note string) {
	family, note := families[0], ", whose marks it does not know: its answers may be poor"
	for _, f := range families {
		if slices.Contains(marks, f.mark) {
			family, note = f, ""
			break
		}
	}
	b, err := forms.ReadFile("forms/" + family.form + ".jinja")
	if err != nil {
		panic(err) // it is a part of this program
	}
	return string(b), "so it is spoken to in " + family.name + " form" + note
}

// Vocabulary is what a form needs to know of a model's.
type Vocabulary struct {
	Marks      []string // its control tokens
	Begin, End string   // the marks that begin and end a text; "" for none
	// WantsBegin says that every prompt begins with Begin.
	WantsBegin bool
}

// Form is how a model is spoken with. It is safe for concurrent use.
type Form struct {
	template *jinja.Template
	marks    marks
	words    Vocabulary

	// Calls says that the template shows tools, calls and results to the model.
	// Where it does not, they are told in words.
	Calls bool
	// Spelling is how the model writes its own calls.
	Spelling protocol.Spelling
	// Note says why the file's own template is not used; "" where it is.
	Note string
}

// New makes the form of a model from its file's template, "" where it has none. One
// that cannot be read is replaced, with a note.
func New(template string, words Vocabulary) *Form {
	f := &Form{words: words, marks: newMarks(words.Marks)}
	var err error
	if template == "" {
		f.Note = "its file has no chat template, "
	} else if f.template, err = jinja.Parse(template); err == nil {
		_, err = f.render(protocol.Talk{Messages: []protocol.Message{{Role: user, Text: "Hello"}}}, time.Time{})
	}
	if err != nil {
		f.Note = fmt.Sprintf("its file's chat template cannot be used (%v), ", err)
	}
	if f.Note != "" {
		source, note := familyOf(words.Marks)
		if f.template, err = jinja.Parse(source); err != nil {
			panic(err) // it is a part of this program
		}
		template, f.Note = source, f.Note+note
	}
	f.Calls = f.showsCalls()
	f.Spelling = spellingOf(template, f.Calls)
	return f
}

// Roles of a conversation, as templates name them.
const (
	system    = "system"
	user      = "user"
	assistant = "assistant"
	tool      = "tool"
)

// Write writes a conversation up to the place where the assistant speaks. The error
// is what the template refuses it with in every way in which it can be told.
func (f *Form) Write(talk protocol.Talk, now time.Time) ([]protocol.Part, error) {
	ways := []func(protocol.Talk) protocol.Talk{same, oneByOne, alternating}
	if !f.Calls {
		ways = []func(protocol.Talk) protocol.Talk{inWords, alternating}
	}
	var first error
	for _, way := range ways {
		text, err := f.render(way(talk), now)
		if err == nil {
			return f.finish(text, talk.Given), nil
		}
		if first == nil {
			first = err
		}
		if _, refused := jinja.Refused(err); !refused {
			break
		}
	}
	return nil, first
}

// render writes a conversation by the template. Some templates go over tools without
// asking whether there are any: those are given none by another sign.
func (f *Form) render(talk protocol.Talk, now time.Time) (jinja.Text, error) {
	text, err := f.asGiven(talk, now)
	if _, refused := jinja.Refused(err); err == nil || refused || len(talk.Tools) > 0 {
		return text, err
	}
	given := f.given(talk)
	delete(given, "tools")
	return f.template.Render(given, now)
}

// asGiven gives the template a conversation as transformers does.
func (f *Form) asGiven(talk protocol.Talk, now time.Time) (jinja.Text, error) {
	return f.template.Render(f.given(talk), now)
}

func (f *Form) given(talk protocol.Talk) jinja.Given {
	var messages, tools []any
	for _, m := range talk.Messages {
		messages = append(messages, messageOf(m))
	}
	given := jinja.Given{
		"messages": messages, "tools": nil, "documents": nil, "add_generation_prompt": true,
		"bos_token": jinja.Words(f.words.Begin), "eos_token": jinja.Words(f.words.End),
		// A small model on a processor has no time to think aloud first.
		"enable_thinking": false,
	}
	for _, t := range talk.Tools {
		tools = append(tools, toolOf(t))
	}
	if tools != nil {
		given["tools"] = tools
	}
	return given
}

func messageOf(m protocol.Message) jinja.Map {
	out := jinja.Map{{Key: "role", Value: jinja.Words(m.Role)}, {Key: "content", Value: m.Text}}
	var calls []any
	for _, c := range m.Calls {
		calls = append(calls, jinja.Map{
			{Key: "id", Value: c.ID}, {Key: "type", Value: jinja.Words("function")},
			{Key: "function", Value: jinja.Map{{Key: "name", Value: c.Name}, {Key: "arguments", Value: argumentsOf(c.Arguments)}}},
		})
	}
	if calls != nil {
		out = append(out, jinja.Entry{Key: "tool_calls", Value: calls})
	}
	if m.Role == tool {
		out = append(out, jinja.Entry{Key: "tool_call_id", Value: m.CallID}, jinja.Entry{Key: "name", Value: m.ToolName})
	}
	return out
}

// argumentsOf are a call's arguments; what a model wrote that is no object is told
// as the text that it is.
func argumentsOf(arguments string) any {
	if strings.TrimSpace(arguments) == "" {
		return jinja.Map{}
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(arguments), &members) != nil {
		return arguments
	}
	return jinja.Verbatim(arguments)
}

func toolOf(t protocol.Tool) jinja.Map {
	schema := t.Schema
	if !json.Valid(schema) {
		schema = json.RawMessage(`{"type": "object", "properties": {}}`)
	}
	return jinja.Map{{Key: "type", Value: jinja.Words("function")}, {Key: "function", Value: jinja.Map{
		{Key: "name", Value: t.Name}, {Key: "description", Value: t.Description}, {Key: "parameters", Value: schema},
	}}}
}

// finish tells marks from text.
func (f *Form) finish(text jinja.Text, given []protocol.Part) []protocol.Part {
	parts := f.marks.split(text)
	begins := len(parts) > 0 && parts[0].Mark && parts[0].Text == f.words.Begin
	if f.words.WantsBegin && f.words.Begin != "" && !begins {
		parts = slices.Insert(parts, 0, protocol.Part{Text: f.words.Begin, Mark: true})
	}
	for _, p := range given {
		parts = add(parts, p)
	}
	return parts
}

// add appends a part; plain text that follows plain text becomes one with it.
func add(parts []protocol.Part, p protocol.Part) []protocol.Part {
	if n := len(parts); n > 0 && !p.Mark && !parts[n-1].Mark {
		parts[n-1].Text += p.Text
		return parts
	}
	if p.Text == "" {
		return parts
	}
	return append(parts, p)
}
