// Package codemap answers what a person asks of a project's code: what is called
// so, what is around it, who would notice a change. Every answer is bounded, and
// says how much it leaves out. It reads nothing but lines to be shown.
package codemap

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/fault"
	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex"
	"aipack/backend/code/syntax"
	"aipack/backend/repo"
)

// Map is what follows from an index, worked out once. It is safe for use by
// several goroutines.
type Map struct {
	graph     *codegraph.Graph
	unread    []codeindex.Unread
	leftOut   []repo.Skipped
	languages map[string]int
	kinds     map[string]bool
	ranks     func() []float64 // of nodes; of files the sum of theirs
	issues    func() Issues
	unnamed   func() []codegraph.NodeID
	folders   func() *folders
	said      func() *codefind.Index
}

// New makes the map of an index; nil for one that is not there yet.
func New(index *codeindex.Index) *Map {
	m := &Map{graph: codeindex.View{Index: index}.Graph(), languages: map[string]int{}, kinds: map[string]bool{}}
	if index != nil {
		m.unread, m.leftOut = index.Unread, index.LeftOut
	}
	m.ranks = sync.OnceValue(m.rank)
	m.issues = sync.OnceValue(m.look)
	m.unnamed = sync.OnceValue(m.graph.Unnamed)
	m.folders = sync.OnceValue(m.grow)
	m.said = sync.OnceValue(func() *codefind.Index { return codefind.New(m.graph) })
	for i := range m.graph.Files {
		m.languages[m.graph.Language(m.graph.FileNode(i))]++
	}
	for i := range m.graph.Nodes {
		if m.graph.Nodes[i].Symbol >= 0 {
			m.kinds[m.graph.Nodes[i].Kind.String()] = true
		}
	}
	return m
}

// Files and Symbols are how many there are.
func (m *Map) Files() int   { return len(m.graph.Files) }
func (m *Map) Symbols() int { return len(m.graph.Nodes) - len(m.graph.Files) }

// Top is the file on which the project hangs most, tests aside; "" for none.
func (m *Map) Top() string {
	best, ranks := codegraph.None, m.ranks()
	for i := range m.graph.Files {
		if n := m.graph.FileNode(i); !m.graph.IsTest(i) && (best == codegraph.None || ranks[n] > ranks[best]) {
			best = n
		}
	}
	if best == codegraph.None {
		return ""
	}
	return m.graph.ID(best)
}

// Languages are those of the files, those with most first.
func (m *Map) Languages() []Language { return ByFiles(m.languages) }

// Kinds are those of the symbols, sorted.
func (m *Map) Kinds() []string {
	out := make([]string, 0, len(m.kinds))
	for kind := range m.kinds {
		out = append(out, kind)
	}
	slices.Sort(out)
	return out
}

func (m *Map) rank() []float64 {
	out := make([]float64, len(m.graph.Nodes))
	for _, r := range m.graph.Rank(codegraph.Focus{}) {
		out[r.Node] += r.Rank
		out[m.graph.FileNode(m.graph.Nodes[r.Node].File)] += r.Rank
	}
	return out
}

// Plan says which lines of files decided something of a project's services.
type Plan struct {
	Services []Use            // by folder, the innermost first: Service is its path
	ByPath   map[string][]Use // those of each file
}

// View is a map beside a plan.
type View struct {
	Map   *Map
	Plan  Plan
	Whole bool // all sources were read: what is not there is gone
}

