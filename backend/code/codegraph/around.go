package codegraph

import (
	"cmp"
	"slices"

	"aipack/backend/code/syntax"
)

// Around asks for what is around one node.
type Around struct {
	Focus NodeID
	Files bool              // files, not symbols, are shown
	Depth int               // steps from the focus
	Kinds map[EdgeKind]bool // of edges that are followed
	Open  []NodeID          // whose neighbours are shown however far they are
	Most  int               // nodes, with the focus
	Each  int               // new ones of a step and a side; 0 for all. Those whose neighbours are opened have no such limit
}

// Vicinity is a part of the graph around a node.
type Vicinity struct {
	Nodes   []Near // the focus first, then the nearest
	Links   []Link // between them, sorted by From, To
	LeftOut int    // nodes as near that were too many
}

// Near is a node with where it stands to the focus.
type Near struct {
	Node  NodeID
	Level int  // below 0 for those that depend on the focus, by steps; above for those that it depends on
	First Edge // of those that lead to it; none of the focus
	More  int  // neighbours that are not shown
}

// Link is all that one shown node names in another.
type Link struct {
	From, To NodeID
	Kinds    map[EdgeKind]bool
	Tier     Tier // of the surest
	Times    int
	First    Edge
}

// vicinity is one while it is made.
type vicinity struct {
	Around
	graph  *Graph
	inside map[NodeID]bool // the focus and what lies in it
	at     map[NodeID]int  // places in out.Nodes
	out    Vicinity
}

// Around finds who depends on a node and on whom it depends, step by step, the
// nearest first, and those that have more to do with it before others.
func (g *Graph) Around(q Around) Vicinity {
	v := &vicinity{Around: q, graph: g, inside: map[NodeID]bool{}, at: map[NodeID]int{}}
	for _, n := range g.Within(q.Focus) {
		v.inside[n] = true
	}
	focus := v.shown(q.Focus)
	v.add(Near{Node: focus})
	level := []NodeID{focus}
	for d := 1; d <= q.Depth && len(level) > 0; d++ {
		level = v.step(level, v.Each)
	}
	for _, n := range q.Open {
		if _, ok := v.at[v.shown(n)]; ok {
			v.step([]NodeID{v.shown(n)}, 0)
		}
	}
	v.link()
	return v.out
}

// shown is the node that stands for another: its file, or of a field the type
// that has it.
func (v *vicinity) shown(n NodeID) NodeID {
	switch {
	case v.Files:
		return v.graph.first[v.graph.Nodes[n].File]
	case v.inside[n]:
		return v.Focus
	}
	for v.graph.Nodes[n].Kind == syntax.Field && v.graph.Symbol(v.graph.Nodes[n].Owner) != nil {
		n = v.graph.Nodes[n].Owner
	}
	return n
}

// parts are the nodes that one shown node stands for. Of a symbol whose file is
// shown, that symbol alone counts.
func (v *vicinity) parts(n NodeID) []NodeID {
	g := v.graph
	if n == v.shown(v.Focus) {
		return g.Within(v.Focus)
	}
	if v.Files {
		return g.Within(n)
	}
	out := []NodeID{n}
	if s := g.Symbol(n); s != nil && s.Kind.IsType() {
		for _, w := range g.Within(n)[1:] {
			if g.Nodes[w].Kind == syntax.Field {
				out = append(out, w)
			}
		}
	}
	return out
}

// wanted reports whether an edge is followed. An import of Go names every file of
// a package, and only what is called and used there says which is meant; so it
// counts where nothing but imports is asked for.
func (v *vicinity) wanted(e Edge) bool {
	if e.Kind == Imports && len(v.Kinds) > 1 && v.graph.Language(e.From) == "go" {
		return false
	}
	return v.Kinds[e.Kind]
}

// each goes through the edges of a shown node, to both sides. Where the focus is
// a symbol and its file is shown, whoever names another thing of that file has
// nothing to do with it.
func (v *vicinity) each(n NodeID, see func(other NodeID, e Edge, side int)) {
	g := v.graph
	focus := v.shown(v.Focus)
	for _, p := range v.parts(n) {
		for _, e := range g.From(p) {
			to := v.shown(e.To)
			if v.wanted(e) && to != n && (to != focus || v.inside[e.To]) {
				see(to, e, 1)
			}
		}
		for _, i := range g.to(p) {
			e := g.Edges[i]
			from := v.shown(e.From)
			if v.wanted(e) && from != n && (from != focus || v.inside[e.From]) {
				see(from, e, -1)
			}
		}
	}
}

// step adds the neighbours of some nodes, on each side at most so many (0: all),
// and gives those that are new.
func (v *vicinity) step(level []NodeID, each int) []NodeID {
	type found struct {
		Near
		times int
	}
	var all []found
	at := map[NodeID]int{}
	for _, n := range level {
		from := v.out.Nodes[v.at[n]].Level
		v.each(n, func(other NodeID, e Edge, side int) {
			if _, ok := v.at[other]; ok || from*side < 0 && !slices.Contains(v.Open, n) {
				return // who depends on the focus is not asked what else it needs
			}
			i, ok := at[other]
			if !ok {
				i = len(all)
				at[other] = i
				all = append(all, found{Near: Near{Node: other, Level: from + side, First: e}})
			}
			// What calls says more than what imports.
			if e.Kind != Imports && all[i].First.Kind == Imports {
				all[i].First = e
			}
			all[i].times++
		})
	}
	tests := func(f found) int {
		if v.graph.IsTest(v.graph.Nodes[f.Node].File) {
			return 1 // they name much, and say little of who depends on what
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(tests(a), tests(b)), cmp.Compare(b.times, a.times), cmp.Compare(a.Node, b.Node))
	})
	var out []NodeID
	var sides [2]int
	for _, f := range all {
		side := 0
		if f.Level > 0 {
			side = 1
		}
		if sides[side]++; len(v.out.Nodes) >= v.Most || each > 0 && sides[side] > each {
			v.out.LeftOut++
			continue
		}
		v.add(f.Near)
		out = append(out, f.Node)
	}
	return out
}

func (v *vicinity) add(n Near) {
	v.at[n.Node] = len(v.out.Nodes)
	v.out.Nodes = append(v.out.Nodes, n)
}

// link finds the edges between those that are shown, and counts those who are not.
func (v *vicinity) link() {
	type pair struct{ from, to NodeID }
	links := map[pair]*Link{}
	for i := range v.out.Nodes {
		n := v.out.Nodes[i].Node
		hidden := map[NodeID]bool{}
		v.each(n, func(other NodeID, e Edge, side int) {
			if _, ok := v.at[other]; !ok {
				hidden[other] = true
				return
			}
			if side < 0 {
				return // seen from there
			}
			p := pair{n, other}
			l := links[p]
			if l == nil {
				l = &Link{From: n, To: other, Kinds: map[EdgeKind]bool{}, Tier: e.Tier, First: e}
				links[p] = l
			}
			l.Kinds[e.Kind] = true
			l.Tier = min(l.Tier, e.Tier)
			if e.Kind != Imports && l.First.Kind == Imports {
				l.First = e
			}
			l.Times++
		})
		v.out.Nodes[i].More = len(hidden)
	}
	v.out.Links = make([]Link, 0, len(links))
	for _, l := range links {
		v.out.Links = append(v.out.Links, *l)
	}
	slices.SortFunc(v.out.Links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
}
