// Package codefind finds the symbols of a project that a person means who does not
// know their names: by the words that are said of them, and by what these mean. It
// knows no models and no folders.
package codefind

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"aipack/backend/codegraph"
	"aipack/backend/syntax"
)

// Index is what is said of a graph's symbols; tests, locals, and values of which no
// comment says anything aside. It never changes once made.
type Index struct {
	nodes []codegraph.NodeID
	texts []string // of nodes
	words *words
}

// longestDoc is how much of a comment counts, in bytes: its first sentences say
// what a symbol is for, and more costs time.
const longestDoc = 200

// New makes the index of a graph.
func New(g *codegraph.Graph) *Index {
	x := &Index{}
	for i := range g.Nodes {
		n := codegraph.NodeID(i)
		s := g.Symbol(n)
		if s == nil || s.Local || g.IsTest(g.Nodes[n].File) || s.Kind == syntax.Impl || s.Doc == "" && slices.Contains(values, s.Kind) {
			continue
		}
		x.nodes, x.texts = append(x.nodes, n), append(x.texts, said(g, n, s))
	}
	x.words = count(x.texts)
	return x
}

// values hold something and do nothing.
var values = []syntax.Kind{syntax.Field, syntax.Variable, syntax.Constant}

// Texts are what is said of the symbols: the words of the name and of what it
// belongs to, the comment, the signature, the file.
func (x *Index) Texts() []string { return x.texts }

// said is the text of a symbol. What is likest to a question comes first: a model
// reads only so much.
func said(g *codegraph.Graph, n codegraph.NodeID, s *syntax.Symbol) string {
	var b strings.Builder
	_, name, _ := strings.Cut(g.Nodes[n].ID, "#")
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
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	all := []rune(text)
	for i, r := range all {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(all[i-1]) || i+1 < len(all) && unicode.IsLower(all[i+1]) && unicode.IsUpper(all[i-1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return out
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