// ByFiles sorts languages by their files, those with most first.
func ByFiles(count map[string]int) []Language {
	out := make([]Language, 0, len(count))
	for id, n := range count {
		out = append(out, Language{id, n})
	}
	slices.SortFunc(out, func(a, b Language) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// mostHits is how many symbols a search lists.
const mostHits = 200

// Search finds symbols with names like a text, of a kind and language where these
// are not "".
func (v *View) Search(text, kind, language string) Hits {
	g := v.Map.graph
	filter := codegraph.Filter{Kind: syntax.KindOf(kind), Language: language}
	var found []codegraph.Hit
	if kind == "" || filter.Kind != syntax.Unkind {
		found = g.Search(text, filter, 0)
	}
	ranks := v.Map.ranks()
	// Of those that fit alike, the one that is written so comes first, fields last,
	// and what much hangs on before the rest.
	slices.SortStableFunc(found, func(a, b codegraph.Hit) int {
		one, other := g.Symbol(a.Node), g.Symbol(b.Node)
		return cmp.Or(cmp.Compare(b.Score, a.Score), last(one.Kind == syntax.Field, other.Kind == syntax.Field),
			last(one.Name != text, other.Name != text), cmp.Compare(ranks[b.Node], ranks[a.Node]))
	})
	out := Hits{Hits: []Hit{}, Total: len(found)}
	for _, h := range found[:min(len(found), mostHits)] {
		out.Hits = append(out.Hits, Hit{v.node(g, h.Node), h.Score})
	}
	return out
}

// last puts what is so behind what is not.
func last(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// At gives the id of the innermost symbol at a line of a file; "" where the file is
// no source that is read.
func (v *View) At(path string, line int) string {
	g := v.Map.graph
	f, ok := g.File(path)
	if !ok {
		return ""
	}
	return g.ID(g.At(f, line))
}

// find is the node of an id.
func (v *View) find(id string) (*codegraph.Graph, codegraph.NodeID, error) {
	g := v.Map.graph
	if n, ok := g.ByID(id); ok {
		return g, n, nil
	}
	f := &fault.Fault{
		Code: fault.FileNotFound, Message: id + " is not in the code any more",
		Hint: "It was renamed, moved or deleted. Search for what it is called now.",
	}
	if !v.Whole {
		f.Message, f.Hint = id+" is not there yet", "The sources are still being read."
	}
	return g, codegraph.None, f
}

// mostEvidence is how many fields are named beside a node.
const mostEvidence = 8

// node is a node as the page shows it.
func (v *View) node(g *codegraph.Graph, n codegraph.NodeID) Node {
	out := Node{Entry: g.Entry(n), Service: v.service(g.Path(n)), Test: g.IsTest(g.Nodes[n].File), Evidence: []Use{}}
	out.Signature = shortened(out.Signature)
	for _, u := range v.Plan.ByPath[out.Path] {
		if u.Line >= out.Line && u.Line <= out.EndLine && len(out.Evidence) < mostEvidence {
			out.Evidence = append(out.Evidence, u)
		}
	}
	return out
}

// longestSignature is how much of a signature is shown, in bytes.
const longestSignature = 600

func shortened(s string) string {
	if len(s) <= longestSignature {
		return s
	}
	return strings.ToValidUTF8(s[:longestSignature], "") + " …"
}

// service names the service in whose folder a file lies, where there are several.
func (v *View) service(file string) string {
	if len(v.Plan.Services) < 2 {
		return ""
	}
	for _, s := range v.Plan.Services {
		if s.Service == "." || strings.HasPrefix(file, s.Service+"/") {
			return s.Name
		}
	}
	return ""
}

// mostLines is how many lines with a text are shown, longestLine how much of one.
const (
	mostLines   = 200
	longestLine = 240
)

// Grep finds lines that hold a text, whatever the case.
func Grep(ctx context.Context, tree *repo.Tree, text string) (Lines, error) {
	out := Lines{Lines: []Line{}}
	if strings.TrimSpace(text) == "" {
		return out, nil
	}
	found, err := tree.Grep(ctx, regexp.QuoteMeta(strings.TrimSpace(text)), repo.GrepOptions{CaseInsensitive: true, MaxMatches: mostLines})
	out.Cut = found.Truncated
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		out.Cut = true
	case errors.Is(err, context.Canceled):
		return out, &fault.Fault{Code: fault.Canceled, Message: "The search was stopped", Hint: "Another one has begun."}
	case err != nil:
		return out, err
	}
	for _, f := range found.Files {
		for _, l := range f.Matches {
			shown := []rune(strings.TrimSpace(l.Content))
			out.Lines = append(out.Lines, Line{Path: f.Path, Line: l.Line, Text: string(shown[:min(len(shown), longestLine)])})
		}
	}
	return out, nil
}
