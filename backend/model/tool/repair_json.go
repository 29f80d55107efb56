package tool

import (
	"fmt"
	"strings"

	"aipack/backend/base/bounded"
)

// nesting is how deep a text's brackets go, whether or not they close.
func nesting(s string) int {
	deep, deepest := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '{', '[':
			deep++
			deepest = max(deepest, deep)
		case '}', ']':
			deep = max(deep-1, 0)
		}
	}
	return deepest
}

// repairedJSON is the object in a text that is nearly JSON.
//
// What was mended is form or end. Form is how the text is written: fenced as
// Markdown, with words around it, written twice as a text, with comments, single
// quotes, bare names, missing or surplus commas, Python's words, raw line ends,
// unknown escapes. The object then holds all that was written. Completed says that
// the end was missing: a quote or a bracket was added that the text does not have.
// Nobody knows what else would have come, so such an object is good for showing and
// for nothing else.
type repairedJSON struct {
	args      map[string]any
	completed bool
}

// repairJSON reads the object in a text that is nearly JSON.
func repairJSON(raw string) (out repairedJSON, ok bool) {
	defer func() {
		if recover() != nil { // the reader of JSON5 is not ours
			out, ok = repairedJSON{}, false
		}
	}()
	text := strings.TrimSpace(strings.TrimPrefix(raw, "\uFEFF"))
	if strings.HasPrefix(text, `"`) {
		if inner, err := strict(text); err == nil {
			if s, isText := inner.(string); isText {
				if tree, err := strict(s); err == nil {
					out.args, ok = tree.(map[string]any)
					return out, ok
				}
				text = s
			}
		}
	}
	text = unfenced(text)
	start := strings.IndexByte(text, '{')
	if start < 0 {
		if !pairs(text) {
			return repairedJSON{}, false
		}
		text, start = "{"+text, 0
	}
	m := jsonRepairer{in: text[start:]}
	m.copy()
	var tree any
	if err := bounded.JSON5(m.out.String(), &tree); err != nil {
		return repairedJSON{completed: m.completed}, false
	}
	out.args, ok = plain(tree).(map[string]any)
	out.completed = m.completed
	return out, ok
}

// unfenced takes a block of code out of Markdown.
func unfenced(text string) string {
	if strings.HasPrefix(text, "{") {
		return text // what looks like a fence is inside
	}
	_, block, found := strings.Cut(text, "```")
	if !found {
		return text
	}
	block, _, _ = strings.Cut(block, "```")
	return block
}

// pairs reports whether a text is the inside of an object: "path": "src".
func pairs(text string) bool {
	name, _, found := strings.Cut(text, ":")
	name = strings.Trim(name, " \t\r\n\"'")
	return found && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// jsonRepairer copies one object in a form that JSON5 reads.
type jsonRepairer struct {
	in   string
	at   int
	out  strings.Builder
	open []byte // the brackets that will close
	last byte   // the last character that is no space

	completed bool // something was closed that the text leaves open
}

// copy ends after the object, or where the text ends.
func (m *jsonRepairer) copy() {
	for m.at < len(m.in) {
		c := m.in[m.at]
		switch {
		case c == '"' || c == '\'':
			m.text(string(c))
			continue
		case strings.HasPrefix(m.in[m.at:], "“"):
			m.text("”")
			continue
		case strings.HasPrefix(m.in[m.at:], "//"), strings.HasPrefix(m.in[m.at:], "/*"):
			m.comment()
			continue
		case wordByte(c):
			m.word()
			continue
		case c == '{':
			m.separate()
			m.open = append(m.open, '}')
		case c == '[':
			m.separate()
			m.open = append(m.open, ']')
		case c == '}' || c == ']':
			if m.close(c); len(m.open) == 0 {
				return
			}
			m.at++
			continue
		case c == ',' && (m.last == ',' || m.last == '{' || m.last == '['):
			m.at++ // one too many
			continue
		}
		m.put(c)
	}
	m.completed = m.completed || len(m.open) > 0
	for i := len(m.open) - 1; i >= 0; i-- {
		m.out.WriteByte(m.open[i])
	}
	m.open = nil
}

func (m *jsonRepairer) put(c byte) {
	m.out.WriteByte(c)
	m.at++
	if c > ' ' {
		m.last = c
	}
}

// separate writes the comma that is missing between two values.
func (m *jsonRepairer) separate() {
	if m.last == '"' || m.last == '}' || m.last == ']' || wordByte(m.last) {
		m.out.WriteByte(',')
	}
}

// close closes up to the bracket c; one that was never opened is dropped.
func (m *jsonRepairer) close(c byte) {
	for i := len(m.open) - 1; i >= 0; i-- {
		if m.open[i] != c {
			continue
		}
		m.completed = m.completed || i < len(m.open)-1
		for j := len(m.open) - 1; j >= i; j-- {
			m.out.WriteByte(m.open[j])
		}
		m.open, m.last = m.open[:i], c
		return
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c == '+' || c == '-' ||
		c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// word copies a name, number or constant; Python's constants become JSON's.
func (m *jsonRepairer) word() {
	m.separate()
	start := m.at
	for m.at < len(m.in) && wordByte(m.in[m.at]) {
		m.at++
	}
	word := m.in[start:m.at]
	switch word {
	case "True":
		word = "true"
	case "False":
		word = "false"
	case "None", "undefined":
		word = "null"
	}
	m.out.WriteString(word)
	m.last = word[len(word)-1]
}

func (m *jsonRepairer) comment() {
	end := "\n"
	if m.in[m.at+1] == '*' {
		end = "*/"
	}
	_, rest, found := strings.Cut(m.in[m.at+2:], end)
	if !found {
		rest = ""
	}
	m.at = len(m.in) - len(rest)
}

// text copies a quoted text in double quotes, with its escapes put right; one
// that never ends is closed.
func (m *jsonRepairer) text(quote string) {
	m.separate()
	m.out.WriteByte('"')
	m.at++
	if quote == "”" {
		m.at += len("“") - 1
	}
	for m.at < len(m.in) && !strings.HasPrefix(m.in[m.at:], quote) {
		switch c := m.in[m.at]; {
		case c == '\\':
			m.escape()
			continue
		case c == '"':
			m.out.WriteString(`\"`)
		case c < ' ':
			fmt.Fprintf(&m.out, `\u%04x`, c)
		default:
			m.out.WriteByte(c)
		}
		m.at++
	}
	m.at = min(m.at+len(quote), len(m.in))
	m.out.WriteByte('"')
	m.last = '"'
}

// escape copies a backslash and what it belongs to; one that begins no escape
// of JSON stands for itself: the \d of a regular expression.
func (m *jsonRepairer) escape() {
	rest := m.in[m.at+1:]
	m.at += 2
	switch {
	case rest == "":
		m.out.WriteString(`\\`)
		m.at = len(m.in)
	case rest[0] == '\'':
		m.out.WriteByte('\'')
	case rest[0] == '\n': // a line that goes on
	case strings.IndexByte(`"\/bfnrt`, rest[0]) >= 0:
		m.out.WriteString(`\` + rest[:1])
	case rest[0] == 'u' && len(rest) > 4 && hex(rest[1:5]):
		m.out.WriteString(`\` + rest[:5])
		m.at += 4
	default:
		m.out.WriteString(`\\`)
		m.at--
	}
}

func hex(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}
