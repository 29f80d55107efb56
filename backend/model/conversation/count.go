package conversation

import (
	"strings"
	"unicode/utf8"

	"aipack/backend/base/tokens"
	"aipack/backend/model/llm"
)

// Counter counts the tokens of a text. It is safe for concurrent use.
type Counter interface {
	Count(text string) int

	// Exact reports whether the count is the model's own.
	Exact() bool
}

// Tokenizer is what a client offers that can count as its model does: an
// embedded model's own tokenizer.
type Tokenizer interface {
	CountTokens(text string) (int, error)
}

// CounterFor chooses the counter for a model: its own tokenizer where the
// client has one, OpenAI's published encodings for OpenAI's models, else the
// estimate. Others than OpenAI's are never counted with OpenAI's tables.
func CounterFor(c llm.Client) Counter {
	if t, ok := c.(Tokenizer); ok {
		return own{t}
	}
	if c.Provider() == "openai" {
		if e := encodingOf(c.Model()); e != nil {
			return encoding{e}
		}
	}
	return tokens.Estimate{}
}

// own asks an embedded model's tokenizer; where that fails it estimates.
type own struct{ Tokenizer }

func (o own) Count(text string) int {
	n, err := o.CountTokens(text)
	if err != nil || n < 0 {
		return tokens.Estimate{}.Count(text)
	}
	return n
}

func (own) Exact() bool { return true }

// encodings are OpenAI's models by the beginning of their names
// (tiktoken/model.py); the first that matches counts.
var encodings = []struct {
	prefix   string
	encoding *tokens.Encoding
}{
	{"gpt-4o", tokens.O200K}, {"gpt-4.1", tokens.O200K}, {"gpt-4.5", tokens.O200K}, {"chatgpt-4o", tokens.O200K}, {"gpt-5", tokens.O200K},
	{"o1", tokens.O200K}, {"o3", tokens.O200K}, {"o4", tokens.O200K},
	{"gpt-4", tokens.CL100K}, {"gpt-3.5", tokens.CL100K},
}

func encodingOf(model string) *tokens.Encoding {
	for _, e := range encodings {
		if strings.HasPrefix(model, e.prefix) {
			return e.encoding
		}
	}
	return nil
}

// encoding counts with one of OpenAI's tables, which are part of the program
// and never fetched.
type encoding struct{ *tokens.Encoding }

func (e encoding) Exact() bool { return true }

func (e encoding) Count(text string) int {
	n, err := e.Encoding.Count(text)
	if err != nil {
		return tokens.Estimate{}.Count(text)
	}
	return n
}

// messageTokens counts a message: 4, its content and 2 for the role (the
// specification's section 4.3), its calls and its thinking.
func messageTokens(c Counter, m llm.Message) int {
	n := 4 + 2 + c.Count(m.Text)
	for _, call := range m.Calls {
		n += 4 + c.Count(call.Name) + c.Count(call.Arguments) + c.Count(call.Opaque)
	}
	for _, t := range m.Thinking {
		n += c.Count(t.Text) + c.Count(string(t.Opaque))
	}
	if m.ToolName != "" {
		n += c.Count(m.ToolName)
	}
	return n
}

// ToolTokens counts what a model is told about tools.
func ToolTokens(c Counter, tools []llm.ToolDefinition) int {
	n := 0
	for _, t := range tools {
		n += 8 + c.Count(t.Name) + c.Count(t.Description) + c.Count(string(t.Schema))
	}
	return n
}

// Head cuts a text to at most so many tokens and says so at its end.
func Head(c Counter, text string, most int) string { return head(c, text, most, cutNote) }

// head cuts a text to at most so many tokens, with a note that it was cut.
func head(c Counter, text string, most int, note string) string {
	if !over(c, text, most) {
		return text
	}
	room, at := most-c.Count(note), 0
	for at < len(text) {
		next := whole(text, min(len(text), at+headStep))
		if room -= c.Count(text[at:next]); room < 0 || next == at {
			break
		}
		at = next
	}
	return text[:at] + note
}

// headStep is how exactly a text is cut, in bytes.
const headStep = 128

// over reports whether a text has more than so many tokens. What is long by
// any count is not counted: that would take time in proportion.
func over(c Counter, text string, most int) bool {
	return len(text) > 16*max(most, 16) || c.Count(text) > most
}

// whole moves an index back to the beginning of a character.
func whole(text string, n int) int {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}
