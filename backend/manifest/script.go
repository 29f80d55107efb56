package manifest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Build scripts in Groovy, Kotlin and Scala share enough of their shape to be
// cut into statements by one reader: comments and strings are known for what
// they are, a statement ends with its line unless a bracket is open or an
// operator says that it goes on, and braces hold further statements. Nothing
// is evaluated.

type scriptKind byte

const (
	scriptWord   scriptKind = 'w' // identifiers and numbers
	scriptString scriptKind = 's'
	scriptMark   scriptKind = 'm' // one punctuation character, or := += ++= %% and the like
	scriptBreak  scriptKind = 'n' // end of line
	scriptBlock  scriptKind = 'b' // a block in braces
)

type scriptToken struct {
	Kind  scriptKind
	Text  string
	Line  int
	Block []scriptStatement // of a block
}

type scriptStatement []scriptToken

func (t scriptToken) is(kind scriptKind, text string) bool { return t.Kind == kind && t.Text == text }

const (
	scriptMaxTokens = 200_000
	scriptMaxDepth  = 60
)

// parseScript cuts a script into statements. It never fails: what it cannot
// read it passes over.
func parseScript(content string) []scriptStatement {
	r := &scriptReader{tokens: scriptTokens(content)}
	return r.statements(0)
}

type scriptReader struct {
	tokens []scriptToken
	at     int
}

func (r *scriptReader) statements(depth int) []scriptStatement {
	var out []scriptStatement
	var now scriptStatement
	end := func() {
		if len(now) > 0 {
			out = append(out, now)
			now = nil
		}
	}
	open := 0
	for r.at < len(r.tokens) {
		t := r.tokens[r.at]
		r.at++
		switch {
		case t.Kind == scriptBreak:
			if open == 0 && !r.goesOn(now) {
				end()
			}
		case t.is(scriptMark, ";") && open == 0:
			end()
		case t.is(scriptMark, "{"):
			if depth >= scriptMaxDepth {
				continue
			}
			now = append(now, scriptToken{Kind: scriptBlock, Line: t.Line, Block: r.statements(depth + 1)})
		case t.is(scriptMark, "}"):
			if depth > 0 {
				end()
				return out
			}
		default:
			switch t.Text {
			case "(", "[":
				if t.Kind == scriptMark {
					open++
				}
			case ")", "]":
				if t.Kind == scriptMark && open > 0 {
					open--
				}
			}
			now = append(now, t)
		}
	}
	end()
	return out
}

// goesOn reports whether the statement continues on the next line.
func (r *scriptReader) goesOn(now scriptStatement) bool {
	if len(now) == 0 {
		return false
	}
	if last := now[len(now)-1]; last.Kind == scriptMark && last.Text != ")" && last.Text != "]" && last.Text != ">" && last.Text != "*" {
		return true
	}
	for i := r.at; i < len(r.tokens); i++ {
		if t := r.tokens[i]; t.Kind != scriptBreak {
			return t.Kind == scriptMark && strings.Contains(". := += ++= ? && || % %% %%%", t.Text)
		}
	}
	return false
}

type scriptLexer struct {
	src  string
	at   int
	line int
	out  []scriptToken
}

func scriptTokens(src string) []scriptToken {
	l := &scriptLexer{src: strings.TrimPrefix(src, "\ufeff"), line: 1}
	for l.at < len(l.src) && len(l.out) < scriptMaxTokens {
		l.next()
	}
	return l.out
}

func (l *scriptLexer) emit(kind scriptKind, text string, line int) {
	l.out = append(l.out, scriptToken{Kind: kind, Text: text, Line: line})
}

func (l *scriptLexer) rest() string { return l.src[l.at:] }

func (l *scriptLexer) next() {
	rest := l.rest()
	switch c := rest[0]; {
	case c == '\n':
		if n := len(l.out); n > 0 && l.out[n-1].Kind != scriptBreak {
			l.emit(scriptBreak, "", l.line)
		}
		l.line++
		l.at++
	case strings.HasPrefix(rest, "\\\n"): // a line continued
		l.line++
		l.at += 2
	case c == ' ' || c == '\t' || c == '\r':
		l.at++
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#!"):
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			l.at += i
		} else {
			l.at = len(l.src)
		}
	case strings.HasPrefix(rest, "/*"):
		l.comment()
	case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, "'''"):
		l.longString(rest[:3])
	case c == '"' || c == '\'':
		l.shortString(c)
	default:
		l.wordOrMark(rest)
	}
}

