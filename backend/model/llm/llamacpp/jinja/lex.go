package jinja

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind int

const (
	end kind = iota
	plain
	tagBegin   // {%
	tagEnd     // %}
	printBegin // {{
	printEnd   // }}
	word
	integer
	float
	text
	operator
)

type token struct {
	kind  kind
	text  string
	whole int
	part  float64
	line  int
}

// lexer splits a template as Jinja's own does, with trim_blocks and lstrip_blocks.
type lexer struct {
	rest   string
	line   int
	begins bool // what is next begins a line
	tokens []token
}

// lex splits a template into tokens. The last is of kind end.
func lex(source string) ([]token, error) {
	source = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source)
	l := &lexer{rest: strings.TrimSuffix(source, "\n"), line: 1, begins: true}
	for l.rest != "" {
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	return append(l.tokens, token{kind: end, line: l.line}), nil
}

func (l *lexer) wrong(message string) error { return &Error{Line: l.line, Message: message} }

// take goes on over the first n bytes.
func (l *lexer) take(n int) string {
	s := l.rest[:n]
	l.rest = l.rest[n:]
	l.line += strings.Count(s, "\n")
	if n > 0 {
		l.begins = s[n-1] == '\n'
	}
	return s
}

// next reads plain text up to a tag, and the tag.
func (l *lexer) next() error {
	at := strings.IndexByte(l.rest, '{')
	for at >= 0 && (at+1 == len(l.rest) || !strings.ContainsRune("{%#", rune(l.rest[at+1]))) {
		more := strings.IndexByte(l.rest[at+1:], '{')
		if more < 0 {
			at = -1
			break
		}
		at += 1 + more
	}
	if at < 0 {
		l.say(l.take(len(l.rest)))
		return nil
	}
	begins := l.begins
	before := l.take(at)
	tag := l.take(2)
	sign := byte(0)
	if l.rest != "" && (l.rest[0] == '-' || l.rest[0] == '+') {
		sign = l.take(1)[0]
	}
	switch line := strings.LastIndexByte(before, '\n') + 1; {
	case sign == '-':
		before = strings.TrimRightFunc(before, unicode.IsSpace)
	case sign == 0 && tag != "{{" && (line > 0 || begins) && strings.Trim(before[line:], " \t") == "":
		before = before[:line]
	}
	l.say(before)
	switch tag {
	case "{#":
		i := strings.Index(l.rest, "#}")
		if i < 0 {
			return l.wrong("a comment has no end")
		}
		comment := l.take(i)
		l.take(2)
		l.after(comment != "" && comment[len(comment)-1] == '-', comment == "" || comment[len(comment)-1] != '+')
		return nil
	case "{{":
		return l.inside(printBegin, printEnd, "}}")
	}
	if raw, ok := l.raw(); ok {
		l.say(raw)
		return nil
	}
	return l.inside(tagBegin, tagEnd, "%}")
}

// raw reads a block in which nothing is a tag.
func (l *lexer) raw() (string, bool) {
	head, after, ok := strings.Cut(l.rest, "%}")
	if !ok || strings.Trim(head, " \t\n-+") != "raw" {
		return "", false
	}
	last := strings.LastIndex(after, "endraw")
	open := strings.LastIndex(after[:max(last, 0)], "{%")
	closing := strings.Index(after[max(last, 0):], "%}")
	if last < 0 || open < 0 || closing < 0 {
		return "", false
	}
	l.take(len(head) + 2 + last + closing + 2)
	l.after(false, true)
	return after[:open], true
}

func (l *lexer) say(s string) {
	if s != "" {
		l.tokens = append(l.tokens, token{kind: plain, text: s, line: l.line})
	}
}

// after takes what follows the end of a tag and belongs to it.
func (l *lexer) after(all, lineBreak bool) {
	switch {
	case all:
		l.take(len(l.rest) - len(strings.TrimLeftFunc(l.rest, unicode.IsSpace)))
	case lineBreak && strings.HasPrefix(l.rest, "\n"):
		l.take(1)
	}
}

