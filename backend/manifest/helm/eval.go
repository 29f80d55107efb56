package helm

import (
	"errors"
	"fmt"
	"slices"
	"text/template/parse"

	"aipack/backend/manifest/placed"
)

// The bounds on what the charts of a repository may take together. Of public
// charts a large one takes some tenthousand steps.
const (
	maxSteps = 500_000
	maxText  = 8 << 20 // bytes that are made in all
	maxNest  = 200     // calls and actions within each other
)

// errBounds says that a chart wants more than any honest one.
var errBounds = errors.New("it takes more steps, text or nesting than are allowed to a chart")

// Budget is what rendering may take. One is shared by all charts of a
// repository, so that many of them end as soon as one.
type Budget struct{ steps, bytes int }

// NewBudget gives what one repository's charts may take.
func NewBudget() *Budget { return &Budget{maxSteps, maxText} }

func (b *Budget) spend(steps, bytes int) error {
	b.steps -= steps + bytes/64
	b.bytes -= bytes
	if b.steps < 0 || b.bytes < 0 {
		b.steps, b.bytes = min(b.steps, 0), min(b.bytes, 0)
		return errBounds
	}
	return nil
}

// templates are all templates of a chart and of those that it depends on, by
// name.
type templates struct {
	trees   map[string]tree
	missing map[string]bool // templates that were included and are nowhere
	budget  *Budget
}

// tree is one template, and where its text stands.
type tree struct {
	*parse.Tree
	path  string
	lines []int // offset at which each line begins
	whole *spot // of a text of values that is a template: its place
}

// spot is where an offset of the template's file stands.
func (t tree) spot(pos parse.Pos) spot {
	if t.whole != nil {
		return *t.whole
	}
	return spot{placed.Place{Path: t.path, Line: lineOf(t.lines, int(pos))}, false}
}

// state is one run of a template.
type state struct {
	*templates
	tree
	root  value // $
	scope []variable
	depth int
	out   *rope
}

type variable struct {
	name string
	v    value
}

// loop says how the body of a range ended.
type loop int

const (
	on loop = iota
	next
	done
)

// run executes a template by name.
func (ts *templates) run(name string, dot value, depth int) (text, error) {
	t, ok := ts.trees[name]
	if !ok {
		ts.missing[name] = true
		return text{}, nil
	}
	return ts.execute(t, dot, depth)
}

func (ts *templates) execute(t tree, dot value, depth int) (text, error) {
	if depth > maxNest {
		return text{}, errBounds
	}
	s := &state{templates: ts, tree: t, root: dot, depth: depth, out: &rope{}}
	s.scope = append(s.scope, variable{"$", dot})
	if t.Root == nil {
		return text{}, nil
	}
	_, err := s.list(t.Root, dot)
	return s.out.text(), err
}

func (s *state) list(l *parse.ListNode, dot value) (loop, error) {
	if l == nil {
		return on, nil
	}
	if s.depth++; s.depth > maxNest {
		return on, errBounds
	}
	defer func() { s.depth-- }()
	for _, n := range l.Nodes {
		if err := s.budget.spend(1, 0); err != nil {
			return on, err
		}
		how, err := s.node(n, dot)
		if err != nil || how != on {
			return how, err
		}
	}
	return on, nil
}

func (s *state) node(n parse.Node, dot value) (loop, error) {
	switch n := n.(type) {
	case *parse.TextNode:
		return on, s.plain(n)
	case *parse.ActionNode:
		v, err := s.pipe(n.Pipe, dot)
		if err != nil || len(n.Pipe.Decl) > 0 {
			return on, err
		}
		return on, s.write(v.text(), s.spot(n.Pos))
	case *parse.IfNode:
		return s.branch(n.Pipe, n.List, n.ElseList, dot, false)
	case *parse.WithNode:
		return s.branch(n.Pipe, n.List, n.ElseList, dot, true)
	case *parse.RangeNode:
		return on, s.rangeOver(n, dot)
	case *parse.TemplateNode:
		var arg value
		var err error
		if n.Pipe != nil {
			arg, err = s.pipe(n.Pipe, dot)
		}
		if err != nil {
			return on, err
		}
		t, err := s.run(n.Name, arg, s.depth+1)
		if err != nil {
			return on, err
		}
		return on, s.write(t, s.spot(n.Pos))
	case *parse.BreakNode:
		return done, nil
	case *parse.ContinueNode:
		return next, nil
	case *parse.CommentNode:
		return on, nil
	}
	return on, fmt.Errorf("line %d: %T is not known", s.spot(n.Position()).Line, n)
}

