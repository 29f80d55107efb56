package pysource

import "strings"

// Token is one word of Python source.
type Token struct {
	Kind Kind
	Text string // of a string its content, without quotes and prefix
	Line int    // from 1
}

// Kind tells tokens apart.
type Kind byte

// The kinds of token that reading needs.
const (
	Name   Kind = 'n'
	Number Kind = '0'
	String Kind = 's'
	Format Kind = 'f' // an f-string: its text is not its value
	Op     Kind = 'o' // one byte
)

// Line is one logical line: brackets and backslashes join several.
type Line struct {
	Indent int
	Tokens []Token
}

// scanner cuts source into logical lines. It accepts anything: what is no
// Python gives odd tokens, never an error.
type scanner struct {
	src   string
	pos   int
	line  int
	depth int
	out   []Line
	cur   Line
	fresh bool // at the start of a logical line
}

// Lines cuts source into logical lines: brackets and backslashes join physical
// ones.
func Lines(src string) []Line {
	s := &scanner{src: src, line: 1, fresh: true}
	for s.pos < len(s.src) {
		s.next()
	}
	s.end()
	return s.out
}

func (s *scanner) end() {
	if len(s.cur.Tokens) > 0 {
		s.out = append(s.out, s.cur)
	}
	s.cur, s.fresh = Line{}, true
}

func (s *scanner) next() {
	c := s.src[s.pos]
	switch {
	case c == '\n':
		s.pos++
		s.line++
		if s.depth == 0 {
			s.end()
		}
	case c == '\\' && s.pos+1 < len(s.src) && (s.src[s.pos+1] == '\n' || s.src[s.pos+1] == '\r'):
		s.pos++
		if s.src[s.pos] == '\r' {
			s.pos++
		}
		if s.pos < len(s.src) && s.src[s.pos] == '\n' {
			s.pos++
		}
		s.line++
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		if s.fresh && len(s.cur.Tokens) == 0 && c == ' ' {
			s.cur.Indent++
		} else if s.fresh && len(s.cur.Tokens) == 0 && c == '\t' {
			s.cur.Indent += 8 - s.cur.Indent%8
		}
		s.pos++
	case c == '#':
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
		if len(s.cur.Tokens) == 0 {
			s.cur.Indent = 0
		}
	default:
		s.word(c)
	}
}

func (s *scanner) word(c byte) {
	switch {
	case c == '"' || c == '\'':
		s.str("")
	case isPyLetter(c):
		start := s.pos
		for s.pos < len(s.src) && (isPyLetter(s.src[s.pos]) || isDigit(s.src[s.pos])) {
			s.pos++
		}
		word := s.src[start:s.pos]
		if s.pos < len(s.src) && len(word) <= 2 && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && strings.Trim(strings.ToLower(word), "rbfut") == "" {
			s.str(strings.ToLower(word))
			return
		}
		s.add(Name, word, s.line)
	case isDigit(c):
		start := s.pos
		for s.pos < len(s.src) && (isPyLetter(s.src[s.pos]) || isDigit(s.src[s.pos]) || s.src[s.pos] == '.') {
			s.pos++
		}
		s.add(Number, strings.ReplaceAll(s.src[start:s.pos], "_", ""), s.line)
	default:
		switch c {
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth = max(0, s.depth-1)
		}
		s.add(Op, s.src[s.pos:s.pos+1], s.line)
		s.pos++
		if c == ';' && s.depth == 0 {
			indent := s.cur.Indent
			s.cur.Tokens = s.cur.Tokens[:len(s.cur.Tokens)-1]
			s.end()
			s.cur.Indent, s.fresh = indent, false
		}
	}
}

func (s *scanner) add(k Kind, text string, line int) {
	s.cur.Tokens = append(s.cur.Tokens, Token{Kind: k, Text: text, Line: line})
}

// str reads a string from its opening quote on.
func (s *scanner) str(prefix string) {
	first, quote := s.line, s.src[s.pos:s.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s.src[s.pos:], triple) {
		quote = triple
	}
	s.pos += len(quote)
	start := s.pos
	for s.pos < len(s.src) && !strings.HasPrefix(s.src[s.pos:], quote) {
		switch {
		case s.src[s.pos] == '\\' && s.pos+1 < len(s.src):
			if s.src[s.pos+1] == '\n' {
				s.line++
			}
			s.pos++
		case s.src[s.pos] == '\n' && len(quote) == 1: // not closed: end it here
			s.close(prefix, start, first)
			return
		case s.src[s.pos] == '\n':
			s.line++
		}
		s.pos++
	}
	s.close(prefix, start, first)
	s.pos = min(len(s.src), s.pos+len(quote))
}

func (s *scanner) close(prefix string, start, line int) {
	kind := String
	if strings.ContainsAny(prefix, "ft") {
		kind = Format
	}
	s.pos = min(s.pos, len(s.src))
	text := s.src[start:s.pos]
	if !strings.Contains(prefix, "r") {
		text = unescape(text)
	}
	s.add(kind, text, line)
}

// unescape undoes the escapes that occur in names and paths.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer("\\\n", "", `\\`, `\`, `\'`, `'`, `\"`, `"`, `\n`, "\n", `\t`, "\t").Replace(s)
}

func isPyLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
