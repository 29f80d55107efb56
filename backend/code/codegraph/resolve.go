package codegraph

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// resolver finds what the names of one project mean.
type resolver struct {
	graph  *Graph
	layout Layout
	spaces map[string]*space
	home   []*space // of each file
	edges  []Edge

	members  map[member][]NodeID
	owns     map[NodeID]bool    // types with members of their own
	bases    map[NodeID][]based // that a type has beyond those it says itself
	named    *byName            // functions, methods and types
	unpacked *unpacked
	modules  map[[2]string]*space // by folder and specifier, for rules to keep
	depth    int
	at       int // the file whose edges are looked for

	rustParents map[string]string // the file that declares a module, by the module's
	pythonPath  *pythonPath       // see python
	same        map[NodeID]NodeID // the first of those that are one thing; see traits.reopens
	firsts      map[string]NodeID // by whole name
	byBase      map[string][]int  // files by the last part of their path
}

// member is a name in a type.
type member struct {
	of   NodeID
	name string
}

// constructors is the name under which a type has those that are named like it.
const constructors = "new"

// based is a base with the place that names it.
type based struct {
	text string
	at   place
}

// place is where a name stands: what it means depends on that.
type place struct {
	file   int
	symbol int // within which; syntax.Nobody for the file
	at     int // the byte; -1 where local names do not count
}

func newResolver(g *Graph, layout Layout) *resolver {
	r := &resolver{
		graph: g, layout: layout, spaces: map[string]*space{}, members: map[member][]NodeID{}, owns: map[NodeID]bool{}, bases: map[NodeID][]based{},
		named: &byName{}, modules: map[[2]string]*space{}, unpacked: newUnpacked(),
	}
	r.settle()
	for i, f := range g.Files {
		for j := range f.Symbols {
			s := &f.Symbols[j]
			switch s.Kind {
			case syntax.Field, syntax.Variable, syntax.Constant, syntax.Impl:
			default:
				r.named.add(g.node(i, j))
			}
		}
	}
	r.named.sort(g) // by now: those who only read a graph ask for it side by side
	for i, f := range g.Files {
		if r.home[i] != nil && !rulesOf(f.Language).traits().reopens {
			r.belongings(i, f, nil)
		}
	}
	r.belongingsOfReopened()
	return r
}

// belongings notes whose members the symbols of a file are.
func (r *resolver) belongings(i int, f *facts.File, want func(*facts.Symbol) bool) {
	for j := range f.Symbols {
		s := &f.Symbols[j]
		if want != nil && !want(s) {
			continue
		}
		of := None
		switch {
		case s.Of() != "" && s.Kind != syntax.Impl:
			of = r.typeNode(typ{text: s.Of(), at: place{i, j, -1}})
		case s.Owner != syntax.Nobody:
			of = r.graph.node(i, int(s.Owner))
			if owner := f.Symbols[s.Owner]; owner.Kind == syntax.Impl {
				of = r.typeNode(typ{text: owner.Of(), at: place{i, int(s.Owner), -1}})
			}
		}
		if s.Kind == syntax.Impl {
			if of = r.typeNode(typ{text: s.Of(), at: place{i, j, -1}}); of != None {
				for _, b := range s.Bases() {
					r.bases[of] = append(r.bases[of], based{b.Type, place{i, j, -1}})
				}
			}
			continue
		}
		if of != None && !s.Local {
			of = r.one(of)
			r.owns[of] = true
			key := member{of, s.Name}
			if c := rulesOf(f.Language).traits().constructor; c != "" && c == s.Name {
				r.members[member{of, constructors}] = append(r.members[member{of, constructors}], r.graph.node(i, j))
			}
			if s.Kind == syntax.Method && r.graph.Symbol(of).Name == s.Name && rulesOf(f.Language).traits().overloads {
				key.name = constructors
			}
			r.members[key] = append(r.members[key], r.graph.node(i, j))
		}
	}
}

func (r *resolver) edge(from, to NodeID, kind EdgeKind, tier Tier, line int) {
	if from != to || kind == Calls {
		r.edges = append(r.edges, Edge{From: from, To: to, File: int32(r.at), Line: int32(line), Kind: kind, Tier: tier})
	}
}

