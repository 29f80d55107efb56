package jinja

import (
	"fmt"
	"slices"
)

// node is a part of a template's body.
type node interface {
	run(r *rendering, s *scope) (jump, error)
}

type (
	written struct{ text Text }
	printed struct {
		line int
		what expression
	}
	choice struct {
		line      int
		tests     []expression // the last body has none where it is the else's
		bodies    [][]node
		otherwise []node
	}
	loop struct {
		line      int
		names     []string
		over      expression
		only      expression // nil for all
		body      []node
		otherwise []node
	}
	setting struct {
		line   int
		names  []string
		member string // of a namespace, "" for a name
		to     expression
		body   []node // where there is no expression
		pass   []pass // filters of the body
	}
	macro struct {
		line     int
		name     string
		names    []string
		defaults []expression // nil for none
		body     []node
	}
	calling struct {
		line  int
		call  expression
		inner *macro
	}
	filtered struct {
		line int
		pass []pass
		body []node
	}
	section struct{ body []node } // generation: what the model was trained to write
	leave   struct{ how jump }
)

type parser struct {
	tokens []token
	at     int
	depth  int
}

func newParser(source string) (*parser, error) {
	tokens, err := lex(source)
	return &parser{tokens: tokens}, err
}

func (p *parser) now() token { return p.tokens[p.at] }

