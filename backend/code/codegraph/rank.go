package codegraph

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"aipack/backend/code/syntax"
)

// Focus is what somebody is busy with: it draws the ranks to itself.
type Focus struct {
	Files []NodeID        // that are open
	Names map[string]bool // that were mentioned
}

// Ranked is a symbol with how much the project hangs on it.
type Ranked struct {
	Node NodeID
	Rank float64
}

// Rank orders the symbols by how much the project hangs on them, by the ranking
// of aider's repository map (aider/repomap.py, get_ranked_tags): files vote for
// the files whose symbols they name, PageRank spreads the votes, and a file's rank
// is divided among the symbols that are named. Weights: names that were mentioned
// 10 times, long names of several words 10 times, private names and names that
// more than five things have a tenth, what an open file names 50 times, and the
// square root of how often.
func (g *Graph) Rank(focus Focus) []Ranked {
	votes := g.votes(focus)
	ranks := pageRank(len(g.Files), votes, g.preferred(focus))
	sums := make([]float64, len(g.Files))
	for _, v := range votes {
		sums[v.from] += v.weight
	}
	of := make([]float64, len(g.Nodes))
	for _, v := range votes {
		if v.node != None && sums[v.from] > 0 {
			of[v.node] += ranks[v.from] * v.weight / sums[v.from]
		}
	}
	var out []Ranked
	for n, rank := range of {
		if rank > 0 {
			out = append(out, Ranked{NodeID(n), rank})
		}
	}
	slices.SortFunc(out, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.Node, b.Node))
	})
	return out
}

// vote is what a file gives another for one of its symbols.
type vote struct {
	from, to int
	node     NodeID
	weight   float64
}

// votes are sorted by who gives them and what for.
func (g *Graph) votes(focus Focus) []vote {
	open := map[int]bool{}
	for _, n := range focus.Files {
		open[g.Nodes[n].File] = true
	}
	called := map[string]int{} // how many things have a name
	for i := range g.Nodes {
		if s := g.Symbol(NodeID(i)); s != nil {
			called[s.Name]++
		}
	}
	type pair struct {
		from int
		node NodeID
	}
	times := map[pair]int{}
	for _, e := range g.Edges {
		if s := g.Symbol(e.To); s != nil && e.Tier != Ambiguous && s.Kind != syntax.Field {
			times[pair{g.Nodes[e.From].File, e.To}]++
		}
	}
	out := make([]vote, 0, len(times))
	for p, n := range times {
		name := g.Symbol(p.node).Name
		weight := math.Sqrt(float64(n)) * weigh(name, called[name], focus)
		if open[p.from] {
			weight *= 50
		}
		out = append(out, vote{from: p.from, to: g.Nodes[p.node].File, node: p.node, weight: weight})
	}
	slices.SortFunc(out, func(a, b vote) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.node, b.node)) })
	return out
}

func weigh(name string, things int, focus Focus) float64 {
	weight := 1.0
	if focus.Names[name] {
		weight *= 10
	}
	if len(name) >= 8 && ofWords(name) {
		weight *= 10
	}
	if strings.HasPrefix(name, "_") {
		weight *= 0.1
	}
	if things > 5 {
		weight *= 0.1
	}
	return weight
}

// ofWords reports whether a name is made of several words: snake_case, camelCase.
func ofWords(name string) bool {
	lower, upper := false, false
	for _, r := range name {
		lower = lower || unicode.IsLower(r)
		upper = upper || unicode.IsUpper(r)
	}
	return strings.Contains(strings.Trim(name, "_"), "_") || lower && upper
}

// preferred is where the chance begins: at the open files, else everywhere.
func (g *Graph) preferred(focus Focus) []float64 {
	out := make([]float64, len(g.Files))
	for _, n := range focus.Files {
		out[g.Nodes[n].File] = 1 / float64(len(focus.Files))
	}
	if len(focus.Files) == 0 {
		for i := range out {
			out[i] = 1 / float64(len(out))
		}
	}
	return out
}

// pageRank is the chance to be at each file for somebody who follows votes, and
// begins anew with a chance of 15 %.
func pageRank(files int, votes []vote, preferred []float64) []float64 {
	const again, steps, enough = 0.15, 100, 1e-6
	sums := make([]float64, files)
	for _, v := range votes {
		sums[v.from] += v.weight
	}
	ranks := slices.Clone(preferred)
	for range steps {
		next := make([]float64, files)
		lost := 0.0 // of those that vote for nobody
		for i, r := range ranks {
			if sums[i] == 0 {
				lost += r
			}
		}
		for _, v := range votes {
			next[v.to] += (1 - again) * ranks[v.from] * v.weight / sums[v.from]
		}
		change := 0.0
		for i := range next {
			next[i] += (again + (1-again)*lost) * preferred[i]
			change += math.Abs(next[i] - ranks[i])
		}
		if ranks = next; change < enough {
			break
		}
	}
	return ranks
}
