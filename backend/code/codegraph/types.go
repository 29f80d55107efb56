package codegraph

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// typ is a type as a place names it, or a type's own node.
type typ struct {
	text  string
	at    place
	node  NodeID // of the type itself, where known
	known bool
	above bool     // of its members only those that it has from others: super
	with  *binding // what the letters of its text stand for
}

// binding says what a type's letters stand for in one of its values: of
// Store<Order> that T is Order.
type binding struct {
	letters []syntax.Param
	args    []typ
}

// split takes a type apart: "Map<K,[]<V>>" is Map of K and []<V>.
func split(text string) (head string, args []string) {
	open := strings.IndexByte(text, '<')
	if open < 0 || !strings.HasSuffix(text, ">") || strings.HasPrefix(text, "->") || strings.HasPrefix(text, "(") {
		return text, nil
	}
	return text[:open], parts(text[open+1 : len(text)-1])
}

// parts cuts a list at the commas that are not within brackets.
func parts(list string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '<', '(':
			depth++
		case '>':
			if i == 0 || list[i-1] != '-' {
				depth--
			}
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, list[from:i])
				from = i + 1
			}
		}
	}
	return append(out, list[from:])
}

// typeNode is the declaration of a type; None where it is none of the project's.
func (r *resolver) typeNode(t typ) NodeID {
	n, _ := r.declared(t)
	return n
}

// declared is the declaration of a type, with what its letters stand for.
func (r *resolver) declared(t typ) (NodeID, typ) {
	if t.known {
		return t.node, t
	}
	if r.depth >= deepest {
		return None, t
	}
	r.depth++
	defer func() { r.depth-- }()
	head, args := split(t.text)
	if head == "" || head == "[]" || strings.HasPrefix(head, "->") || strings.HasPrefix(head, "(") {
		return None, t
	}
	if t.with != nil {
		if i := slices.IndexFunc(t.with.letters, func(p syntax.Param) bool { return p.Name == head }); i >= 0 {
			if i < len(t.with.args) {
				return r.declared(t.with.args[i])
			}
			return None, t
		}
	}
	if bound, ok := r.letter(t.at, head); ok {
		if bound == "" {
			return None, t
		}
		return r.declared(typ{text: bound, at: t.at})
	}
	v := r.evalType(t.at, head)
	if v.tier == Ambiguous {
		return None, t
	}
	for _, n := range v.nodes {
		s := r.graph.Symbol(n)
		if s == nil || !s.Kind.IsType() && s.Kind != syntax.Module {
			continue
		}
		n = r.one(n)
		s = r.graph.Symbol(n)
		out := typ{node: n, known: true, with: bind(s, args, t)}
		// A name for another type has its members.
		if s.Kind == syntax.Type && s.Type != "" {
			if aliased, as := r.declared(r.aliased(n, out)); aliased != None && aliased != n && !r.owns[n] {
				return aliased, as
			}
		}
		return n, out
	}
	if v.kind == isInstance {
		return r.declared(v.typ)
	}
	return None, t
}

// evalType follows a type's name; the names of values do not count.
func (r *resolver) evalType(at place, head string) value {
	at.at = -1
	return r.eval(at, head)
}

// bind says what the letters of a declaration stand for.
func bind(s *facts.Symbol, args []string, t typ) *binding {
	if len(s.Generics()) == 0 || len(args) == 0 {
		return nil
	}
	b := &binding{letters: s.Generics()}
	for _, a := range args {
		b.args = append(b.args, typ{text: a, at: t.at, with: t.with})
	}
	return b
}

// letter is what a type parameter of the declarations around must fit.
func (r *resolver) letter(at place, name string) (bound string, ok bool) {
	f := r.graph.Files[at.file]
	for s := at.symbol; s >= 0; s = int(f.Symbols[s].Owner) {
		for _, p := range f.Symbols[s].Generics() {
			if p.Name == name {
				return p.Type, true
			}
		}
	}
	return "", false
}

// aliased is the type that a declared name stands for.
func (r *resolver) aliased(n NodeID, t typ) typ {
	node := r.graph.Nodes[n]
	return typ{text: r.graph.Symbol(n).Type, at: place{node.File, node.Symbol, -1}, with: t.with}
}

// text is a type with the letters put in, and the place that its names count at.
func (r *resolver) text(t typ) typ {
	for range deepest {
		if t.with != nil && !t.known {
			i := slices.IndexFunc(t.with.letters, func(p syntax.Param) bool { return p.Name == t.text })
			if i >= 0 && i < len(t.with.args) {
				t = t.with.args[i]
				continue
			}
		}
		n := t.node
		if !t.known {
			if head, args := split(t.text); args != nil || strings.HasPrefix(head, "(") || strings.HasPrefix(head, "->") {
				return t
			}
			n = r.typeNode(t)
		}
		if n == None {
			return t
		}
		if s := r.graph.Symbol(n); s == nil || s.Kind != syntax.Type || s.Type == "" {
			return t
		}
		t = r.aliased(n, t)
	}
	return t
}

// member is a name within what a value is.
func (r *resolver) member(v value, name string) value {
	switch v.kind {
	case isSpace:
		if found, ok := r.has(v.space, name); ok {
			found.tier = max(found.tier, v.tier)
			return found
		}
		return value{kind: isOutside}
	case isNode:
		out := value{}
		for _, n := range v.nodes {
			s := r.graph.Symbol(n)
			if s == nil {
				continue
			}
			if s.Kind.IsType() || s.Kind == syntax.Module {
				return r.memberOf(typ{node: n, known: true}, name, v.tier)
			}
			own := r.members[member{n, name}]
			if len(own) > 0 && s.Kind == syntax.Constant && r.areFields(own) && r.isOfEnum(n) {
				return value{kind: isNode, nodes: own, tier: v.tier} // of one variant alone
			}
			switch got := r.valueOf(n, v); got.kind {
			case isUnknown, isNode:
			case isOutside:
				out = got
			default:
				return r.member(got, name)
			}
			if len(own) > 0 {
				return value{kind: isNode, nodes: own, tier: v.tier}
			}
		}
		return out
	case isInstance:
		return r.memberOf(v.typ, name, v.tier)
	}
	return v
}