var operators = []string{
	"==", "!=", "<=", ">=", "//", "**",
	"+", "-", "*", "/", "%", "~", "<", ">", "=", ".", ",", ":", "|", "(", ")", "[", "]", "{", "}",
}

// fraction is a number with a fraction, an exponent or both.
var fraction = regexp.MustCompile(`^[0-9]+(\.[0-9]+([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)`)

// inside reads the tokens of a tag up to its end.
func (l *lexer) inside(begin, close kind, closing string) error {
	l.tokens = append(l.tokens, token{kind: begin, line: l.line})
	depth := 0
	for {
		l.take(len(l.rest) - len(strings.TrimLeftFunc(l.rest, unicode.IsSpace)))
		if l.rest == "" {
			return l.wrong("a tag has no end")
		}
		if depth == 0 {
			for _, sign := range []string{"-", "+", ""} {
				if strings.HasPrefix(l.rest, sign+closing) {
					l.tokens = append(l.tokens, token{kind: close, line: l.line})
					l.take(len(sign) + 2)
					l.after(sign == "-", sign == "" && close == tagEnd)
					return nil
				}
			}
		}
		t, n, err := l.one()
		if err != nil {
			return err
		}
		if t.kind == operator {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		}
		l.tokens = append(l.tokens, t)
		l.take(n)
	}
}

// one reads one token of a tag, and says how many bytes it has.
func (l *lexer) one() (token, int, error) {
	t := token{line: l.line}
	switch c, _ := utf8.DecodeRuneInString(l.rest); {
	case c == '_' || unicode.IsLetter(c):
		n := strings.IndexFunc(l.rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n < 0 {
			n = len(l.rest)
		}
		t.kind, t.text = word, l.rest[:n]
		return t, n, nil
	case c >= '0' && c <= '9':
		digits := fraction.FindString(l.rest)
		var err error
		if t.kind = float; digits != "" {
			t.part, err = strconv.ParseFloat(digits, 64)
		} else {
			digits = l.rest[:len(l.rest)-len(strings.TrimLeft(l.rest, "0123456789_"))]
			t.kind = integer
			t.whole, err = strconv.Atoi(strings.ReplaceAll(digits, "_", ""))
		}
		if err != nil {
			return t, 0, l.wrong("a number cannot be read")
		}
		return t, len(digits), nil
	case c == '"' || c == '\'':
		s, n, ok := unescaped(l.rest)
		if !ok {
			return t, 0, l.wrong("a text has no end")
		}
		t.kind, t.text = text, s
		return t, n, nil
	}
	for _, o := range operators {
		if strings.HasPrefix(l.rest, o) {
			t.kind, t.text = operator, o
			return t, len(o), nil
		}
	}
	return t, 0, l.wrong("it has a character that means nothing here: " + strconv.QuoteToASCII(l.rest[:1]))
}

// unescaped reads a text in quotes as Python does, and says how many bytes it has.
func unescaped(s string) (text string, n int, ok bool) {
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			return b.String(), i + 1, true
		case c != '\\' || i+1 == len(s):
			b.WriteByte(c)
		default:
			i++
			if r, more, ok := escape(s[i:]); ok {
				b.WriteRune(r)
				i += more - 1
			} else {
				b.WriteByte('\\')
				b.WriteByte(s[i])
			}
		}
	}
	return "", 0, false
}

var escapes = map[byte]rune{'n': '\n', 't': '\t', 'r': '\r', '\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '0': 0}

// escape reads what follows a backslash, and says how many bytes that is.
func escape(s string) (r rune, n int, ok bool) {
	if r, ok := escapes[s[0]]; ok {
		return r, 1, true
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if digits == 0 || len(s) <= digits {
		return 0, 0, false
	}
	code, err := strconv.ParseUint(s[1:1+digits], 16, 32)
	if err != nil || code > unicode.MaxRune {
		return 0, 0, false
	}
	return rune(code), 1 + digits, true
}
