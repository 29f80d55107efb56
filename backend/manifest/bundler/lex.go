package bundler

import (
	"strings"

	"aipack/backend/manifest/quoted"
)

// The little of Ruby's grammar that Gemfiles are written in: words, strings,
// symbols, hash labels, and punctuation.

type rubyKind int

const (
	rubyIdent rubyKind = iota
	rubyString
	rubySymbol
	rubyLabel // group: or "group": or :group =>
	rubyPunct
)

type rubyToken struct {
	kind rubyKind
	text string
}

// lexRuby splits one line; a comment ends it.
func lexRuby(line string) []rubyToken {
	var out []rubyToken
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '#':
			return out
		case c == '"' || c == '\'':
			text, next := quoted.Read(line, i+1, c)
			i = next
			if i < len(line) && line[i] == ':' && !strings.HasPrefix(line[i:], "::") {
				out, i = append(out, rubyToken{rubyLabel, text}), i+1
			} else {
				out = append(out, rubyToken{rubyString, text})
			}
		case c == '%' && i+2 < len(line) && (line[i+1] == 'w' || line[i+1] == 'i') && strings.IndexByte("([{<", line[i+2]) >= 0:
			words, next := rubyWords(line, i+2)
			for _, w := range words {
				out = append(out, rubyToken{rubyString, w}, rubyToken{rubyPunct, ","})
			}
			i = next
		case c == ':' && i+1 < len(line) && (rubyWordByte(line[i+1]) || line[i+1] == '"'):
			text, next := rubySymbolText(line, i+1)
			out, i = append(out, rubyToken{rubySymbol, text}), next
		case rubyWordByte(c):
			j := i
			for j < len(line) && (rubyWordByte(line[j]) || line[j] == '.' || line[j] == '?' || line[j] == '!') {
				j++
			}
			kind := rubyIdent
			text := line[i:j]
			if j < len(line) && line[j] == ':' && !strings.HasPrefix(line[j:], "::") {
				kind, j = rubyLabel, j+1
			} else if name, _, dotted := strings.Cut(text, "."); dotted {
				text = name
			}
			out, i = append(out, rubyToken{kind, text}), j
		case strings.HasPrefix(line[i:], "=>"):
			if n := len(out); n > 0 && out[n-1].kind != rubyPunct {
				out[n-1].kind = rubyLabel
			}
			i += 2
		default:
			out, i = append(out, rubyToken{rubyPunct, line[i : i+1]}), i+1
		}
	}
	return out
}

func rubyWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func rubyWords(line string, i int) ([]string, int) {
	closing := map[byte]byte{'(': ')', '[': ']', '{': '}', '<': '>'}[line[i]]
	end := strings.IndexByte(line[i:], closing)
	if end < 0 {
		return strings.Fields(line[i+1:]), len(line)
	}
	return strings.Fields(line[i+1 : i+end]), i + end + 1
}

func rubySymbolText(line string, i int) (string, int) {
	if line[i] == '"' {
		return quoted.Read(line, i+1, '"')
	}
	j := i
	for j < len(line) && rubyWordByte(line[j]) {
		j++
	}
	return line[i:j], j
}

// rubyContinues reports whether a statement goes on in the next line.
func rubyContinues(toks []rubyToken) bool {
	if len(toks) == 0 {
		return false
	}
	depth := 0
	for _, t := range toks {
		if t.kind == rubyPunct {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		}
	}
	last := toks[len(toks)-1]
	return depth > 0 || last.kind == rubyLabel || last.kind == rubyPunct && (last.text == "," || last.text == "\\")
}

func dropContinuation(toks []rubyToken) []rubyToken {
	if last := toks[len(toks)-1]; last.kind == rubyPunct && last.text == "\\" {
		return toks[:len(toks)-1]
	}
	return toks
}

// rubyOpensBlock reports whether a line ends with do or do |x|.
func rubyOpensBlock(toks []rubyToken) bool {
	for _, t := range toks {
		if t.kind == rubyIdent && t.text == "do" {
			return true
		}
	}
	return false
}

type rubyArgs struct {
	plain []string            // strings and symbols before the first label
	named map[string][]string // strings and symbols after a label
}

func (a rubyArgs) first() string {
	if len(a.plain) > 0 {
		return a.plain[0]
	}
	return ""
}

// rubyArguments sorts a call's arguments. A modifier (if, unless) ends them.
func rubyArguments(toks []rubyToken) rubyArgs {
	a := rubyArgs{named: map[string][]string{}}
	label := ""
	for _, t := range toks {
		switch t.kind {
		case rubyLabel:
			label = t.text
		case rubyString, rubySymbol:
			if label == "" {
				a.plain = append(a.plain, t.text)
			} else {
				a.named[label] = append(a.named[label], t.text)
			}
		case rubyIdent:
			if t.text == "if" || t.text == "unless" || t.text == "do" {
				return a
			}
		}
	}
	return a
}

// stripRubyBlockComments empties =begin … =end and what follows __END__,
// keeping line numbers.
func stripRubyBlockComments(content string) string {
	if !strings.Contains(content, "\n=begin") && !strings.HasPrefix(content, "=begin") && !strings.Contains(content, "__END__") {
		return content
	}
	lines := strings.Split(content, "\n")
	inside := false
	for i, line := range lines {
		switch {
		case strings.TrimSpace(line) == "__END__":
			return strings.Join(lines[:i], "\n")
		case strings.HasPrefix(line, "=begin"):
			inside, lines[i] = true, ""
		case strings.HasPrefix(line, "=end"):
			inside, lines[i] = false, ""
		case inside:
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
