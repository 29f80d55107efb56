package codegraph

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/junegunn/fzf/src/algo"
	"github.com/junegunn/fzf/src/util"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Hit is a symbol whose name is like what was looked for.
type Hit struct {
	Node  NodeID
	Score int // from LeastScore to 100, which is the name itself
}

// LeastScore is below which a name is not like another (requirement B068).
const LeastScore = 60

// Filter says which symbols are looked for; what is empty says nothing.
type Filter struct {
	Kind     syntax.Kind
	Language string
	Under    string // a folder or file
}

// Search finds the symbols whose names are like a text, the likest first, by
// fzf's algorithm.
func (g *Graph) Search(text string, filter Filter, most int) []Hit {
	text = strings.Join(strings.Fields(text), "") // names have no blanks
	if text == "" {
		return nil
	}
	prepare()
	pattern := []rune(strings.ToLower(text))
	slab := util.MakeSlab(16*1024, 2048)
	best := likeness(text, pattern, slab)
	var hits []Hit
	for i := range g.Nodes {
		s := g.Symbol(NodeID(i))
		if s == nil || s.Kind == syntax.Impl || !g.fits(NodeID(i), s, filter) {
			continue
		}
		score := likeness(s.Name, pattern, slab)
		if score <= 0 || best <= 0 {
			continue
		}
		// Letters that were not looked for count a little against a name.
		spare := min(max(len(s.Name)-len(text), 0), 30)
		if score = min(score*100/best, 100) - spare; strings.EqualFold(s.Name, text) {
			score = 100
		}
		if score >= LeastScore {
			hits = append(hits, Hit{NodeID(i), score})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(g.Symbol(a.Node).Name), len(g.Symbol(b.Node).Name)), cmp.Compare(a.Node, b.Node))
	})
	if most > 0 && len(hits) > most {
		hits = hits[:most]
	}
	return hits
}

// prepare fills fzf's tables, which its own program does at its start.
var prepare = sync.OnceFunc(func() { algo.Init("default") })

func likeness(name string, pattern []rune, slab *util.Slab) int {
	chars := util.ToChars([]byte(name))
	result, _ := algo.FuzzyMatchV2(false, true, true, &chars, pattern, false, slab)
	return result.Score
}

func (g *Graph) fits(n NodeID, s *facts.Symbol, f Filter) bool {
	return (f.Kind == syntax.Unkind || f.Kind == s.Kind) && (f.Language == "" || f.Language == g.Language(n)) && (f.Under == "" || within(g.Path(n), f.Under))
}

// Language is that of a node's file, as people name it.
func (g *Graph) Language(n NodeID) string {
	if l := g.Files[g.Nodes[n].File].Language; l != "tsx" {
		return l
	}
	return "typescript"
}

// Named are the symbols that a text means: by id, by name, or by a part of the id
// that ends with it ("Store.Get", "store/store.go#Get"). They are sorted by id.
func (g *Graph) Named(text string) []NodeID {
	var out []NodeID
	var b []byte
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if s := g.Symbol(NodeID(i)); s != nil && !strings.Contains(text, s.Name) && !strings.Contains(s.Name, text) {
			continue
		}
		b = g.appendID(b[:0], NodeID(i))
		id := string(b)
		if id == text {
			return []NodeID{NodeID(i)}
		}
		rest, ok := strings.CutSuffix(id, text)
		if n.Symbol >= 0 && ok && (rest == "" || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "#") || strings.HasSuffix(rest, "/")) {
			out = append(out, NodeID(i))
		}
	}
	slices.SortFunc(out, func(a, b NodeID) int { return strings.Compare(g.ID(a), g.ID(b)) })
	return out
}

// To are the edges that end at a node, sorted by the path and line of what names it.
func (g *Graph) To(n NodeID) []Edge {
	out := make([]Edge, 0, len(g.to(n)))
	for _, e := range g.to(n) {
		out = append(out, g.Edges[e])
	}
	return out
}
