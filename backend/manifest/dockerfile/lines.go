package dockerfile

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/manifest/keyvalue"
)

// instruction is one instruction with its continuation lines joined and
// its here-documents cut off.
type instruction struct {
	name  string // upper case
	rest  string
	line  int // its first line, from 1
	last  int // its last one, that of a here-document's end too
	flags map[string]string
}

// instructions splits a file as the reference says: a "# escape=" line at
// the top, comments, continuation lines, here-documents.
func instructions(content string) []instruction {
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(content, "\ufeff"), "\r\n", "\n"), "\n")
	escape := escape(lines)
	var out []instruction
	docs := documents{}
	for i := 0; i < len(lines) && len(out) < maxInstructions; i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" || line[0] == '#' {
			continue
		}
		start := i
		var b strings.Builder
		for {
			part, more := strings.CutSuffix(line, escape)
			b.WriteString(part)
			if !more {
				break
			}
			for i++; i < len(lines); i++ { // comments and empty lines inside do not end it
				line = strings.TrimSpace(lines[i])
				if line != "" && line[0] != '#' {
					break
				}
			}
			if i >= len(lines) {
				break
			}
			b.WriteByte(' ')
		}
		name, rest := b.String(), ""
		if end := strings.IndexAny(name, " \t"); end >= 0 {
			name, rest = name[:end], name[end:]
		}
		in := instruction{name: strings.ToUpper(name), rest: strings.TrimSpace(rest), line: start + 1}
		if in.name == "RUN" || in.name == "COPY" || in.name == "ADD" {
			i = docs.skip(&in, lines, i)
		}
		in.last = min(i, len(lines)-1) + 1
		out = append(out, in)
	}
	return out
}

func escape(lines []string) string {
	if directive(lines, "escape") == "`" {
		return "`"
	}
	return `\`
}

// directive gives a parser directive, "# key=value" among the first lines; "" for none.
func directive(lines []string, want string) string {
	for _, l := range lines {
		comment, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(l, "\ufeff")), "#")
		key, value, assigned := strings.Cut(comment, "=")
		if !ok || !assigned {
			break
		}
		if strings.EqualFold(strings.TrimSpace(key), want) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// opener is a word that begins a here-document, as BuildKit's parser has it: a
// descriptor's number at most before it.
var opener = regexp.MustCompile(`^\d*<<(-?)([^<]+)$`)

// documents are the delimiters that no line has from a place on: each is looked for
// to the end of the file once, however often it is opened.
type documents map[string]bool

// skip skips the bodies of here-documents, keeping that of a RUN as
// its script, and gives the last line that belongs to the instruction. The exec
// form has none.
func (d documents) skip(in *instruction, lines []string, i int) int {
	if !strings.Contains(in.rest, "<<") || json.Valid([]byte(flags(&instruction{rest: in.rest}))) {
		return i
	}
	bodies := []string{in.rest}
	defer func() {
		if in.name == "RUN" {
			in.rest = strings.Join(bodies, "\n")
		}
	}()
	for _, word := range rawWords(in.rest) {
		m := opener.FindStringSubmatch(word)
		if m == nil {
			continue
		}
		delimiter, tabs := strings.Trim(m[2], `"'`), m[1] == "-"
		if d[m[1]+delimiter] {
			return i
		}
		last := slices.IndexFunc(lines[i+1:], func(l string) bool {
			return l == delimiter || tabs && strings.TrimLeft(l, "\t") == delimiter
		})
		if last < 0 {
			d[m[1]+delimiter] = true
			return i
		}
		bodies = append(bodies, lines[i+1:i+1+last]...)
		i += 1 + last
	}
	return i
}

// flags takes the leading --flags off an instruction and gives the rest.
func flags(in *instruction) string {
	rest := in.rest
	in.flags = map[string]string{}
	for strings.HasPrefix(rest, "--") {
		flag, after, _ := strings.Cut(rest, " ")
		key, value, _ := strings.Cut(flag[2:], "=")
		in.flags[strings.ToLower(key)] = value
		rest = strings.TrimSpace(after)
	}
	return rest
}

