package briefing

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"aipack/backend/code/codegraph"
)

// Map is the skeleton of a project within so many tokens: the signatures on which
// it hangs most, file by file, the most needed file first. It gives how many
// signatures are in it.
func Map(g *codegraph.Graph, focus codegraph.Focus, counter Counter, most int) (text string, signatures int) {
	ranked := g.Rank(focus)
	n := sort.Search(min(len(ranked), max(most, 0)), func(n int) bool {
		return counter.Count(skeleton(g, ranked[:n+1])) > most
	})
	return skeleton(g, ranked[:n]), n
}

// skeleton writes symbols below their files, in the order of the text.
func skeleton(g *codegraph.Graph, ranked []codegraph.Ranked) string {
	byFile := map[int][]codegraph.NodeID{}
	var order []int
	for _, r := range ranked {
		file := g.Nodes[r.Node].File
		if byFile[file] == nil {
			order = append(order, file)
		}
		byFile[file] = append(byFile[file], r.Node)
	}
	var b strings.Builder
	for _, file := range order {
		nodes := byFile[file]
		slices.Sort(nodes)
		b.WriteString(g.Files[file].Path + ":\n")
		for _, n := range nodes {
			signature, _ := g.Says(n)
			depth := 0
			for o := g.Nodes[n].Owner; g.Symbol(o) != nil; o = g.Nodes[o].Owner {
				depth++
			}
			fmt.Fprintf(&b, "%5d %s%s\n", g.Symbol(n).Line, strings.Repeat("  ", depth), signature)
		}
	}
	return b.String()
}
