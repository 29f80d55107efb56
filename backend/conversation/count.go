package conversation

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"aipack/backend/llm"
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
		if name := encodingOf(c.Model()); name != "" {
			return encoding{name}
		}
	}
	return Estimate{}
}

// Estimate is the specification's (len+3)/4 (section 4.3) and ten per cent.
type Estimate struct{}

// Count estimates.
func (Estimate) Count(text string) int { return ((len(text)+3)/4*11 + 9) / 10 }

// Exact is false.
func (Estimate) Exact() bool { return false }

// own asks an embedded model's tokenizer; where that fails it estimates.
type own struct{ Tokenizer }

func (o own) Count(text string) int {
	n, err := o.CountTokens(text)
	if err != nil || n < 0 {
		return Estimate{}.Count(text)
	}
	return n
}

func (own) Exact() bool { return true }

// encodings are OpenAI's models by the beginning of their names
// (tiktoken/model.py); the first that matches counts.
var encodings = []struct{ prefix, name string }{
	{"gpt-4o", tiktoken.MODEL_O200K_BASE}, {"gpt-4.1", tiktoken.MODEL_O200K_BASE}, {"gpt-4.5", tiktoken.MODEL_O200K_BASE},
	{"chatgpt-4o", tiktoken.MODEL_O200K_BASE}, {"gpt-5", tiktoken.MODEL_O200K_BASE},
	{"o1", tiktoken.MODEL_O200K_BASE}, {"o3", tiktoken.MODEL_O200K_BASE}, {"o4", tiktoken.MODEL_O200K_BASE},
	{"gpt-4", tiktoken.MODEL_CL100K_BASE}, {"gpt-3.5", tiktoken.MODEL_CL100K_BASE},
}

func encodingOf(model string) string {
	for _, e := range encodings {
		if strings.HasPrefix(model, e.prefix) {
			return e.name
		}
	}
	return ""
}

// encoding counts with one of OpenAI's tables, which are part of the program
// and never fetched.
type encoding struct{ name string }

var offline = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

// tables holds the encodings that were loaded; loading one takes longer than
// counting a whole conversation.
var tables sync.Map // name to func() *tiktoken.Tiktoken

func (e encoding) table() *tiktoken.Tiktoken {
	load, _ := tables.LoadOrStore(e.name, sync.OnceValue(func() *tiktoken.Tiktoken {
		offline()
		t, err := tiktoken.GetEncoding(e.name)
		if err != nil {
			return nil
		}
		return t
	}))
	return load.(func() *tiktoken.Tiktoken)()
}

func (e encoding) Exact() bool { return true }

// Bounds of what is encoded at once, in bytes: the time grows with the square
// of the longest word, and a repository can hold words of any length. Longer
// ones are counted in parts, which may come to a token more for each.
const (
	longestPart = 4 << 10
	longestWord = 128
)

func (e encoding) Count(text string) int {
	t := e.table()
	if t == nil {
		return Estimate{}.Count(text)
	}
	n := 0
	for text != "" {
		part := text[:partLength(text)]
		n += len(t.EncodeOrdinary(strings.ToValidUTF8(part, "\uFFFD")))
		text = text[len(part):]
	}
	return n
}

// partLength is how much of a text is encoded at once. It ends within a word
// only where that is too long, and else after a line, so that the count stays
// the same.
func partLength(text string) int {
	run, class, line := 0, 0, 0
	for i, r := range text {
		if i >= longestPart {
			if line > 0 {
				return line
			}
			return i
		}
		if now := classOf(r); now != class {
			run, class = i, now
		} else if i-run >= longestWord {
			return i
		}
		if r == '\n' && i+1 < len(text) && text[i+1] > ' ' {
			line = i + 1
		}
	}
	return len(text)
}

// classOf tells apart what the encodings' patterns never join.
func classOf(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return 1
	case unicode.IsLetter(r), unicode.IsMark(r):
		return 2
	case unicode.IsNumber(r):
		return 3
	}
	return 4
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

func toolTokens(c Counter, tools []llm.ToolDefinition) int {
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