// mounts lists the stages and images that a RUN mounts something of.
func mounts(rest string) (from []string) {
	for strings.HasPrefix(rest, "--") {
		flag, after, _ := strings.Cut(rest, " ")
		rest = strings.TrimSpace(after)
		mount, ok := strings.CutPrefix(flag, "--mount=")
		for _, part := range strings.Split(mount, ",") {
			if name, given := strings.CutPrefix(part, "from="); ok && given {
				from = append(from, name)
			}
		}
	}
	return from
}

// vars reads the name=value pairs of ENV and ARG, and ENV's old form
// "name value".
func vars(in instruction, lookup func(string) (string, bool)) []Var {
	var out []Var
	name, value, _ := strings.Cut(in.rest, " ")
	if in.name == "ENV" && !strings.Contains(name, "=") {
		return append(out, Var{name, Expand(unquote(strings.TrimSpace(value)), lookup), in.line})
	}
	for _, w := range splitWords(in.rest) {
		name, value, _ := strings.Cut(w, "=")
		if keyvalue.IsVariableName(name) {
			out = append(out, Var{name, Expand(value, lookup), in.line})
		}
	}
	return out
}

func unquote(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// splitWords splits at blanks outside quotes and takes the quotes off.
func splitWords(s string) []string {
	words := rawWords(s)
	for i, w := range words {
		words[i] = strings.Map(unquoter(), w)
	}
	return words
}

// unquoter leaves quotes out that open or close something.
func unquoter() func(rune) rune {
	var quote rune
	return func(c rune) rune {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		default:
			return c
		}
		return -1
	}
}

// rawWords splits at blanks outside quotes.
func rawWords(s string) []string {
	var quote rune
	return strings.FieldsFunc(s, func(c rune) bool {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		default:
			return c == ' ' || c == '\t' || c == '\n'
		}
		return false
	})
}

// Expand fills in $name, ${name}, ${name:-word} and ${name:+word}. What
// is not known becomes empty, as in BuildKit.
func Expand(s string, lookup func(string) (string, bool)) string {
	if !strings.Contains(s, "$") || lookup == nil {
		return s
	}
	return expandVars(s, lookup, 0)
}

// expandVars serves Dockerfiles and compose files alike. Its result is cut off
// at a size that no honest file reaches, or variables made of variables would
// double at every line.
func expandVars(s string, lookup func(string) (string, bool), depth int) string {
	const most = 4096
	var b strings.Builder
	for i := 0; i < len(s) && b.Len() < most; i++ {
		switch {
		case s[i] != '$' || i+1 == len(s) || depth > 8:
			b.WriteByte(s[i])
		case s[i+1] == '$':
			b.WriteByte('$')
			i++
		case s[i+1] == '{':
			end := closingBrace(s, i+2)
			if end < 0 {
				return b.String()
			}
			b.WriteString(expandBraces(s[i+2:end], lookup, depth))
			i = end
		default:
			end := nameEnd(s, i+1)
			if end == i+1 {
				b.WriteByte('$')
				continue
			}
			value, _ := lookup(s[i+1 : end])
			b.WriteString(value)
			i = end - 1
		}
	}
	return b.String()[:min(b.Len(), most)]
}

// nameEnd gives the end of the variable's name that begins at from, from where none does.
func nameEnd(s string, from int) int {
	end := from
	for end < len(s) && (s[end] == '_' || s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z' || end > from && s[end] >= '0' && s[end] <= '9') {
		end++
	}
	return end
}

func closingBrace(s string, from int) int {
	depth := 0
	for i := from; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

func expandBraces(inner string, lookup func(string) (string, bool), depth int) string {
	end := strings.IndexAny(inner, ":-+?")
	if end < 0 {
		value, _ := lookup(inner)
		return value
	}
	value, set := lookup(inner[:end])
	operator, word := inner[end:end+1], inner[end+1:]
	if operator == ":" && word != "" {
		operator, word = word[:1], word[1:]
		set = set && value != ""
	}
	switch {
	case operator == "-" && !set:
		return expandVars(word, lookup, depth+1)
	case operator == "+" && set:
		return expandVars(word, lookup, depth+1)
	case operator == "+":
		return ""
	}
	return value
}