// file adds the edges that begin in a file.
func (r *resolver) file(i int) {
	f := r.graph.Files[i]
	if r.home[i] == nil {
		return
	}
	r.at = i
	r.importsFiles(i)
	for j, s := range f.Symbols {
		for _, b := range s.Bases() {
			from := r.graph.node(i, j)
			if s.Kind == syntax.Impl {
				if from = r.typeNode(typ{text: s.Of(), at: place{i, j, -1}}); from == None {
					continue
				}
			}
			if to := r.typeNode(typ{text: b.Type, at: place{i, j, int(s.Start)}}); to != None {
				r.edge(from, to, Inherits, Exact, b.Line)
			}
		}
	}
	uses := r.unpacked.of(f).Uses
	for k := range uses {
		r.use(i, &uses[k])
	}
}

// use adds the edges of one place that names something.
func (r *resolver) use(i int, u *syntax.Use) {
	from := r.graph.FileNode(i)
	if u.Symbol >= 0 {
		from = r.graph.node(i, u.Symbol)
	}
	kind := Uses
	if u.Kind == syntax.Calls {
		kind = Calls
	}
	at := place{i, u.Symbol, u.At}
	if u.Typed {
		if to := r.typeNode(typ{text: u.Path, at: at}); to != None {
			r.edge(from, r.constructor(to, at, u), kind, Exact, u.Line)
		}
		return
	}
	traits := rulesOf(r.graph.Files[i].Language).traits()
	if kind == Calls && !strings.ContainsRune(u.Path, '.') && traits.apart {
		at.at = -1
	}
	v := r.eval(at, u.Path)
	if kind == Calls && rulesOf(r.graph.Files[i].Language).traits().heldFunctions {
		v = r.held(v, 0)
	}
	switch {
	case v.kind == isNode:
		tier := v.tier
		nodes := r.written(v.nodes, kind)
		if traits.overloads && kind == Calls {
			if nodes = r.overloads(nodes, u); len(nodes) > 0 {
				best, sure := r.best(nodes, at, u)
				if best == None {
					return
				}
				if nodes = []NodeID{best}; !sure {
					tier = Ambiguous
				}
			}
		}
		nodes = r.fitting(nodes, i, u)
		if len(nodes) > 1 {
			tier = Ambiguous
		}
		if len(nodes) <= mostCandidates {
			for _, n := range nodes {
				r.edge(from, n, r.kindOf(kind, i, n), tier, u.Line)
			}
		}
	case v.kind == isUnknown && kind == Calls:
		r.guess(i, from, u)
	}
}

// kindOf is how something is named: who calls what is no function makes one of it.
func (r *resolver) kindOf(kind EdgeKind, file int, n NodeID) EdgeKind {
	switch r.graph.Nodes[n].Kind {
	case syntax.Function, syntax.Method, syntax.Macro:
		if kind == Uses && rulesOf(r.graph.Files[file].Language).traits().bareCalls {
			return Calls
		}
		return kind
	}
	if rulesOf(r.graph.Files[file].Language).traits().callMakes {
		return Uses
	}
	return kind
}

// held is the function or class that a variable holds, or the variable itself.
func (r *resolver) held(v value, depth int) value {
	if v.kind != isNode || len(v.nodes) != 1 || depth > 4 {
		return v
	}
	switch r.graph.Nodes[v.nodes[0]].Kind {
	case syntax.Variable, syntax.Constant, syntax.Field:
		if got := r.valueOf(v.nodes[0], v); got.kind == isNode {
			return r.held(got, depth+1)
		}
	}
	return v
}

// mostCandidates are those that a name is said to mean perhaps: with more of
// them it says nothing.
const mostCandidates = 3

// guess takes the things of a name where nothing says which one is meant.
func (r *resolver) guess(i int, from NodeID, u *syntax.Use) {
	dot := strings.LastIndexByte(u.Path, '.')
	if dot < 0 {
		return
	}
	name, language := u.Path[dot+1:], r.graph.Files[i].Language
	traits := rulesOf(language).traits()
	if traits.common[name] || len(name) < 3 {
		return
	}
	var found []NodeID
	for _, n := range r.named.of(r.graph, name) {
		to := r.graph.Nodes[n]
		if to.Kind != syntax.Method || r.isLocal(to) || r.ofOutsideTrait(to) || !related(language, r.graph.Files[to.File].Language) {
			continue
		}
		if isOfTests(r.graph.Path(n)) && !isOfTests(r.graph.Files[i].Path) || traits.overloads && !takes(r.graph.Symbol(n), u.Args) {
			continue
		}
		if found = append(found, n); len(found) > mostCandidates {
			return
		}
	}
	if len(found) > 1 && traits.guessOne {
		return
	}
	tier := ByName
	if len(found) > 1 {
		tier = Ambiguous
	}
	for _, n := range found {
		r.edge(from, n, Calls, tier, u.Line)
	}
}

