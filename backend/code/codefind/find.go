// Package codefind finds the symbols of a project that a person means who does not
// know their names: by the words that are said of them, and by what these mean. It
// knows no models and no folders.
package codefind

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
)

// Index is what is said of a graph's symbols; tests, locals, and values of which no
// comment says anything aside. It never changes once made.
type Index struct {
	graph *codegraph.Graph
	nodes []codegraph.NodeID
	words *words
}

// Graph is what it finds in.
func (x *Index) Graph() *codegraph.Graph { return x.graph }

// longestDoc is how much of a comment counts, in bytes: its first sentences say
// what a symbol is for, and more costs time.
const longestDoc = 200

// New makes the index of a graph.
func New(g *codegraph.Graph) *Index {
	x := &Index{graph: g, words: newWords()}
	for i := range g.Nodes {
		n := codegraph.NodeID(i)
		s := g.Symbol(n)
		if s == nil || s.Local || g.IsTest(g.Nodes[n].File) || s.Kind == syntax.Impl || !s.HasDoc && slices.Contains(values, s.Kind) {
			continue
		}
		x.nodes = append(x.nodes, n)
	}
	x.nodes = slices.Clip(x.nodes)
	x.each(x.words.add)
	x.words.done()
	return x
}

// values hold something and do nothing.
var values = []syntax.Kind{syntax.Field, syntax.Variable, syntax.Constant}

// Len is of how many symbols something is said.
func (x *Index) Len() int { return len(x.nodes) }

// Texts are what is said of the symbols: the words of the name and of what it
// belongs to, the comment, the signature, the file.
func (x *Index) Texts() []string {
	texts := make([]string, 0, len(x.nodes))
	x.each(func(text string) { texts = append(texts, text) })
	return texts
}

// each tells the texts of the symbols, one after the other: together they take more
// room than all else.
func (x *Index) each(tell func(text string)) {
	var all *syntax.File
	file := -1
	for _, n := range x.nodes {
		if at := x.graph.Nodes[n].File; at != file {
			file, all = at, x.graph.Files[at].All()
		}
		var s syntax.Symbol
		if at := x.graph.Nodes[n].Symbol; at < len(all.Symbols) {
			s = all.Symbols[at]
		}
		tell(said(x.graph, n, &s))
	}
}

// said is the text of a symbol. What is likest to a question comes first: a model
// reads only so much.
func said(g *codegraph.Graph, n codegraph.NodeID, s *syntax.Symbol) string {
	var b strings.Builder
	_, name, _ := strings.Cut(g.ID(n), "#")
	b.WriteString(strings.Join(split(name), " "))
	if doc := strings.Join(strings.Fields(s.Doc), " "); doc != "" {
		b.WriteString(": " + clipped(doc, longestDoc))
	}
	b.WriteString("\n" + clipped(s.Signature, longestDoc/2))
	b.WriteString("\n" + strings.Join(split(g.Path(n)), " "))
	return b.String()
}

func clipped(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// split gives the words of a text, in small letters: names are split where their
// letters change case.
func split(text string) []string {
	var out []string
	eachWord(text, func(word []byte) { out = append(out, string(word)) })
	return out
}

// eachWord tells the words of a text; they hold until the next.
func eachWord(text string, tell func(word []byte)) {
	var word []byte
	flush := func() {
		if len(word) > 0 {
			tell(word)
			word = word[:0]
		}
	}
	before, size := ' ', 0
	for at := 0; at < len(text); at += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[at:])
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			before = r
			continue
		case unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsUpper(before) && lowerFollows(text[at+size:])):
			flush()
		}
		word = utf8.AppendRune(word, unicode.ToLower(r))
		before = r
	}
	flush()
}

func lowerFollows(rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(next)
}

// Ranking is places of the index's symbols, the best first.
type Ranking []int

// ByMeaning ranks all symbols by how near their vectors are to a question's. The
// vectors have length 1 and are those of Texts.
func (x *Index) ByMeaning(vectors [][]float32, question []float32) Ranking {
	near := make([]float32, len(vectors))
	out := make(Ranking, len(vectors))
	for i, v := range vectors {
		for k, q := range question {
			near[i] += q * v[k]
		}
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(near[b], near[a]) })
	return out
}

// fairness is how much the first places count above those after them: the constant
// of reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009).
const fairness = 60

// deepest is how far down a ranking is looked at.
const deepest = 200

// Among is what a ranking has of the wanted symbols.
func (x *Index) Among(r Ranking, wanted func(codegraph.NodeID) bool) Ranking {
	out := make(Ranking, 0, len(r))
	for _, i := range r {
		if wanted(x.nodes[i]) {
			out = append(out, i)
		}
	}
	return out
}

// Best gives the symbols that a question most likely means, at most so many, by
// their words and by meaning (nil where no model was asked). Meaning counts twice:
// of what was measured, that finds most (docs/EVALUATION.md).
func (x *Index) Best(most int, words, meaning Ranking) []codegraph.NodeID {
	return x.Joined(most, words, meaning, meaning)
}

// Joined gives the symbols that rankings put first, at most so many.
func (x *Index) Joined(most int, rankings ...Ranking) []codegraph.NodeID {
	score := map[int]float64{}
	for _, r := range rankings {
		for place, i := range r[:min(len(r), deepest)] {
			score[i] += 1 / float64(fairness+place+1)
		}
	}
	best := make([]int, 0, len(score))
	for i := range score {
		best = append(best, i)
	}
	slices.SortFunc(best, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b)) })
	out := make([]codegraph.NodeID, 0, min(most, len(best)))
	for _, i := range best[:min(most, len(best))] {
		out = append(out, x.nodes[i])
	}
	return out
}
