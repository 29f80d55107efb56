package codegraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/syntax"
	"aipack/backend/syntax/grammar"
	"aipack/backend/syntax/reader"
)

// graphOf makes the graph of files written one after the other as in a txtar.
func graphOf(t *testing.T, files string, layout Layout) *Graph {
	t.Helper()
	var facts []*syntax.File
	for _, f := range txtar.Parse([]byte(files)).Files {
		parsed, err := grammar.Parse(syntax.LanguageOf(f.Name), f.Data, grammar.Limits{Time: 10 * time.Second, Nodes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		file := reader.Read(parsed)
		file.Path = f.Name
		facts = append(facts, &file)
	}
	return Build(facts, layout)
}

// edgesOf writes edges of some kinds, one a line: "a.go:3 calls b.go#f (exact)".
func edgesOf(g *Graph, kinds ...EdgeKind) string {
	var out []string
	for _, e := range g.Edges {
		if slices.Contains(kinds, e.Kind) {
			out = append(out, fmt.Sprintf("%s:%d %s %s (%s)", g.Files[e.File].Path, e.Line, e.Kind, g.Nodes[e.To].ID, e.Tier))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// wantEdges compares with lines that may be indented.
func wantEdges(t *testing.T, got, want string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	if want := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
