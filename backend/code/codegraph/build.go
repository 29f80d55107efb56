package codegraph

import (
	"cmp"
	"slices"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Build finds what the names of a project's sources mean. The layout says what
// its manifests say of where modules lie.
func Build(files []*facts.File, layout Layout) *Graph {
	g := &Graph{Files: slices.Clone(files), files: map[string]int{}}
	slices.SortFunc(g.Files, func(a, b *facts.File) int { return cmp.Compare(a.Path, b.Path) })
	for i, f := range g.Files {
		g.files[f.Path] = i
		file := NodeID(len(g.Nodes))
		g.first = append(g.first, file)
		g.Nodes = append(g.Nodes, Node{Kind: FileKind, File: i, Symbol: -1, Owner: None})
		for j, s := range f.Symbols {
			owner := file
			if s.Owner >= 0 && int(s.Owner) < j {
				owner = g.node(i, int(s.Owner))
			}
			g.Nodes = append(g.Nodes, Node{Kind: s.Kind, File: i, Symbol: j, Owner: owner})
		}
	}
	g.number()
	r := newResolver(g, layout)
	for i := range g.Files {
		r.file(i)
	}
	g.resolver = r
	g.belong(r)
	g.Edges = sorted(r.edges)
	r.edges = nil
	g.order()
	return g
}

// With is the graph after one of its files has changed, where that changed
// nothing that others see: not what it declares, imports or gives, only what it
// names. It shares what stays the same.
func (g *Graph) With(changed *facts.File) (*Graph, bool) {
	i, ok := g.files[changed.Path]
	if !ok || !looksTheSame(g.Files[i], changed) {
		return nil, false
	}
	next := *g
	next.Files = slices.Clone(g.Files)
	next.Files[i] = changed
	r := *g.resolver
	r.graph = &next
	r.file(i)
	next.resolver = &r
	found := sorted(r.edges)
	r.edges = nil
	next.Edges = make([]Edge, 0, len(g.Edges)+len(found))
	for _, e := range g.Edges {
		if int(e.File) == i {
			continue
		}
		for len(found) > 0 && compareEdges(found[0], e) < 0 {
			next.Edges, found = append(next.Edges, found[0]), found[1:]
		}
		next.Edges = append(next.Edges, e)
	}
	next.Edges = append(next.Edges, found...)
	next.order()
	return &next, true
}

// looksTheSame reports whether two readings of a file declare, import and give
// the same.
func looksTheSame(before, after *facts.File) bool {
	a, b := before.All(), after.All()
	inferred := false
	same := slices.EqualFunc(a.Symbols, b.Symbols, func(x, y syntax.Symbol) bool {
		inferred = inferred || x.Value != ""
		return x.Name == y.Name && x.Kind == y.Kind && x.Owner == y.Owner && x.Of == y.Of && x.Exported == y.Exported && x.Static == y.Static && x.Local == y.Local &&
			x.Type == y.Type && x.Value == y.Value && slices.Equal(x.Params, y.Params) && slices.Equal(x.Generics, y.Generics) &&
			slices.EqualFunc(x.Bases, y.Bases, func(x, y syntax.Base) bool { return x.Type == y.Type })
	})
	return same && a.Language == b.Language && a.Package == b.Package &&
		slices.EqualFunc(a.Imports, b.Imports, func(x, y syntax.Import) bool {
			return x.Module == y.Module && x.Name == y.Name && x.As == y.As && x.Exported == y.Exported && x.Static == y.Static
		}) &&
		slices.EqualFunc(a.Exports, b.Exports, func(x, y syntax.Export) bool { return x.Name == y.Name && x.Path == y.Path }) &&
		// What a value comes from may go through names of its function.
		(!inferred || slices.EqualFunc(a.Locals, b.Locals, func(x, y syntax.Local) bool {
			return x.Name == y.Name && x.Type == y.Type && x.Value == y.Value
		}))
}

func compareEdges(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.To, b.To), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Tier, b.Tier))
}

// sorted puts edges in order. Of those that say the same only the surest stays.
func sorted(edges []Edge) []Edge {
	slices.SortFunc(edges, compareEdges)
	return slices.Clip(slices.CompactFunc(edges, func(a, b Edge) bool {
		return a.From == b.From && a.File == b.File && a.Line == b.Line && a.To == b.To && a.Kind == b.Kind
	}))
}

// order makes the edges findable from both ends.
func (g *Graph) order() {
	g.out, g.in = make([]int32, len(g.Nodes)+1), make([]int32, len(g.Nodes)+1)
	for _, e := range g.Edges {
		g.out[e.From+1]++
		g.in[e.To+1]++
	}
	for i := range g.Nodes {
		g.out[i+1] += g.out[i]
		g.in[i+1] += g.in[i]
	}
	g.inbound = make([]int32, len(g.Edges))
	next := slices.Clone(g.in)
	for i, e := range g.Edges {
		g.inbound[next[e.To]] = int32(i)
		next[e.To]++
	}
}
