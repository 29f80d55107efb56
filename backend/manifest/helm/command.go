package helm

import (
	"errors"
	"fmt"
	"strings"
	"text/template/parse"
)

// command is one command of a pipeline; last is what the one before gave.
func (s *state) command(c *parse.CommandNode, dot value, last *value) (value, error) {
	if err := s.budget.spend(1, 0); err != nil {
		return value{}, err
	}
	first := c.Args[0]
	switch n := first.(type) {
	case *parse.IdentifierNode:
		return s.call(n, c.Args[1:], dot, last)
	case *parse.FieldNode:
		if len(c.Args) > 1 || last != nil {
			return s.method(n.Ident, c.Args[1:], dot, last)
		}
	case *parse.VariableNode:
		if len(c.Args) > 1 || last != nil {
			return s.method(n.Ident[1:], c.Args[1:], dot, last)
		}
	case *parse.ChainNode:
		if len(c.Args) > 1 || last != nil {
			return s.method(n.Field, c.Args[1:], dot, last)
		}
	}
	return s.arg(first, dot)
}

// arg is the value of one word of a command.
func (s *state) arg(n parse.Node, dot value) (value, error) {
	at := s.spot(n.Position())
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.NilNode:
		return value{}, nil
	case *parse.BoolNode:
		return value{n.True, at}, nil
	case *parse.StringNode:
		return str(n.Text, at), nil
	case *parse.NumberNode:
		if n.IsInt {
			return value{n.Int64, at}, nil
		}
		return value{n.Float64, at}, nil
	case *parse.FieldNode:
		return fields(dot, n.Ident), nil
	case *parse.VariableNode:
		return fields(s.variable(n.Ident[0]), n.Ident[1:]), nil
	case *parse.ChainNode:
		v, err := s.arg(n.Node, dot)
		return fields(v, n.Field), err
	case *parse.PipeNode:
		return s.value(n, dot)
	case *parse.IdentifierNode:
		return s.call(n, nil, dot, nil)
	}
	return value{}, fmt.Errorf("line %d: %T is not known", at.Line, n)
}

func (s *state) variable(name string) value {
	for i := len(s.scope) - 1; i >= 0; i-- {
		if s.scope[i].name == name {
			return s.scope[i].v
		}
	}
	return value{}
}

// fields follows names into mappings. What is not there is nil all the way,
// where Helm ends with an error: the chart's other values count all the same.
func fields(v value, names []string) value {
	for _, name := range names {
		v = v.get(name)
	}
	return v
}

// method calls what Helm's own objects offer beside their fields: the files of
// the chart, which are not read, and what the cluster can do, which is nothing
// beyond the usual (https://helm.sh/docs/chart_template_guide/builtin_objects/).
func (s *state) method(names []string, args []parse.Node, dot value, last *value) (value, error) {
	at := s.spot(0)
	switch names[len(names)-1] {
	case "Has":
		return value{false, at}, nil
	case "Get", "AsConfig", "AsSecrets":
		return str("", at), nil
	case "Glob", "Lines", "GetBytes":
		return value{newDict(), at}, nil
	}
	return value{}, fmt.Errorf("line %d: %s is called like a function", at.Line, names[len(names)-1])
}

// call calls a function by name.
func (s *state) call(n *parse.IdentifierNode, args []parse.Node, dot value, last *value) (value, error) {
	at := s.spot(n.Pos)
	if n.Ident == "and" || n.Ident == "or" {
		return s.shortcut(n.Ident == "or", args, dot, last)
	}
	var in []value
	for _, a := range args {
		v, err := s.arg(a, dot)
		if err != nil {
			return v, err
		}
		in = append(in, v)
	}
	if last != nil {
		in = append(in, *last)
	}
	v, err := s.function(n.Ident, in)
	if err != nil && !errors.Is(err, errBounds) {
		return v, fmt.Errorf("line %d: %s: %w", at.Line, n.Ident, err)
	}
	if err != nil {
		return v, err
	}
	size := 0
	if t, ok := v.v.(text); ok {
		size = len(t.s) + 16*len(t.marks)
	}
	return v, s.budget.spend(1+len(v.list())/16, size)
}

// function calls the functions that need the templates, or one that does not.
func (s *state) function(name string, in []value) (value, error) {
	switch name {
	case "include":
		if len(in) < 2 {
			return value{}, errArguments
		}
		t, err := s.run(in[0].text().s, in[1], s.depth+1)
		return textValue(t), err
	case "tpl":
		if len(in) < 2 {
			return value{}, errArguments
		}
		t, err := s.tpl(in[0].text(), in[1])
		return textValue(t), err
	}
	f, ok := functions[name]
	if !ok {
		return value{}, errors.New("the function is not known")
	}
	if len(in) < f.least {
		return value{}, errArguments
	}
	return f.do(s.budget, in)
}

var errArguments = errors.New("too few arguments")

// tpl runs a text of values as a template.
func (s *state) tpl(t text, dot value) (text, error) {
	if !strings.Contains(t.s, "{{") {
		return t, nil
	}
	at := t.main()
	if at.Line == 0 {
		at = s.spot(0)
	}
	trees, err := parseTrees("tpl", t.s)
	if err != nil {
		return text{}, err
	}
	return s.execute(tree{Tree: trees["tpl"], whole: &at}, dot, s.depth+1)
}

// shortcut is and or or: what decides is given, and the rest is not looked at.
func (s *state) shortcut(or bool, args []parse.Node, dot value, last *value) (v value, err error) {
	for _, a := range args {
		if v, err = s.arg(a, dot); err != nil || v.truth() == or {
			return v, err
		}
	}
	if last != nil {
		v = *last
	}
	return v, nil
}