// plain writes the template's own text, each line with its place.
func (s *state) plain(n *parse.TextNode) error {
	if err := s.budget.spend(1, len(n.Text)); err != nil {
		return err
	}
	if s.whole != nil {
		s.out.add(textAt(string(n.Text), *s.whole))
		return nil
	}
	at := 0
	for i, c := range n.Text {
		if c == '\n' {
			s.out.add(textAt(string(n.Text[at:i+1]), s.spot(n.Pos+parse.Pos(at))))
			at = i + 1
		}
	}
	s.out.add(textAt(string(n.Text[at:]), s.spot(n.Pos+parse.Pos(at))))
	return nil
}

// write adds what an action gives; what comes from nowhere comes from it.
func (s *state) write(t text, action spot) error {
	if err := s.budget.spend(1, len(t.s)); err != nil {
		return err
	}
	t.marks = slices.Clone(t.marks)
	for i := range t.marks {
		if t.marks[i].at.Line == 0 {
			t.marks[i].at = action
		}
	}
	s.out.add(t)
	return nil
}

func (s *state) branch(p *parse.PipeNode, then, otherwise *parse.ListNode, dot value, with bool) (loop, error) {
	mark := len(s.scope)
	defer func() { s.scope = s.scope[:mark] }()
	v, err := s.pipe(p, dot)
	if err != nil {
		return on, err
	}
	if !v.truth() {
		return s.list(otherwise, dot)
	}
	if with {
		dot = v
	}
	return s.list(then, dot)
}

// rangeOver runs the body for each item of a list, each entry of a mapping by
// its key, or as often as a number says.
func (s *state) rangeOver(n *parse.RangeNode, dot value) error {
	mark := len(s.scope)
	defer func() { s.scope = s.scope[:mark] }()
	v, err := s.value(n.Pipe, dot)
	if err != nil {
		return err
	}
	items := func(yield func(k, v value) (bool, error)) error {
		switch x := v.v.(type) {
		case []value:
			for i, item := range x {
				if more, err := yield(of(int64(i)), item); !more {
					return err
				}
			}
		case *dict:
			for _, k := range x.keys() {
				if more, err := yield(str(k, x.at[k]), x.of[k]); !more {
					return err
				}
			}
		case int64:
			for i := range x {
				if more, err := yield(of(i), of(i)); !more {
					return err
				}
			}
		}
		return nil
	}
	ran := false
	err = items(func(k, v value) (bool, error) {
		ran = true
		s.scope = s.scope[:mark]
		switch decl := n.Pipe.Decl; {
		case len(decl) == 1 && n.Pipe.IsAssign:
			s.assign(decl[0].Ident[0], v)
		case len(decl) == 1:
			s.scope = append(s.scope, variable{decl[0].Ident[0], v})
		case len(decl) > 1:
			s.scope = append(s.scope, variable{decl[0].Ident[0], k}, variable{decl[1].Ident[0], v})
		}
		if err := s.budget.spend(1, 0); err != nil {
			return false, err
		}
		how, err := s.list(n.List, v)
		return err == nil && how != done, err
	})
	if err != nil || ran {
		return err
	}
	_, err = s.list(n.ElseList, dot)
	return err
}

// assign changes a variable that was declared before.
func (s *state) assign(name string, v value) {
	for i := len(s.scope) - 1; i >= 0; i-- {
		if s.scope[i].name == name {
			s.scope[i].v = v
			return
		}
	}
}

// pipe gives a pipeline's value, and to its variables, if it declares any.
func (s *state) pipe(p *parse.PipeNode, dot value) (value, error) {
	v, err := s.value(p, dot)
	if err != nil {
		return v, err
	}
	for _, d := range p.Decl {
		if p.IsAssign {
			s.assign(d.Ident[0], v)
		} else {
			s.scope = append(s.scope, variable{d.Ident[0], v})
		}
	}
	return v, nil
}

func (s *state) value(p *parse.PipeNode, dot value) (v value, err error) {
	if p == nil {
		return v, nil
	}
	if s.depth++; s.depth > maxNest {
		return v, errBounds
	}
	defer func() { s.depth-- }()
	for i, c := range p.Cmds {
		var last *value
		if i > 0 {
			piped := v
			last = &piped
		}
		if v, err = s.command(c, dot, last); err != nil {
			return v, err
		}
	}
	return v, nil
}
