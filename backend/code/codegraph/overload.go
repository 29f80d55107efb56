package codegraph

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// overloads are the functions of one name that a call may mean, where a language
// tells those apart by what they are given: of the type itself and of those that
// it has its members from, but not what it has put something in the place of.
func (r *resolver) overloads(nodes []NodeID, u *syntax.Use) []NodeID {
	var out []NodeID
	seen := map[NodeID]bool{}
	var add func(nodes []NodeID, depth int)
	add = func(nodes []NodeID, depth int) {
		for _, n := range nodes {
			s := r.graph.Symbol(n)
			if s == nil || !isCallable(s.Kind) || !takes(s, u.Args) || slices.ContainsFunc(out, func(o NodeID) bool { return sameParams(r.graph.Symbol(o), s) }) {
				continue
			}
			out = append(out, n)
		}
		if len(nodes) == 0 || depth > 12 {
			return
		}
		owner := r.graph.Nodes[nodes[0]].Owner
		if s := r.graph.Symbol(owner); s != nil {
			r.addFromBases(owner, r.graph.Symbol(nodes[0]).Name, seen, func(found []NodeID) { add(found, depth+1) })
		}
	}
	add(nodes, 0)
	return out
}

// addFromBases gives the nearest members of a name that each base of a type has.
func (r *resolver) addFromBases(of NodeID, name string, seen map[NodeID]bool, each func([]NodeID)) {
	for _, b := range r.basesOf(of, r.graph.Nodes[of], r.graph.Symbol(of)) {
		base := r.typeNode(typ{text: b.text, at: b.at})
		if base == None || seen[base] {
			continue
		}
		seen[base] = true
		if found := r.members[member{base, name}]; len(found) > 0 {
			each(found)
		} else {
			r.addFromBases(base, name, seen, each)
		}
	}
}

func sameParams(a, b *facts.Symbol) bool {
	for i := range a.Params() {
		if a.ParamType(i) != b.ParamType(i) {
			return false
		}
	}
	return a.Params() == b.Params()
}

// best is the function whose parameters fit the types of what a call gives, as far
// as those are known; None where that fits none. Of several that fit as well it is
// the first, and not sure.
func (r *resolver) best(nodes []NodeID, at place, u *syntax.Use) (best NodeID, sure bool) {
	if u.Given == "" {
		return nodes[0], len(nodes) == 1
	}
	var given []argument
	for path := range strings.SplitSeq(u.Given, ";") {
		given = append(given, r.argument(at, path))
	}
	best, most := None, never/2
	for _, n := range nodes {
		s, score := r.graph.Symbol(n), 0
		for i, a := range given {
			if s.Params() == 0 {
				break
			}
			p := min(i, s.Params()-1)
			score += r.fits(n, s.ParamType(p), a)
			if s.ParamRest(p) {
				score--
			}
		}
		if score > most {
			best, most, sure = n, score, true
		} else if score == most {
			sure = false
		}
	}
	return best, sure
}

// argument is what a call gives: a type of the project, the name of another, or a
// function.
type argument struct {
	node     NodeID
	head     string
	function bool
}

// telling is a language whose standard library has methods that say by their
// names what they give: "" for others.
type telling interface{ tells(path string) string }

func (r *resolver) argument(at place, path string) argument {
	if path == "->" {
		return argument{node: None, function: true}
	}
	if word, ok := strings.CutPrefix(path, "'"); ok {
		return argument{node: None, head: word}
	}
	v := r.eval(at, path)
	if h, ok := rulesOf(r.graph.Files[at.file].Language).(telling); ok && v.kind < isNode {
		return argument{node: None, head: h.tells(path)}
	}
	if v.kind == isNode && len(v.nodes) > 0 {
		v = r.valueOf(v.nodes[0], v)
	}
	if v.kind != isInstance {
		return argument{node: None}
	}
	t := r.text(v.typ)
	if n, _ := r.declared(t); n != None {
		return argument{node: n, head: r.graph.Symbol(n).Name}
	}
	if _, letter := r.letter(t.at, t.text); letter || t.known {
		return argument{node: None}
	}
	head, _ := split(t.text)
	return argument{node: None, head: head[strings.LastIndexByte(head, '.')+1:]}
}

const never = -100 // a value of such a type cannot be given

// fits says how well a value fits a parameter.
func (r *resolver) fits(function NodeID, param string, a argument) int {
	node := r.graph.Nodes[function]
	at := place{node.File, node.Symbol, -1}
	head, _ := split(param)
	want := None
	if _, letter := r.letter(at, head); letter {
		head = "Object"
	} else {
		want = r.typeNode(typ{text: param, at: at})
		head = head[strings.LastIndexByte(head, '.')+1:]
	}
	switch {
	case a.function && (scalars[head] != "" || head == "[]" || want != None && r.graph.Nodes[want].Kind != syntax.Interface):
		return never
	case a.function || a.head == "":
		return 0
	case a.node != None && a.node == want, a.node == None && want == None && a.head == head:
		return 3
	case head == "Object":
		return 0
	case a.node != None:
		return r.fitsBase(a.node, want, head)
	case want != None, (a.head == "[]") != (head == "[]"):
		return never // what is not the project's does not inherit from what is
	}
	return fitsScalar(a.head, head)
}

// fitsBase says how well a value of a project's type fits another type.
func (r *resolver) fitsBase(n, want NodeID, head string) int {
	if scalars[head] != "" || head == "[]" {
		return never
	}
	seen := map[NodeID]bool{}
	outside := false
	var isA func(NodeID) bool
	isA = func(n NodeID) bool {
		if n == want {
			return true
		}
		if seen[n] {
			return false
		}
		seen[n] = true
		for _, b := range r.basesOf(n, r.graph.Nodes[n], r.graph.Symbol(n)) {
			base := r.typeNode(typ{text: b.text, at: b.at})
			if base == None {
				outside = true
				if name, _ := split(b.text); want == None && name == head {
					return true
				}
			} else if isA(base) {
				return true
			}
		}
		return false
	}
	switch {
	case isA(n):
		return 2
	case want != None || !outside:
		return never
	}
	return -1
}

// scalars are types that hold one plain value, by what of each other they take the
// place of, and nothing inherits from.
var scalars = map[string]string{
	"int": "number", "long": "number", "short": "number", "byte": "number", "float": "number", "double": "number", "Integer": "number", "Long": "number",
	"Short": "number", "Byte": "number", "Float": "number", "Double": "number", "char": "letter",
	"Character": "letter", "boolean": "truth", "Boolean": "truth", "String": "text",
	"Class": "class",
}

// fitsScalar says how well a value fits another type, neither of them the
// project's.
func fitsScalar(given, want string) int {
	a, b := scalars[given], scalars[want]
	switch {
	case a == "" && b == "":
		return -1 // it may inherit from it
	case a == b && strings.EqualFold(given[:1], want[:1]):
		return 2 // int and Integer
	case a == b:
		return 1
	case b == "" && (want == "CharSequence" && a == "text" || want == "Number" && a == "number" || want == "Comparable" || want == "Serializable"):
		return 1
	}
	return never
}
