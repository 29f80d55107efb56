package codemap

import (
	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
)

// mostMeant is how many symbols a question in words is answered with.
const mostMeant = 50

// Said is what is said of the map's symbols, by which those are found whose names
// nobody knows.
func (m *Map) Said() *codefind.Index { return m.said() }

// Found are the symbols that a question in words most likely means, of a kind and
// language where these are not "": by the words, and by meaning (nil where no model
// was asked), which is a ranking of Said. The likeliest come first; they have no score.
func (v *View) Found(question string, meaning codefind.Ranking, kind, language string) Hits {
	g, x := v.Map.graph, v.Map.Said()
	wanted := func(n codegraph.NodeID) bool {
		return (kind == "" || g.Nodes[n].Kind.String() == kind) && (language == "" || g.Language(n) == language)
	}
	out := Hits{Hits: []Hit{}}
	for _, n := range x.Best(mostMeant, x.Among(x.ByWords(question), wanted), x.Among(meaning, wanted)) {
		out.Hits = append(out.Hits, Hit{Node: v.node(g, n)})
	}
	out.Total = len(out.Hits)
	return out
}