// ofOutsideTrait reports whether a method fills a trait that is not the project's:
// types that are not the project's have it, too.
func (r *resolver) ofOutsideTrait(n Node) bool {
	s := r.graph.Symbol(n.Owner)
	if s == nil || s.Kind != syntax.Impl {
		return false
	}
	return slices.ContainsFunc(s.Bases(), func(b syntax.Base) bool {
		return r.typeNode(typ{text: b.Type, at: place{n.File, r.graph.Nodes[n.Owner].Symbol, -1}}) == None
	})
}

// isLocal reports whether something lies in what holds within a part of its file
// alone.
func (r *resolver) isLocal(n Node) bool {
	symbols := r.graph.Files[n.File].Symbols
	for s := n.Symbol; s >= 0; s = int(symbols[s].Owner) {
		if symbols[s].Local {
			return true
		}
	}
	return false
}

// related reports whether sources of two languages call each other directly.
func related(a, b string) bool { return family(a) == family(b) }

func family(language string) string {
	switch language {
	case "typescript", "tsx":
		return "javascript"
	case "kotlin", "scala":
		return "java"
	case "cpp":
		return "c"
	}
	return language
}

// fitting leaves of several things of one name those that are meant: of a file
// of its own first, then those that take as many values.
func (r *resolver) fitting(nodes []NodeID, file int, u *syntax.Use) []NodeID {
	if len(nodes) < 2 {
		return nodes
	}
	if rulesOf(r.graph.Files[file].Language).traits().replaces && overloaded(r.graph, nodes) {
		return nodes[len(nodes)-1:]
	}
	keep := func(want func(NodeID) bool) {
		var out []NodeID
		for _, n := range nodes {
			if want(n) {
				out = append(out, n)
			}
		}
		if len(out) > 0 {
			nodes = out
		}
	}
	keep(func(n NodeID) bool { return !elsewhere(r.graph.Path(n)) })
	keep(func(n NodeID) bool {
		return r.graph.Nodes[n].Kind != syntax.Interface && r.graph.Nodes[n].Kind != syntax.Type
	})
	if u.Args > 0 || u.Kind == syntax.Calls {
		keep(func(n NodeID) bool { return isCallable(r.graph.Nodes[n].Kind) })
		keep(func(n NodeID) bool { return takes(r.graph.Symbol(n), u.Args) })
	}
	keep(func(n NodeID) bool { return r.graph.Nodes[n].File == file })
	if len(nodes) > 1 && overloaded(r.graph, nodes) {
		return nodes[:1] // which of them takes these types is not known; they stand together
	}
	return nodes
}

// isCallable reports whether a thing of a kind is called itself, not what it holds.
func isCallable(k syntax.Kind) bool {
	return k.IsType() || k == syntax.Function || k == syntax.Method || k == syntax.Macro
}

// constructor is the constructor of a class that a call of it means; the class
// itself where it declares none that fits.
func (r *resolver) constructor(class NodeID, at place, u *syntax.Use) NodeID {
	s := r.graph.Symbol(class)
	if u.Kind != syntax.Calls || s == nil {
		return class
	}
	var fit []NodeID
	for _, n := range r.members[member{class, constructors}] {
		if takes(r.graph.Symbol(n), u.Args) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 0 {
		return class
	}
	if best, _ := r.best(fit, at, u); best != None {
		return best
	}
	return fit[0]
}

// overloaded reports whether all stand in one type or one file.
func overloaded(g *Graph, nodes []NodeID) bool {
	for _, n := range nodes {
		if g.Nodes[n].Owner != g.Nodes[nodes[0]].Owner {
			return false
		}
	}
	return true
}

// takes reports whether a function can be given so many values.
func takes(s *facts.Symbol, args int) bool { return s == nil || s.Takes(args) }
