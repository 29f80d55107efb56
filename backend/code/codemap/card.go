package codemap

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/repo"
)

// How much of a card is listed; how much there is, it says in any case.
const (
	mostPlaces  = 300
	mostMembers = 200
	mostImports = 200
	mostTouched = 200
	shownLines  = 14
	longestDoc  = 4 << 10
)

// Card gives all that is known of one file or symbol.
func (v *View) Card(tree *repo.Tree, id string) (Card, error) {
	g, n, err := v.find(id)
	if err != nil {
		return Card{}, err
	}
	c := Card{Node: v.node(g, n), Text: text(tree, g, n), Members: []Node{}, Imports: []Taken{}, Dependents: []string{}}
	symbol := g.Symbol(n)
	if _, c.Doc = g.Says(n); len(c.Doc) > longestDoc {
		c.Doc = strings.ToValidUTF8(c.Doc[:longestDoc], "") + " …"
	}
	to, from := v.naming(g, n)
	c.Referred, c.References = len(to), v.places(g, to, true, mostPlaces)
	files := map[int32]bool{}
	for _, e := range to {
		files[e.File] = true
	}
	c.Referrers = len(files)
	c.Named, c.Names = len(from), v.places(g, from, false, mostPlaces)
	members := membersOf(g, n)
	for _, w := range members[:min(len(members), mostMembers)] {
		c.Members = append(c.Members, v.node(g, w))
	}
	if symbol == nil {
		c.Imports = importsOf(g, g.Nodes[n].File)
	}
	touched := g.Touched(n)
	c.Touched = len(touched)
	for _, t := range touched[:min(len(touched), mostTouched)] {
		c.Dependents = append(c.Dependents, g.Path(t))
	}
	return c, nil
}

// naming are the edges to and from a node. What a file or a type holds is named
// where it is; of anything else, those who name itself count.
func (v *View) naming(g *codegraph.Graph, n codegraph.NodeID) (to, from []codegraph.Edge) {
	within := g.Within(n)
	s := g.Symbol(n)
	holds := s == nil || s.Kind.IsType() || s.Kind == syntax.Module || s.Kind == syntax.Impl
	inside := map[codegraph.NodeID]bool{}
	for _, w := range within {
		inside[w] = true
	}
	for _, w := range within {
		if holds || w == n {
			to = append(to, slices.DeleteFunc(g.To(w), func(e codegraph.Edge) bool { return w != n && inside[e.From] })...)
		}
		for _, e := range g.From(w) {
			if !inside[e.To] {
				from = append(from, e)
			}
		}
	}
	slices.SortStableFunc(to, func(a, b codegraph.Edge) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return to, from
}

func importsOf(g *codegraph.Graph, file int) []Taken {
	out := []Taken{}
	inner := resolved(g, file)
	for _, i := range g.Files[file].Imports[:min(len(g.Files[file].Imports), mostImports)] {
		out = append(out, Taken{Module: i.Module, Name: i.Name, Line: i.Line, Path: inner[i.Line]})
	}
	return out
}

// text are the first lines of a symbol, as the file has them now; none where it
// cannot be read or is another by now.
func text(tree *repo.Tree, g *codegraph.Graph, n codegraph.NodeID) []string {
	out := []string{}
	s := g.Symbol(n)
	if s == nil || tree == nil {
		return out
	}
	lines, err := tree.ReadLines(g.Path(n), int(s.Line), min(shownLines, max(int(s.EndLine-s.Line)+1, 1)))
	if err != nil {
		return out
	}
	for _, l := range lines.Lines {
		out = append(out, shortened(l))
	}
	return out
}