// isOfEnum reports whether a node is one of the values of an enum.
func (r *resolver) isOfEnum(n NodeID) bool {
	owner := r.graph.Symbol(r.graph.Nodes[n].Owner)
	return owner != nil && owner.Kind == syntax.Enum
}

// memberOf is a member of a type's values.
func (r *resolver) memberOf(t typ, name string, tier Tier) value {
	if r.depth >= deepest { // type T []T
		return value{}
	}
	r.depth++
	defer func() { r.depth-- }()
	n, t := r.opened(r.declared(t))
	if n == None {
		if l, ok := rulesOf(r.graph.Files[t.at.file].Language).(libraried); ok {
			if v, ok := l.ofLibrary(r, t, name, tier); ok {
				return v
			}
		}
		inner, ok := r.within(t)
		if !ok {
			return r.outside(t)
		}
		if got := r.memberOf(inner, name, tier); got.kind == isNode {
			return got
		}
		if opens[name] { // unwrap, get, borrow: what they give is what it holds
			return value{kind: isInstance, typ: typ{text: "->" + inner.text, at: inner.at, with: inner.with}, tier: max(tier, Syntactic)}
		}
		return value{kind: isOutside}
	}
	v := value{}
	if t.above {
		v = r.fromBases(n, name, 0)
	} else {
		v = r.inherited(n, name, 0)
	}
	if v.kind == isOutside {
		if l, ok := rulesOf(r.graph.Files[r.graph.Nodes[n].File].Language).(derived); ok && l.givesItself(name) {
			return value{
				kind: isInstance, typ: typ{text: "->Self", at: place{r.graph.Nodes[n].File, r.graph.Nodes[n].Symbol, -1}, with: t.with},
				tier: max(tier, Syntactic),
			}
		}
	}
	v.tier = max(v.tier, tier)
	v.self = t
	v.self.above = false
	if v.kind == isNode && !v.of.known {
		v.of = t
	} else if v.kind == isNode && v.of.node == n {
		v.of = t
	}
	return v
}

// given is a member of a type of a library, as its language's table has it: the
// type of the member, "" where nothing is known of it.
func (r *resolver) given(t typ, tier Tier, table func(head string, args []string) (string, bool)) (value, bool) {
	t = r.text(t)
	head, args := split(t.text)
	if t.known || len(args) == 0 {
		return value{}, false
	}
	text, ok := table(head, args)
	switch {
	case !ok:
		return value{}, false
	case text == "":
		return value{kind: isOutside}, true
	}
	return value{kind: isInstance, typ: typ{text: text, at: t.at, with: t.with}, tier: max(tier, Syntactic)}, true
}

// opened is what a name of a project stands for that is none of its types:
// type Result<T> = std::result::Result<T, Error>.
func (r *resolver) opened(n NodeID, t typ) (NodeID, typ) {
	for range deepest {
		if n == None {
			break
		}
		if s := r.graph.Symbol(n); s == nil || s.Kind != syntax.Type || s.Type == "" || r.owns[n] {
			break
		}
		n, t = r.declared(r.aliased(n, t))
	}
	return n, t
}

// outside is a value of a type that is not the project's, or that has no name.
func (r *resolver) outside(t typ) value {
	if t.text == "" {
		return value{}
	}
	return value{kind: isOutside}
}

// inherited is a member of a type or of one that it has its members from.
func (r *resolver) inherited(n NodeID, name string, depth int) value {
	n = r.one(n)
	if nodes := r.members[member{n, name}]; len(nodes) > 0 {
		return value{kind: isNode, nodes: nodes, of: typ{node: n, known: true}}
	}
	return r.fromBases(n, name, depth)
}

// fromBases is a member that a type has from others.
func (r *resolver) fromBases(n NodeID, name string, depth int) value {
	if depth > 12 {
		return value{}
	}
	node := r.graph.Nodes[n]
	s := r.graph.Symbol(n)
	bases := r.basesOf(n, node, s)
	if s.Kind == syntax.Struct && rulesOf(r.graph.Files[node.File].Language).traits().embeds {
		if i := slices.IndexFunc(bases, func(b based) bool { return isNamed(b.text, name) }); i >= 0 {
			return value{kind: isInstance, typ: typ{text: bases[i].text, at: bases[i].at}}
		}
	}
	for _, b := range bases {
		base, t := r.declared(typ{text: b.text, at: b.at})
		if base == None || base == n {
			continue
		}
		switch v := r.inherited(base, name, depth+1); v.kind {
		case isNode:
			if v.of.node == base {
				v.of = t
			}
			return v
		case isInstance:
			return v
		}
	}
	return value{kind: isOutside} // what it has from elsewhere is not ours
}

// isNamed reports whether a type has a name, whatever package it is of.
func isNamed(t, name string) bool {
	head, _ := split(t)
	return head[strings.LastIndexByte(head, '.')+1:] == name
}

func (r *resolver) basesOf(n NodeID, node Node, s *facts.Symbol) []based {
	var out []based
	for _, b := range s.Bases() {
		out = append(out, based{b.Type, place{node.File, int(s.Owner), int(s.Start)}})
	}
	if s.Kind == syntax.Type && s.Type != "" {
		out = append(out, based{s.Type, place{node.File, node.Symbol, -1}})
	}
	return append(out, r.bases[n]...)
}
