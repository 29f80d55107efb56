package dockerfile

import (
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
		name, rest, _ := strings.Cut(b.String(), " ")
		in := instruction{name: strings.ToUpper(name), rest: strings.TrimSpace(rest), line: start + 1}
		if in.name == "RUN" || in.name == "COPY" || in.name == "ADD" {
			i = heredoc(&in, lines, i)
		}
		in.last = min(i, len(lines)-1) + 1
		out = append(out, in)
	}
	return out
}

func escape(lines []string) string {
	for _, l := range lines {
		key, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(l), "#"), "=")
		if !strings.HasPrefix(strings.TrimSpace(l), "#") || !ok {
			break
		}
		if strings.EqualFold(strings.TrimSpace(key), "escape") && strings.TrimSpace(value) == "`" {
			return "`"
		}
	}
	return `\`
}

// heredoc skips the bodies of here-documents, keeping that of a RUN as
// its script, and gives the last line that belongs to the instruction.
func heredoc(in *instruction, lines []string, i int) int {
	rest := in.rest
	for {
		at := strings.Index(rest, "<<")
		if at < 0 {
			return i
		}
		rest = rest[at+2:]
		word, tabs := strings.CutPrefix(rest, "-")
		end := strings.IndexAny(word, " \t;|&>")
		if end < 0 {
			end = len(word)
		}
		delimiter := strings.Trim(word[:end], `"'`)
		if delimiter == "" || strings.HasPrefix(delimiter, "<") || !keyvalue.IsVariableName(delimiter) {
			continue
		}
		last := -1
		for j := i + 1; j < len(lines); j++ {
			if lines[j] == delimiter || tabs && strings.TrimLeft(lines[j], "\t") == delimiter {
				last = j
				break
			}
		}
		if last < 0 {
			return i
		}
		if in.name == "RUN" {
			in.rest += "\n" + strings.Join(lines[i+1:last], "\n")
		}
		i = last
	}
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
	var out []string
	var b strings.Builder
	var quote rune
	inWord := false
	for _, c := range s {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteRune(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if inWord {
				out = append(out, b.String())
				b.Reset()
			}
			inWord = false
		default:
			inWord = true
			b.WriteRune(c)
		}
	}
	if inWord {
		out = append(out, b.String())
	}
	return out
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
			end := i + 1
			for end < len(s) && (keyvalue.IsVariableName(s[i+1:end+1]) && s[end] != '.') {
				end++
			}
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