func (p *parser) wrong(format string, args ...any) error {
	return &Error{Line: p.now().line, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) take() token {
	t := p.tokens[p.at]
	if t.kind != end {
		p.at++
	}
	return t
}

// is says whether a word or an operator is next.
func (p *parser) is(kind kind, text string) bool {
	return p.now().kind == kind && p.now().text == text
}

// skip goes over a word or an operator where it is next.
func (p *parser) skip(kind kind, text string) bool {
	if p.is(kind, text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) must(kind kind, text string) error {
	if !p.skip(kind, text) {
		return p.wrong("%q is missing", text)
	}
	return nil
}

func (p *parser) name() (string, error) {
	if p.now().kind != word {
		return "", p.wrong("a name is missing")
	}
	return p.take().text, nil
}

// listed reads what stands between commas, up to the closing bracket.
func (p *parser) listed(closing string, one func() error) error {
	for !p.skip(operator, closing) {
		if err := one(); err != nil {
			return err
		}
		if !p.skip(operator, ",") && !p.is(operator, closing) {
			return p.wrong("a comma is missing")
		}
	}
	return nil
}

// deeper bounds how deep brackets and blocks go.
func (p *parser) deeper() error {
	if p.depth++; p.depth > deepest {
		return p.wrong("it is nested too deeply")
	}
	return nil
}

// body reads up to a tag that ends a block or begins its next part, whose word it
// gives; that word is taken.
func (p *parser) body(ends ...string) (nodes []node, ended string, err error) {
	if err := p.deeper(); err != nil {
		return nil, "", err
	}
	defer func() { p.depth-- }()
	for {
		switch t := p.take(); t.kind {
		case end:
			if len(ends) > 0 {
				return nil, "", p.wrong("%s is missing", ends[len(ends)-1])
			}
			return nodes, "", nil
		case plain:
			nodes = append(nodes, written{textOf(t.text)})
		case printBegin:
			what, err := p.several()
			if err != nil {
				return nil, "", err
			}
			if p.take().kind != printEnd {
				return nil, "", p.wrong("what is written does not end here")
			}
			nodes = append(nodes, printed{t.line, what})
		case tagBegin:
			name, err := p.name()
			if err != nil {
				return nil, "", err
			}
			if slices.Contains(ends, name) || len(name) > 3 && name[:3] == "end" {
				if !slices.Contains(ends, name) && len(ends) > 0 {
					return nil, "", p.wrong("%s stands where %s is expected", name, ends[len(ends)-1])
				}
				return nodes, name, nil
			}
			one, err := p.statement(name, t.line)
			if err != nil {
				return nil, "", err
			}
			nodes = append(nodes, one)
		default:
			return nil, "", p.wrong("it cannot be read")
		}
	}
}

// close ends a tag.
func (p *parser) close() error {
	if p.take().kind != tagEnd {
		p.at--
		return p.wrong("a tag does not end where it should")
	}
	return nil
}

// block reads the rest of a tag, the body after it and the tag that ends it.
func (p *parser) block(ending string) ([]node, error) {
	if err := p.close(); err != nil {
		return nil, err
	}
	body, _, err := p.body(ending)
	if err != nil {
		return nil, err
	}
	return body, p.close()
}

func (p *parser) statement(name string, line int) (node, error) {
	switch name {
	case "if":
		return p.choice(line)
	case "for":
		return p.loop(line)
	case "set":
		return p.setting(line)
	case "macro":
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		m := &macro{line: line, name: name}
		if err := p.parameters(m); err != nil {
			return nil, err
		}
		m.body, err = p.block("endmacro")
		return m, err
	case "call":
		m := &macro{line: line, name: "caller"}
		if p.is(operator, "(") {
			if err := p.parameters(m); err != nil {
				return nil, err
			}
		}
		what, err := p.expression()
		if err != nil {
			return nil, err
		}
		m.body, err = p.block("endcall")
		return calling{line, what, m}, err
	case "filter":
		passes, err := p.passes()
		if err != nil {
			return nil, err
		}
		body, err := p.block("endfilter")
		return filtered{line, passes, body}, err
	case "generation":
		body, err := p.block("endgeneration")
		return section{body}, err
	case "break":
		return leave{breaks}, p.close()
	case "continue":
		return leave{continues}, p.close()
	case "do":
		what, err := p.several()
		if err != nil {
			return nil, err
		}
		return setting{line: line, to: what}, p.close()
	}
	return nil, p.wrong("the tag %q is not known here", name)
}

func (p *parser) choice(line int) (node, error) {
	c := choice{line: line}
	for {
		test, err := p.several()
		if err == nil {
			err = p.close()
		}
		if err != nil {
			return nil, err
		}
		body, ended, err := p.body("elif", "else", "endif")
		if err != nil {
			return nil, err
		}
		c.tests, c.bodies = append(c.tests, test), append(c.bodies, body)
		switch ended {
		case "elif":
			continue
		case "else":
			c.otherwise, err = p.block("endif")
			return c, err
		}
		return c, p.close()
	}
}

func (p *parser) loop(line int) (_ node, err error) {
	l := loop{line: line}
	if l.names, err = p.targets(); err != nil {
		return nil, err
	}
	if err := p.must(word, "in"); err != nil {
		return nil, err
	}
	if l.over, err = p.either(); err != nil {
		return nil, err
	}
	if p.skip(word, "if") {
		if l.only, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if err := p.close(); err != nil {
		return nil, err
	}
	body, ended, err := p.body("else", "endfor")
	if err != nil {
		return nil, err
	}
	if l.body = body; ended == "else" {
		l.otherwise, err = p.block("endfor")
		return l, err
	}
	return l, p.close()
}

// targets reads "a" or "a, b".
func (p *parser) targets() (names []string, err error) {
	bracket := p.skip(operator, "(")
	for {
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		if names = append(names, name); !p.skip(operator, ",") {
			break
		}
	}
	if bracket {
		err = p.must(operator, ")")
	}
	return names, err
}

func (p *parser) setting(line int) (_ node, err error) {
	s := setting{line: line}
	if s.names, err = p.targets(); err != nil {
		return nil, err
	}
	if len(s.names) == 1 && p.skip(operator, ".") {
		if s.member, err = p.name(); err != nil {
			return nil, err
		}
	}
	if p.skip(operator, "=") {
		if s.to, err = p.several(); err != nil {
			return nil, err
		}
		return s, p.close()
	}
	if s.pass, err = p.furtherPasses(); err != nil {
		return nil, err
	}
	s.body, err = p.block("endset")
	return s, err
}

// parameters reads "(a, b=1)".
func (p *parser) parameters(m *macro) error {
	if err := p.must(operator, "("); err != nil {
		return err
	}
	return p.listed(")", func() error {
		name, err := p.name()
		if err != nil {
			return err
		}
		var otherwise expression
		if p.skip(operator, "=") {
			otherwise, err = p.expression()
		}
		m.names, m.defaults = append(m.names, name), append(m.defaults, otherwise)
		return err
	})
}
