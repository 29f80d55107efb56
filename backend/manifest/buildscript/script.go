// Package buildscript cuts build scripts in Groovy, Kotlin and Scala into
// statements. They share enough of their shape for one reader: comments and
// strings are known for what they are, a statement ends with its line unless a
// bracket is open or an operator says that it goes on, and braces hold further
// statements. It knows no build tool and evaluates nothing.
package buildscript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind tells tokens apart.
type Kind byte

const (
	Word   Kind = 'w' // identifiers and numbers
	String Kind = 's'
	Mark   Kind = 'm' // one punctuation character, or := += ++= %% and the like
	Break  Kind = 'n' // end of line
	Block  Kind = 'b' // a block in braces
)

// Token is a word, a string, a mark or a whole block.
type Token struct {
	Kind  Kind
	Text  string
	Line  int
	Block []Statement // of a block
}

// Statement is what stands between two ends of a line.
type Statement []Token

// Is reports whether the token is that word, string or mark.
func (t Token) Is(kind Kind, text string) bool { return t.Kind == kind && t.Text == text }

const (
	maxTokens = 200_000
	maxDepth  = 60
)

// Parse cuts a script into statements. It never fails: what it cannot
// read it passes over.
func Parse(content string) []Statement {
	r := &reader{tokens: tokens(content)}
	return r.statements(0)
}

type reader struct {
	tokens []Token
	at     int
}

