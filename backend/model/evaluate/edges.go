package evaluate

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// The gates of suite G, of each project.
const (
	edgePrecision = 0.92
	edgeRecall    = 0.85
)

// Edges is what suite G works with: what compilers say of public projects, and
// the graphs of these projects where they are at hand.
type Edges struct {
	Sets []EdgeSet
	// Graph makes the graph of a project; fs.ErrNotExist says that it is not at hand.
	Graph    func(ctx context.Context, project string) (*codegraph.Graph, error)
	Now      func() time.Time
	Progress func(Case)
}

// EdgeSet is what a compiler says of a sample of a project's files.
type EdgeSet struct {
	Project string // owner/name
	Commit  string
	Oracle  string // which tool said so
	files   map[string]bool
	calls   map[string]map[string]bool // by the place that calls: which declarations
	imports map[string]map[string]bool // by file
	unknown map[string]bool            // places of which the tool does not know
}

// EdgeSets reads all sets of a folder; see ParseEdges.
func EdgeSets(fsys fs.FS) ([]EdgeSet, error) {
	names, err := fs.Glob(fsys, "*.txt")
	if err != nil {
		return nil, err
	}
	var out []EdgeSet
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		s, err := ParseEdges(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
		out = append(out, s)
	}
	return out, nil
}

// ParseEdges reads a set, a word and what it is about on each line: project,
// commit, oracle, file PATH, calls PATH:LINE NAME -> PATH:LINE, imports PATH ->
// PATH, unknown PATH:LINE NAME.
func ParseEdges(text string) (EdgeSet, error) {
	s := EdgeSet{files: map[string]bool{}, calls: map[string]map[string]bool{}, imports: map[string]map[string]bool{}, unknown: map[string]bool{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		from, to, leads := strings.Cut(rest, " -> ")
		place, _, _ := strings.Cut(from, " ")
		switch {
		case word == "" || word[0] == '#':
		case word == "project":
			s.Project = rest
		case word == "commit":
			s.Commit = rest
		case word == "oracle":
			s.Oracle = rest
		case word == "file":
			s.files[rest] = true
		case word == "unknown":
			s.unknown[place] = true
		case word == "calls" && leads:
			put(s.calls, place, to)
		case word == "imports" && leads:
			put(s.imports, from, to)
		default:
			return s, fmt.Errorf("%d: no line of a set of edges: %q", n, lines.Text())
		}
	}
	return s, lines.Err()
}

func put(m map[string]map[string]bool, at, to string) {
	if m[at] == nil {
		m[at] = map[string]bool{}
	}
	m[at][to] = true
}

// found counts edges: those of ours that are right, those of ours, and those that
// there are.
type found struct{ right, ours, all int }

func (f found) precision() float64 { return share(f.right, f.ours) }
func (f found) recall() float64    { return share(f.right, f.all) }

func share(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// Run holds the graphs of the projects that are at hand to the sets. A project
// that is not is a case that nobody checked: it counts as failed.
func (e Edges) Run(ctx context.Context) (*Report, error) {
	r := &Report{Suite: "G", Title: "who calls and imports whom, held against compilers", Subject: "the code graph", Started: e.Now(), Target: 1}
	var calls, imports found
	for _, s := range e.Sets {
		g, err := e.Graph(ctx, s.Project)
		c := Case{Name: s.Project + " at " + s.Commit, Group: s.Oracle, Verdict: Fail, Spec: "G"}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			c.Problems = []string{"not checked: " + err.Error()}
		default:
			one, two := s.held(g)
			for _, p := range []struct {
				what string
				f    found
			}{{"calls", one}, {"imports", two}} {
				if p.f.precision() < edgePrecision || p.f.recall() < edgeRecall {
					c.Problems = append(c.Problems, fmt.Sprintf("%s: %.3f of ours are right, %.3f of theirs are found", p.what, p.f.precision(), p.f.recall()))
				}
				r.Metrics = append(r.Metrics,
					Metric{Name: s.Project + " " + p.what + ", right", Value: p.f.precision(), Of: p.f.ours, Met: true},
					Metric{Name: s.Project + " " + p.what + ", found", Value: p.f.recall(), Of: p.f.all, Met: true})
			}
			calls, imports = plus(calls, one), plus(imports, two)
			c.Score = min(one.precision(), one.recall(), two.precision(), two.recall())
			if len(c.Problems) == 0 {
				c.Verdict = Pass
			}
		}
		r.Cases = append(r.Cases, c)
		if e.Progress != nil {
			e.Progress(c)
		}
	}
	for what, f := range map[string]found{"calls": calls, "imports": imports} {
		r.Metrics = append(r.Metrics,
			Metric{Name: "all " + what + ", right", Value: f.precision(), Of: f.ours, Limit: percent(edgePrecision), Met: f.precision() >= edgePrecision},
			Metric{Name: "all " + what + ", found", Value: f.recall(), Of: f.all, Limit: percent(edgeRecall), Met: f.recall() >= edgeRecall})
	}
	slices.SortStableFunc(r.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
	r.Sum()
	r.DurationMS = e.Now().Sub(r.Started).Milliseconds()
	return r, nil
}

func plus(a, b found) found { return found{a.right + b.right, a.ours + b.ours, a.all + b.all} }

// held compares a graph with a set: calls of things that can be called, by the line
// of the call and of the declaration, and imports from file to file.
func (s EdgeSet) held(g *codegraph.Graph) (calls, imports found) {
	ours, theirs := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, e := range g.Edges {
		from := g.Files[e.File].Path
		if !s.files[from] {
			continue
		}
		to := g.Path(e.To)
		switch e.Kind {
		case codegraph.Imports:
			put(theirs, from, to)
		case codegraph.Calls:
			symbol := g.Symbol(e.To)
			place := from + ":" + strconv.Itoa(int(e.Line))
			if symbol == nil || !callable(symbol.Kind) || s.unknown[place] && !s.calls[place][declared(to, symbol)] {
				continue
			}
			put(ours, place, declared(to, symbol))
		}
	}
	return count(ours, s.calls), count(theirs, s.imports)
}

func declared(file string, s *facts.Symbol) string {
	return path.Clean(file) + ":" + strconv.Itoa(int(s.Line))
}

func callable(k syntax.Kind) bool {
	switch k {
	case syntax.Function, syntax.Method, syntax.Macro, syntax.Class, syntax.Struct, syntax.Enum, syntax.Interface:
		return true
	}
	return false
}

func count(ours, theirs map[string]map[string]bool) found {
	var f found
	for at, all := range ours {
		f.ours += len(all)
		for to := range all {
			if theirs[at][to] {
				f.right++
			}
		}
	}
	for _, all := range theirs {
		f.all += len(all)
	}
	return f
}
