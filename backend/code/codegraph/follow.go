package codegraph

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
)

// opens are members of the standard libraries' holders of one value that give
// that value: Rust's Option, Result, Box, Rc, RefCell and Mutex, Java's Optional,
// promises.
var opens = map[string]bool{
	"unwrap": true, "expect": true, "unwrap_or": true, "unwrap_or_default": true, "unwrap_or_else": true, "clone": true, "as_ref": true, "as_mut": true,
	"borrow": true, "borrow_mut": true, "lock": true, "read": true, "write": true, "get": true,
	"orElse": true, "orElseThrow": true, "orElseGet": true, "iter": true, "next": true,
	"first": true, "last": true, "pop": true, "join": true, "cloned": true, "ok_or": true,
	"ok_or_else": true, "await": true, "map_err": true, "to_owned": true, "take": true,
}

// within is what a holder of another's making holds: of Box<T> and Promise<T> T.
func (r *resolver) within(t typ) (typ, bool) {
	t = r.text(t)
	head, args := split(t.text)
	if t.known || len(args) == 0 || head == "[]" && len(args) > 2 {
		return typ{}, false
	}
	arg := args[0]
	if len(args) == 2 && (head == "[]" || strings.HasSuffix(head, "Map") || head == "dict" || head == "Dict") {
		arg = args[1]
	}
	return typ{text: arg, at: t.at, with: t.with}, arg != ""
}

// called is what calling a value gives.
func (r *resolver) called(v value) value {
	if r.depth >= deepest { // a = b and b = a
		return value{}
	}
	r.depth++
	defer func() { r.depth-- }()
	switch v.kind {
	case isNode:
		for _, n := range v.nodes {
			s := r.graph.Symbol(n)
			switch {
			case s == nil:
			case s.Kind.IsType():
				return value{kind: isInstance, typ: typ{node: n, known: true}, tier: v.tier}
			case s.Kind == syntax.Function, s.Kind == syntax.Method, s.Kind == syntax.Macro:
				if got := r.valueOf(n, v); got.kind != isUnknown {
					return got
				}
			default:
				if got := r.valueOf(n, v); got.kind == isInstance || got.kind == isNode {
					if got = r.called(got); got.kind != isUnknown {
						return got
					}
				}
			}
		}
		return value{}
	case isInstance:
		t := r.text(v.typ)
		if n, as := r.declared(t); n != None && r.graph.Nodes[n].Kind == syntax.Type {
			t = r.aliased(n, as) // a name for functions, with what its letters stand for
		}
		if result, ok := strings.CutPrefix(t.text, "->"); ok && !t.known {
			return value{kind: isInstance, typ: typ{text: result, at: t.at, with: t.with}, tier: v.tier}
		}
		return value{}
	}
	return v
}

// valueOf is the value of a variable or field, or what a function gives.
func (r *resolver) valueOf(n NodeID, v value) value {
	node, s := r.graph.Nodes[n], r.graph.Symbol(n)
	at := place{node.File, node.Symbol, -1}
	switch {
	case s.Type == "Self" || s.Type == "this":
		if v.self.known {
			return value{kind: isInstance, typ: v.self, tier: v.tier}
		}
		if v.of.known {
			return value{kind: isInstance, typ: v.of, tier: v.tier}
		}
		return value{kind: isInstance, typ: typ{text: "Self", at: at}, tier: v.tier}
	case s.Type != "":
		return value{kind: isInstance, typ: typ{text: s.Type, at: at, with: v.of.with}, tier: v.tier}
	case s.Value() != "" && s.Value() != "?":
		at.at = int(s.End) - 1
		if s.Kind == syntax.Variable || s.Kind == syntax.Constant || s.Kind == syntax.Field {
			at.at = int(s.Start)
		}
		got := r.eval(at, s.Value())
		got.tier = max(got.tier, v.tier, Syntactic)
		return got
	}
	return value{}
}