func (r *reader) statements(depth int) []Statement {
	var out []Statement
	var now Statement
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
		case t.Kind == Break:
			if open == 0 && !r.goesOn(now) {
				end()
			}
		case t.Is(Mark, ";") && open == 0:
			end()
		case t.Is(Mark, "{"):
			if depth >= maxDepth {
				continue
			}
			now = append(now, Token{Kind: Block, Line: t.Line, Block: r.statements(depth + 1)})
		case t.Is(Mark, "}"):
			if depth > 0 {
				end()
				return out
			}
		default:
			switch t.Text {
			case "(", "[":
				if t.Kind == Mark {
					open++
				}
			case ")", "]":
				if t.Kind == Mark && open > 0 {
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
func (r *reader) goesOn(now Statement) bool {
	if len(now) == 0 {
		return false
	}
	if last := now[len(now)-1]; last.Kind == Mark && last.Text != ")" && last.Text != "]" && last.Text != ">" && last.Text != "*" {
		return true
	}
	for i := r.at; i < len(r.tokens); i++ {
		if t := r.tokens[i]; t.Kind != Break {
			return t.Kind == Mark && strings.Contains(". := += ++= ? && || % %% %%%", t.Text)
		}
	}
	return false
}

type lexer struct {
	src  string
	at   int
	line int
	out  []Token

	unclosed [2]int // to where no ' and no " ends a string
}

func tokens(src string) []Token {
	l := &lexer{src: strings.TrimPrefix(src, "\ufeff"), line: 1}
	for l.at < len(l.src) && len(l.out) < maxTokens {
		l.next()
	}
	return l.out
}

func (l *lexer) emit(kind Kind, text string, line int) {
	l.out = append(l.out, Token{Kind: kind, Text: text, Line: line})
}

func (l *lexer) rest() string { return l.src[l.at:] }

func (l *lexer) next() {
	rest := l.rest()
	switch c := rest[0]; {
	case c == '\n':
		if n := len(l.out); n > 0 && l.out[n-1].Kind != Break {
			l.emit(Break, "", l.line)
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

func (l *lexer) comment() {
	end := strings.Index(l.rest()[2:], "*/")
	if end < 0 {
		l.at = len(l.src)
		return
	}
	l.line += strings.Count(l.rest()[:end+4], "\n")
	l.at += end + 4
}

func (l *lexer) longString(quote string) {
	body := l.rest()[3:]
	end := strings.Index(body, quote)
	if end < 0 {
		end = len(body)
		l.at = len(l.src)
	} else {
		l.at += end + 6
	}
	l.emit(String, body[:end], l.line)
	l.line += strings.Count(body[:end], "\n")
}

// shortString reads a string that ends on its line. A single quote that is
// never closed is a Scala symbol or a stray character, not a string.
func (l *lexer) shortString(quote byte) {
	unclosed := &l.unclosed[0]
	if quote == '"' {
		unclosed = &l.unclosed[1]
	}
	if l.at < *unclosed { // the one before was not closed, and all within it are escaped
		l.at++
		return
	}
	body := l.rest()[1:]
	var b strings.Builder
	for i := 0; i < len(body) && body[i] != '\n'; i++ {
		switch {
		case body[i] == '\\' && i+1 < len(body) && body[i+1] != '\n':
			i++
			b.WriteByte(body[i])
		case body[i] == quote:
			l.emit(String, b.String(), l.line)
			l.at += i + 2
			return
		default:
			b.WriteByte(body[i])
		}
		*unclosed = l.at + 2 + i
	}
	l.at++
}

func (l *lexer) wordOrMark(rest string) {
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
		for digit(rest[0]) && end+1 < len(rest) && (rest[end] == '.' && digit(rest[end+1]) || digit(rest[end])) {
			end++
		}
		l.emit(Word, rest[:end], l.line)
		l.at += end
		return
	}
	if rest[0] == '`' { // a Kotlin or Scala name in backticks
		if i := strings.IndexAny(rest[1:], "`\n"); i > 0 && rest[i+1] == '`' {
			l.emit(Word, rest[1:i+1], l.line)
			l.at += i + 2
			return
		}
	}
	for _, mark := range []string{"++=", "%%%", ":=", "+=", "%%", "->", "=>", "==", "!=", "&&", "||", "::"} {
		if strings.HasPrefix(rest, mark) {
			l.emit(Mark, mark, l.line)
			l.at += len(mark)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	l.emit(Mark, rest[:size], l.line)
	l.at += size
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// Path gives the leading dotted name of a statement, without "this." or
// "project.": rootProject.name.
func (s Statement) Path() (name string, rest Statement) {
	var parts []string
	i := 0
	for i < len(s) && s[i].Kind == Word {
		parts = append(parts, s[i].Text)
		i++
		if i+1 < len(s) && s[i].Is(Mark, ".") && s[i+1].Kind == Word {
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

// Strings lists the string tokens of a statement, not those of its blocks.
func (s Statement) Strings() []Token {
	var out []Token
	for _, t := range s {
		if t.Kind == String {
			out = append(out, t)
		}
	}
	return out
}

// Block gives the statement's last block.
func (s Statement) Block() ([]Statement, bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Kind == Block {
			return s[i].Block, true
		}
	}
	return nil, false
}

// Value gives the first string or word after an assignment or at the start:
// = "x", := "x", ("x"), 'x', JavaVersion.VERSION_17, JavaLanguageVersion.of(17).
func (s Statement) Value() (Token, bool) {
	for i, t := range s {
		switch {
		case t.Kind == String:
			return t, true
		case t.Kind == Word:
			// The last word of a dotted call: the argument, or the constant.
			last := t
			for _, u := range s[i+1:] {
				if u.Kind == String || u.Kind == Word {
					last = u
				} else if u.Kind == Block || u.Is(Mark, ",") {
					break
				}
			}
			return last, true
		}
	}
	return Token{}, false
}

// HasWord reports whether a word stands in a statement or in its blocks.
func HasWord(s Statement, word string) bool {
	for _, t := range s {
		if t.Is(Word, word) || t.Kind == Block && AnyHasWord(t.Block, word) {
			return true
		}
	}
	return false
}

// AnyHasWord reports whether a word stands in any of the statements.
func AnyHasWord(in []Statement, word string) bool {
	for _, s := range in {
		if HasWord(s, word) {
			return true
		}
	}
	return false
}