func (l *scriptLexer) comment() {
	end := strings.Index(l.rest()[2:], "*/")
	if end < 0 {
		l.at = len(l.src)
		return
	}
	l.line += strings.Count(l.rest()[:end+4], "\n")
	l.at += end + 4
}

func (l *scriptLexer) longString(quote string) {
	body := l.rest()[3:]
	end := strings.Index(body, quote)
	if end < 0 {
		end = len(body)
		l.at = len(l.src)
	} else {
		l.at += end + 6
	}
	l.emit(scriptString, body[:end], l.line)
	l.line += strings.Count(body[:end], "\n")
}

// shortString reads a string that ends on its line. A single quote that is
// never closed is a Scala symbol or a stray character, not a string.
func (l *scriptLexer) shortString(quote byte) {
	body := l.rest()[1:]
	var b strings.Builder
	for i := 0; i < len(body) && body[i] != '\n'; i++ {
		switch {
		case body[i] == '\\' && i+1 < len(body) && body[i+1] != '\n':
			i++
			b.WriteByte(body[i])
		case body[i] == quote:
			l.emit(scriptString, b.String(), l.line)
			l.at += i + 2
			return
		default:
			b.WriteByte(body[i])
		}
	}
	l.at++
}

func (l *scriptLexer) wordOrMark(rest string) {
	end := 0
	for end < len(rest) {
		c, size := utf8.DecodeRuneInString(rest[end:])
		if c != '_' && c != '$' && c != '@' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			break
		}
		end += size
	}
	if end > 0 {
		// A version such as 1.8 is one word.
		for scriptDigit(rest[0]) && end+1 < len(rest) && (rest[end] == '.' && scriptDigit(rest[end+1]) || scriptDigit(rest[end])) {
			end++
		}
		l.emit(scriptWord, rest[:end], l.line)
		l.at += end
		return
	}
	if rest[0] == '`' { // a Kotlin or Scala name in backticks
		if i := strings.IndexAny(rest[1:], "`\n"); i > 0 && rest[i+1] == '`' {
			l.emit(scriptWord, rest[1:i+1], l.line)
			l.at += i + 2
			return
		}
	}
	for _, mark := range []string{"++=", "%%%", ":=", "+=", "%%", "->", "=>", "==", "!=", "&&", "||", "::"} {
		if strings.HasPrefix(rest, mark) {
			l.emit(scriptMark, mark, l.line)
			l.at += len(mark)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	l.emit(scriptMark, rest[:size], l.line)
	l.at += size
}

func scriptDigit(c byte) bool { return c >= '0' && c <= '9' }

// path gives the leading dotted name of a statement, without "this." or
// "project.": rootProject.name.
func (s scriptStatement) path() (name string, rest scriptStatement) {
	var parts []string
	i := 0
	for i < len(s) && s[i].Kind == scriptWord {
		parts = append(parts, s[i].Text)
		i++
		if i+1 < len(s) && s[i].is(scriptMark, ".") && s[i+1].Kind == scriptWord {
			i++
			continue
		}
		break
	}
	for len(parts) > 1 && (parts[0] == "this" || parts[0] == "project") {
		parts = parts[1:]
	}
	return strings.Join(parts, "."), s[i:]
}

// strings lists the string tokens of a statement, not those of its blocks.
func (s scriptStatement) strings() []scriptToken {
	var out []scriptToken
	for _, t := range s {
		if t.Kind == scriptString {
			out = append(out, t)
		}
	}
	return out
}

// block gives the statement's last block.
func (s scriptStatement) block() ([]scriptStatement, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Kind == scriptBlock {
			return s[i].Block, true
		}
	}
	return nil, false
}

// value gives the first string or word after an assignment or at the start:
// = "x", := "x", ("x"), 'x', JavaVersion.VERSION_17, JavaLanguageVersion.of(17).
func (s scriptStatement) value() (scriptToken, bool) {
	for i, t := range s {
		switch {
		case t.Kind == scriptString:
			return t, true
		case t.Kind == scriptWord:
			// The last word of a dotted call: the argument, or the constant.
			last := t
			for _, u := range s[i+1:] {
				if u.Kind == scriptString || u.Kind == scriptWord {
					last = u
				} else if u.Kind == scriptBlock || u.is(scriptMark, ",") {
					break
				}
			}
			return last, true
		}
	}
	return scriptToken{}, false
}
