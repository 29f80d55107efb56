package codegraph

import (
	"slices"

	"aipack/backend/code/syntax/facts"
)

// Edited is the graph as it would be if a file said something else, came, or went: now is
// nil of one that goes.
func (g *Graph) Edited(path string, now *facts.File) *Graph {
	if now != nil {
		if next, ok := g.With(now); ok {
			return next
		}
	}
	files := slices.DeleteFunc(slices.Clone(g.Files), func(f *facts.File) bool { return f.Path == path })
	if now != nil {
		files = append(files, now)
	}
	return Build(files, g.resolver.layout)
}
