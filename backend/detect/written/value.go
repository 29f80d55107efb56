package written

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// value is what an expression of the sources stands for, where that is a text.
type value struct {
	text  string
	known bool // it is a text, maybe an empty one
	file  *source.File
	at    int // where the text begins in the file
}

const (
	// aText is a text in quotes with nothing in it that would have to be read first.
	aText language.Pattern = "^\\s*(?:\"([^\"\\\\\\n]*)\"|'([^'\\\\\\n]*)'|`([^`\\\\\\n]*)`)\\s*$"
	// aNumber is one.
	aNumber language.Pattern = `^\s*(\d{1,5})\s*$`
	// aName is a name, of whichever object.
	aName language.Pattern = `^\s*\$?(?:(?:this|self|[A-Za-z_]\w*)\.)?([A-Za-z_]\w*)\s*$`
	// placed is where a text is put into another one: {name}, ${name}, #{name}.
	placed language.Pattern = `[$#]?\{\s*\$?(\w+)\s*\}|%[sdv]`
)

// value reads an expression that begins at an offset of a file.
func (r *reader) value(f *source.File, expression string, at int) value {
	if m := aText.Regexp().FindStringSubmatchIndex(expression); m != nil {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				text := expression[m[g]:m[g+1]]
				return value{text, !strings.Contains(text, "${") && !strings.Contains(text, "#{"), f, at + m[g]}
			}
		}
	}
	if m := aNumber.Regexp().FindStringSubmatchIndex(expression); m != nil {
		return value{expression[m[2]:m[3]], true, f, at + m[2]}
	}
	if m := aName.Regexp().FindStringSubmatch(expression); m != nil {
		return r.named(f, m[1])
	}
	return value{}
}

// named is what a name is given, where that is a text wherever it is given one: in its
// own file, else in the others of the language.
func (r *reader) named(f *source.File, name string) value {
	v, several := given(r, f, name)
	if v.known || several {
		return v
	}
	for _, other := range r.set.Files() {
		if other == f || source.Aside(other.Name) || source.Ext(other.Name) != source.Ext(f.Name) {
			continue
		}
		one, more := given(r, other, name)
		if more || one.known && v.known && one.text != v.text {
			return value{}
		}
		if one.known {
			v = one
		}
	}
	return v
}

// assignment is what stands behind a name that is given something, maybe with its type.
const assignment language.Pattern = `\A["']?(?:\s+[\w.]+|\s*:\s*[\w.]+)?\s*(?::=|=)\s*([^=~>\n][^\n]*?)\s*;?\s*(?:(?://|#)[^\n]*)?(?m:$)`

// An assignment is on as many lines at most: it may break before each of its parts.
const (
	mostAssignments = 12
	assignmentLines = 8
)

// given is what one file gives a name; several: what it gives is no text, or not one.
func given(r *reader, f *source.File, name string) (v value, several bool) {
	if !f.Contains(name) {
		return value{}, false
	}
	text := f.Text()
	left, after := mostAssignments, 0
	for from := 0; left > 0; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			break
		}
		at += from
		from = at + 1
		behind := at + len(name)
		lineStart := at == 0 || text[at-1] == '\n'
		if at < after || !lineStart && (at == after || !strings.Contains(" \t\f\r($.,{", text[at-1:at])) || behind < len(text) && isWord(text[behind]) {
			continue
		}
		m := assignment.Regexp().FindStringSubmatchIndex(firstLines(text[behind:], assignmentLines))
		if m == nil {
			continue
		}
		left--
		after = behind + m[1]
		from = after
		if inQuotes(text, at) {
			continue
		}
		expression := strings.TrimRight(text[behind+m[2]:behind+m[3]], " ,;")
		one := value{}
		if aText.Matches(expression) || aNumber.Matches(expression) {
			one = r.value(f, expression, behind+m[2])
		}
		if !one.known || v.known && v.text != one.text {
			return value{}, true
		}
		v = one
	}
	return v, false
}

// firstLines are as many lines, not counting blank ones, without the last one's end.
func firstLines(text string, n int) string {
	end := 0
	for range n {
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], " \t\r\n\f"))
		line := strings.IndexByte(text[end:], '\n')
		if line < 0 {
			return text
		}
		end += line
	}
	return text[:end]
}

// inQuotes reports whether a place of a line stands in a text.
func inQuotes(text string, at int) bool {
	before := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	for _, quote := range []string{`"`, "'", "`"} {
		if strings.Count(before, quote)%2 == 1 {
			return true
		}
	}
	return false
}

// piece is a part of a text that was put together.
type piece struct {
	from, to int // in that text
	value    value
}

// together is a text with what is put into it, and of which pieces it was made.
type together struct {
	text   string
	pieces []piece
}

// unknownPart stands where something is put in that is no text of the sources.
const unknownPart = "\x00"

// expanded puts into a text what the names in it stand for; the rest of the line behind
// it may hold them in order: Sprintf("host=%s", host).
func (r *reader) expanded(f *source.File, text string, at int, behind string) together {
	var out together
	args := arguments(behind)
	last := 0
	put := func(v value) {
		s := v.text
		if !v.known {
			s = unknownPart
		}
		out.pieces = append(out.pieces, piece{len(out.text), len(out.text) + len(s), v})
		out.text += s
	}
	for _, m := range placed.Regexp().FindAllStringSubmatchIndex(text, -1) {
		put(value{text[last:m[0]], true, f, at + last})
		last = m[1]
		name := ""
		if m[2] >= 0 {
			name = text[m[2]:m[3]]
		} else if len(args) > 0 {
			name, args = args[0], args[1:]
		}
		if name == "" || !aName.Matches(name) {
			put(value{})
			continue
		}
		put(r.value(f, name, 0))
	}
	put(value{text[last:], true, f, at + last})
	return out
}

// arguments are the expressions behind a text, up to the end of the call.
func arguments(behind string) (list []string) {
	behind, ok := strings.CutPrefix(strings.TrimLeft(behind, " \t"), ",")
	if !ok {
		return nil
	}
	depth, last := 0, 0
	for i, c := range behind {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return append(list, strings.TrimSpace(behind[last:i]))
			}
		case ',':
			if depth == 0 {
				list = append(list, strings.TrimSpace(behind[last:i]))
				last = i + 1
			}
		}
	}
	return append(list, strings.TrimSpace(behind[last:]))
}

// part is a part of such a text: unknown where it is put together of several pieces.
func (t together) part(from, to int) value {
	if from < 0 {
		return value{}
	}
	if from == to {
		return value{known: true}
	}
	for _, p := range t.pieces {
		if from >= p.from && to <= p.to {
			return value{t.text[from:to], p.value.known, p.value.file, p.value.at + from - p.from}
		}
	}
	return value{}
}
