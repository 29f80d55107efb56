package codegraph

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/code/syntax"
)

// TypeOf is the type whose member a node is, wherever it is written; None for
// none.
func (g *Graph) TypeOf(n NodeID) NodeID { return g.of[n] }

// Members are those of each of some types, in the order of the text.
func (g *Graph) Members(types ...NodeID) map[NodeID][]NodeID {
	out := map[NodeID][]NodeID{}
	for _, t := range types {
		out[t] = nil
	}
	for n, t := range g.of {
		if t == None {
			continue
		}
		if _, ok := out[t]; ok {
			out[t] = append(out[t], NodeID(n))
		}
	}
	return out
}

// belong notes whose member each node is.
func (g *Graph) belong(r *resolver) {
	g.of = make([]NodeID, len(g.Nodes))
	for n := range g.of {
		g.of[n] = None
	}
	for m, nodes := range r.members {
		for _, n := range nodes {
			g.of[n] = m.of
		}
	}
}

// Likely are the methods that a node, or what lies in it, may mean where it calls
// something of a value whose type nothing says: those of that name in one of some
// types, or in one that is called as the value is ("self.guard.validate" and
// Guard.validate). It is a guess by how people name things: enough to show
// somebody, not to say that it is so.
func (g *Graph) Likely(n NodeID, types map[NodeID]bool) []NodeID {
	f := g.Files[g.Nodes[n].File]
	inside := map[int]bool{}
	known := map[int32]map[string]bool{} // what edges say, by line
	for _, w := range g.Within(n) {
		inside[g.Nodes[w].Symbol] = true
		for _, e := range g.From(w) {
			if s := g.Symbol(e.To); s != nil && e.Tier != Ambiguous {
				if known[e.Line] == nil {
					known[e.Line] = map[string]bool{}
				}
				known[e.Line][s.Name] = true
			}
		}
	}
	var out []NodeID
	uses := g.resolver.unpacked.of(f).Uses
	for i := range uses {
		u := &uses[i]
		if u.Kind != syntax.Calls || !inside[u.Symbol] {
			continue
		}
		value, name, ok := calledOf(u.Path)
		if !ok || known[int32(u.Line)][name] {
			continue
		}
		for _, m := range g.resolver.named.of(g, name) {
			of := g.of[m]
			if of == None || !related(f.Language, g.Files[g.Nodes[m].File].Language) || slices.Contains(out, m) {
				continue
			}
			if types[of] || alike(value, g.Symbol(of).Name) {
				out = append(out, m)
			}
		}
	}
	return out
}

// LikelyCallers are those that may mean a method where no edge says so: they name
// its type, and call something of its name of a value whose type nothing says.
func (g *Graph) LikelyCallers(method NodeID) []NodeID {
	of := g.of[method]
	if of == None {
		return nil
	}
	var out []NodeID
	types := map[NodeID]bool{of: true}
	seen := map[NodeID]bool{}
	for _, e := range g.To(of) {
		if s := g.Symbol(e.From); s == nil || s.Kind.IsType() || seen[e.From] {
			continue
		}
		if seen[e.From] = true; slices.Contains(g.Likely(e.From, types), method) {
			out = append(out, e.From)
		}
	}
	return out
}

// Namesakes are the other methods of a method's name in sources of its language:
// what does the same for other types, or further down. Of a name that many have it
// gives none.
func (g *Graph) Namesakes(method NodeID) []NodeID {
	const many = 6
	s := g.Symbol(method)
	if s == nil || s.Kind != syntax.Method {
		return nil
	}
	var out []NodeID
	for _, m := range g.resolver.named.of(g, s.Name) {
		if m != method && g.of[m] != None && related(g.Files[g.Nodes[method].File].Language, g.Files[g.Nodes[m].File].Language) {
			out = append(out, m)
		}
	}
	if len(out) >= many {
		return nil
	}
	return out
}

// calledOf takes the last name of a path, and the last of the value whose it is.
func calledOf(p string) (value, name string, ok bool) {
	at := strings.LastIndexByte(p, '.')
	if at < 0 {
		return "", "", false
	}
	value, name = strings.TrimRight(p[:at], "()[]{}^?#0123456789"), p[at+1:]
	return value[strings.LastIndexByte(value, '.')+1:], name, true
}

// alike reports whether a value is called as a type is: comment, comments and
// _comments are of Comments.
func alike(value, of string) bool {
	plain := func(s string) string {
		return strings.TrimSuffix(strings.ToLower(strings.ReplaceAll(s, "_", "")), "s")
	}
	return len(value) > 2 && plain(value) == plain(of)
}

// Filling are the methods that are called where one of an interface or of a base
// is: those of its name in types that inherit from its type, and in Go in those
// that have all of the interface's methods.
func (g *Graph) Filling(method NodeID) []NodeID {
	of, s := g.of[method], g.Symbol(method)
	if of == None || s == nil || s.Kind != syntax.Method {
		return nil
	}
	heirs := map[NodeID]bool{}
	for _, e := range g.To(of) {
		if e.Kind == Inherits {
			heirs[e.From] = true
		}
	}
	structural := g.Language(of) == "go" && g.Nodes[of].Kind == syntax.Interface
	var wanted []string
	if structural {
		for _, m := range g.Within(of)[1:] {
			wanted = append(wanted, g.Symbol(m).Name)
		}
	}
	var out []NodeID
	for _, m := range g.resolver.named.of(g, s.Name) {
		t := g.of[m]
		if t == None || t == of {
			continue
		}
		fits := structural && g.Nodes[t].Kind != syntax.Interface && g.Language(t) == "go" && !slices.ContainsFunc(wanted, func(name string) bool { return len(g.resolver.members[member{t, name}]) == 0 })
		if heirs[t] || fits {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b NodeID) int { return cmp.Compare(a, b) })
	return out
}
