package evaluate

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// A graph in which a calls b rightly, c wrongly, and does not call d; what the
// compiler does not know counts neither way.
func TestEdges(t *testing.T) {
	file := func(path string, uses []string, declares ...string) *facts.File {
		f := &syntax.File{Path: path, Language: "go"}
		for i, name := range declares {
			f.Symbols = append(f.Symbols, syntax.Symbol{Name: name, Kind: syntax.Function, Owner: syntax.Nobody, Line: i + 1, Start: i, End: i + 1})
		}
		for i, u := range uses {
			f.Uses = append(f.Uses, syntax.Use{Kind: syntax.Calls, Path: u, Symbol: syntax.Nobody, Line: i + 10})
		}
		return facts.Of(f)
	}
	g := codegraph.Build([]*facts.File{file("a.go", []string{"b", "c", "e"}), file("b.go", nil, "b", "c", "d", "e"), file("z.go", []string{"b"})}, codegraph.Layout{})
	set, err := ParseEdges(strings.Join([]string{
		"project o/p", "commit abc", "oracle a compiler", "file a.go", "calls a.go:10 b -> b.go:1", "calls a.go:11 d -> b.go:3", "unknown a.go:12 e",
	}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Time{} }
	e := Edges{Sets: []EdgeSet{set, {Project: "o/gone", Commit: "x"}}, Now: now, Graph: func(_ context.Context, project string) (*codegraph.Graph, error) {
		if project == "o/gone" {
			return nil, fmt.Errorf("it is not here: %w", fs.ErrNotExist)
		}
		return g, nil
	}}
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Met || r.Passed != 0 || r.Total != 2 || r.Cases[0].Problems[0] != "calls: 0.500 of ours are right, 0.500 of theirs are found" || !strings.HasPrefix(r.Cases[1].Problems[0], "not checked") {
		t.Errorf("%+v", r.Cases)
	}
	for _, m := range r.Metrics {
		if strings.HasPrefix(m.Name, "all calls") && (m.Value != 0.5 || m.Of != 2 || m.Met) || strings.HasPrefix(m.Name, "all imports") && !m.Met {
			t.Errorf("%+v", m)
		}
	}
	if _, err := ParseEdges("calls nowhere\n"); err == nil {
		t.Error("a line that says nothing is read")
	}
}

// TestEdgesThatThereAre holds the committed sets to what is wanted of them: eight
// projects, six languages, each with edges.
func TestEdgesThatThereAre(t *testing.T) {
	sets, err := EdgeSets(os.DirFS("../../../testdata/edges"))
	if err != nil {
		t.Fatal(err)
	}
	languages := map[string]bool{}
	for _, s := range sets {
		if s.Project == "" || len(s.Commit) != 40 || s.Oracle == "" || len(s.files) > 25 || len(s.calls) < 20 || len(s.imports) == 0 {
			t.Errorf("%s at %s, by %q: %d files, %d calls, %d imports", s.Project, s.Commit, s.Oracle, len(s.files), len(s.calls), len(s.imports))
		}
		for file := range s.files {
			languages[syntax.LanguageOf(file)] = true
		}
		for place := range s.calls {
			if file := place[:strings.LastIndexByte(place, ':')]; !s.files[file] {
				t.Errorf("%s: %s calls and is not of the sample", s.Project, file)
			}
		}
	}
	for _, want := range []string{"go", "python", "java", "typescript", "javascript", "rust"} {
		if !languages[want] {
			t.Errorf("no project has sources of %s", want)
		}
	}
	if len(sets) < 8 {
		t.Errorf("%d projects", len(sets))
	}
}
