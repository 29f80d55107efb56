package codegraph

import (
	"slices"
	"sort"
	"strings"
)

// byName are nodes by the names of what they declare: a list in that order, which
// takes a tenth of a map of lists.
type byName struct {
	nodes []NodeID
	open  bool // some were added since it was put in order
}

func (b *byName) add(n NodeID) {
	b.nodes = append(b.nodes, n)
	b.open = true
}

// sort puts the nodes in order; those of one name stay as they were added.
func (b *byName) sort(g *Graph) {
	if b.open {
		slices.SortStableFunc(b.nodes, func(x, y NodeID) int { return strings.Compare(g.Symbol(x).Name, g.Symbol(y).Name) })
		b.nodes = slices.Clip(b.nodes)
		b.open = false
	}
}

// of are the nodes of a name.
func (b *byName) of(g *Graph, name string) []NodeID {
	b.sort(g)
	from := sort.Search(len(b.nodes), func(i int) bool { return g.Symbol(b.nodes[i]).Name >= name })
	to := from
	for to < len(b.nodes) && g.Symbol(b.nodes[to]).Name == name {
		to++
	}
	return b.nodes[from:to:to]
}