// element is what a list or map holds; of a generic function or type it is that
// itself, with its letters said.
func (r *resolver) element(v value) value {
	switch v.kind {
	case isNode:
		for _, n := range v.nodes {
			s := r.graph.Symbol(n)
			isFunction := s != nil && (s.Kind == syntax.Function || s.Kind == syntax.Method)
			if isFunction && rulesOf(r.graph.Files[r.graph.Nodes[n].File].Language).traits().bareCalls {
				isFunction = s.Params() > 0 // named alone, it is what it gives
			}
			if s == nil || s.Kind.IsType() || isFunction {
				return v
			}
			if got := r.valueOf(n, v); got.kind == isInstance {
				return r.element(got)
			}
		}
		return value{}
	case isInstance:
		t := r.text(v.typ)
		if _, args := split(t.text); !t.known && len(args) > 0 {
			return value{kind: isInstance, typ: typ{text: args[len(args)-1], at: t.at, with: t.with}, tier: v.tier}
		}
		return value{}
	}
	return v
}

// made is a new value of a type.
func (r *resolver) made(v value) value {
	if v.kind == isNode {
		for _, n := range v.nodes {
			if s := r.graph.Symbol(n); s != nil && s.Kind.IsType() {
				return value{kind: isInstance, typ: typ{node: n, known: true}, tier: v.tier}
			}
		}
		return value{}
	}
	return v
}

// nth is one of several that a call gives.
func (r *resolver) nth(v value, i int) value {
	if v.kind == isNode {
		if len(v.nodes) > 0 {
			v = r.valueOf(v.nodes[0], v)
		}
	}
	if v.kind != isInstance {
		return v
	}
	t := r.text(v.typ)
	if !t.known && strings.HasPrefix(t.text, "[]<") {
		return r.element(v)
	}
	if list, ok := strings.CutPrefix(t.text, "("); ok && !t.known {
		all := parts(strings.TrimSuffix(list, ")"))
		if i < len(all) {
			return value{kind: isInstance, typ: typ{text: all[i], at: t.at, with: t.with}, tier: v.tier}
		}
		return value{}
	}
	if i > 0 {
		return value{}
	}
	return v
}

// awaited is what a promise or a result holds, or the value itself.
func (r *resolver) awaited(v value) value {
	if v.kind == isNode && len(v.nodes) > 0 {
		v = r.valueOf(v.nodes[0], v)
	}
	if v.kind != isInstance {
		return v
	}
	n, t := r.opened(r.declared(v.typ))
	if n == None {
		v.typ = t
	}
	if n != None || strings.HasPrefix(r.text(v.typ).text, "[]<") {
		return v
	}
	if inner, ok := r.within(v.typ); ok {
		return value{kind: isInstance, typ: inner, tier: v.tier}
	}
	return v
}

// own is what the words for the value or the type around mean.
func (r *resolver) own(at place, word string) (value, bool) {
	f := r.graph.Files[at.file]
	for s := at.symbol; s >= 0; s = int(f.Symbols[s].Owner) {
		symbol := &f.Symbols[s]
		n := None
		switch {
		case symbol.Kind.IsType():
			n = r.graph.node(at.file, s)
		case symbol.Of() != "" && !slices.Contains([]string{"Self", "this"}, symbol.Of()):
			n = r.typeNode(typ{text: symbol.Of(), at: place{at.file, int(symbol.Owner), -1}})
		}
		if node := r.graph.node(at.file, s); n == None && word == "this" && r.owns[node] && (symbol.Kind == syntax.Constant || symbol.Kind == syntax.Variable) {
			return value{kind: isNode, nodes: []NodeID{node}}, true
		}
		if n == None {
			continue
		}
		t := typ{node: n, known: true}
		switch word {
		case "Self":
			return value{kind: isNode, nodes: []NodeID{n}}, true
		case "super":
			t.above = true
		}
		return value{kind: isInstance, typ: t}, true
	}
	return value{}, false
}
