package hexpm

import (
	"fmt"
	"strings"

	"aipack/backend/manifest/quoted"
)

// erlTerm is one Erlang term: an atom or other word, a string, a list or a
// tuple.
type erlTerm struct {
	text  string // of a word or string
	items []*erlTerm
	tuple bool
	list  bool
	line  int
}

// is reports whether a term is the tuple {name, …}.
func (t *erlTerm) is(name string) bool {
	return t.tuple && len(t.items) > 1 && t.items[0].text == name
}

const erlMaxDepth = 100

// parseErlTerms reads a file of terms that each end with a dot, as rebar.config
// and *.app.src are. Expressions that are no terms are kept as words.
func parseErlTerms(src string) ([]*erlTerm, error) {
	p := erlParser{src: src, line: 1}
	var out []*erlTerm
	for {
		p.space()
		if p.i >= len(p.src) {
			return out, nil
		}
		if p.src[p.i] == '.' || p.src[p.i] == ',' {
			p.i++
			continue
		}
		t, err := p.term(0)
		if err != nil {
			return out, err
		}
		out = append(out, t)
	}
}

type erlParser struct {
	src  string
	i    int
	line int
}

// space skips blanks and % comments.
func (p *erlParser) space() {
	for ; p.i < len(p.src); p.i++ {
		switch p.src[p.i] {
		case '\n':
			p.line++
		case ' ', '\t', '\r', '\f', '\v':
		case '%':
			end := strings.IndexByte(p.src[p.i:], '\n')
			if end < 0 {
				p.i = len(p.src)
				return
			}
			p.i += end - 1
		default:
			return
		}
	}
}

func (p *erlParser) term(depth int) (*erlTerm, error) {
	if depth > erlMaxDepth {
		return nil, fmt.Errorf("line %d: terms are nested deeper than %d", p.line, erlMaxDepth)
	}
	line := p.line
	switch c := p.src[p.i]; c {
	case '{', '[':
		return p.sequence(c, depth)
	case '"', '\'':
		text, next := quoted.Read(p.src, p.i+1, c)
		p.line += strings.Count(p.src[p.i:next], "\n")
		p.i = next
		return &erlTerm{text: text, line: line}, nil
	case '<', '>':
		p.i++ // binaries: <<"text">> counts as its text
		p.space()
		if p.i >= len(p.src) {
			return &erlTerm{line: line}, nil
		}
		return p.term(depth + 1)
	case '}', ']':
		return nil, fmt.Errorf("line %d: unexpected %q", p.line, string(c))
	}
	start := p.i
	for p.i < len(p.src) && !strings.ContainsRune(" \t\r\n,{}[]\"'%.<>", rune(p.src[p.i])) {
		p.i++
	}
	if p.i == start || p.i+1 < len(p.src) && p.src[p.i] == '.' && p.src[p.i+1] >= '0' && p.src[p.i+1] <= '9' {
		p.i++
		for p.i < len(p.src) && p.src[p.i] >= '0' && p.src[p.i] <= '9' {
			p.i++
		}
	}
	return &erlTerm{text: p.src[start:p.i], line: line}, nil
}

func (p *erlParser) sequence(open byte, depth int) (*erlTerm, error) {
	t := &erlTerm{tuple: open == '{', list: open == '[', line: p.line}
	closing := byte('}')
	if t.list {
		closing = ']'
	}
	p.i++
	for {
		p.space()
		switch {
		case p.i >= len(p.src):
			return t, fmt.Errorf("line %d: %q is never closed", t.line, string(open))
		case p.src[p.i] == closing:
			p.i++
			return t, nil
		case strings.IndexByte(",|.>", p.src[p.i]) >= 0:
			p.i++
			continue
		}
		item, err := p.term(depth + 1)
		if err != nil {
			return t, err
		}
		t.items = append(t.items, item)
	}
}
