package plain

import (
	"strings"

	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// useTypes notes the types that a type names.
func (p *walker) useTypes(at tree.At) {
	if !at.There() {
		return
	}
	n := p.nodes[at.Kind()]
	switch {
	case n.role == skipped, n.role == fixed:
	case n.role == member:
		p.UseType(p.typeOf(at), n.name(at))
	case p.isName(at):
		if head, _ := reading.SplitType(p.typeOf(at)); head != "Self" {
			p.UseType(head, p.lastName(at))
		}
		for c := range at.Within() {
			if n := p.nodes[c.Kind()]; n.role == generic {
				p.useTypes(n.part(n.with, c))
				return
			}
		}
	default:
		p.Within(func() {
			for c := range at.Parts() {
				p.useTypes(c)
			}
		})
	}
}

// typeOf is a type in the notation of package syntax; "" where it has no name.
func (p *walker) typeOf(at tree.At) string {
	out := ""
	p.Within(func() { out = p.nameOfType(at) })
	return out
}

func (p *walker) nameOfType(at tree.At) string {
	if !at.There() {
		return ""
	}
	if of := p.types[at.Kind()]; of != nil {
		return of(p, at)
	}
	n := p.nodes[at.Kind()]
	switch n.role {
	case named, typed, dotted, member:
		return p.spell(at)
	case generic:
		var args []string
		for a := range n.part(n.with, at).Parts() {
			args = append(args, p.typeOf(a))
		}
		name := p.typeOf(n.of(at))
		if len(args) == 0 || name == "" {
			return name
		}
		return name + "<" + strings.Join(args, ",") + ">"
	case wrapped:
		return p.typeOf(n.of(at))
	case listed:
		return "[]<" + p.typeOf(n.of(at)) + ">"
	}
	if reading.Count(at) == 1 {
		return p.typeOf(at.Part(0))
	}
	return ""
}

// path is an expression in the notation of package syntax.
func (p *walker) path(at tree.At) string {
	out := "?"
	p.Within(func() { out = p.pathOf(at) })
	if out == "" || len(out) > reading.MostPath {
		return "?"
	}
	return out
}

func (p *walker) pathOf(at tree.At) string {
	if of := p.paths[at.Kind()]; of != nil {
		return of(p, at)
	}
	n := p.nodes[at.Kind()]
	of := n.part(n.of, at)
	switch n.role {
	case named, dotted, typed:
		return p.spell(at)
	case member:
		return p.path(of) + "." + p.spell(n.name(at))
	case called:
		return p.path(of) + "()"
	case made, cast:
		return newOf(p.typeOf(of))
	case indexed:
		return p.path(of) + "[]"
	case same, generic:
		return p.path(of)
	case awaited:
		return p.path(of) + "^"
	case fixed:
		return reading.Literal
	}
	return "?"
}

// newOf is the path of a value of a type. A name of several parts is followed as
// one: what of it is a package, its spelling does not say.
func newOf(t string) string {
	switch {
	case t == "":
		return "?"
	case strings.Contains(t, ".") && !strings.ContainsAny(t, "<("):
		return t + "{}"
	}
	return ":" + t
}

// value is the path of what a name is given; "" where it says nothing.
func (p *walker) value(at tree.At) string { return told(p.path(at)) }

func told(path string) string {
	if strings.HasPrefix(path, "?") || strings.HasPrefix(path, reading.Literal) || len(path) > reading.MostPath {
		return ""
	}
	return path
}
