package codecache

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/store/sqlite"
)

func file(path string, functions []string, calls ...string) *facts.File {
	f := &syntax.File{Path: path, Language: "go", Package: "a", Lines: 9}
	for i, name := range functions {
		f.Symbols = append(f.Symbols, syntax.Symbol{Name: name, Kind: syntax.Function, Owner: syntax.Nobody, Line: i + 1, EndLine: i + 1, Start: i, End: i + 1, Signature: "func " + name + "()"})
	}
	for i, path := range calls {
		f.Uses = append(f.Uses, syntax.Use{Kind: syntax.Calls, Path: path, Symbol: 0, Line: i + 1})
	}
	return facts.Of(f)
}

// The tables hold the graph, whatever came, changed and went before.
func TestSave(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "a.db"), "1", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for step, files := range [][]*facts.File{
		{file("a.go", []string{"A", "B"}, "B", "C", "C"), file("b.go", []string{"C"})},
		{file("a.go", []string{"A", "B"}, "B", "C", "C"), file("b.go", []string{"D", "C"}, "A")}, // C moves: the edges to it stay
		{file("a.go", []string{"A", "B"}, "B", "C", "C"), file("b.go", []string{"D"}, "A")},      // C goes
		{file("a.go", []string{"A", "B"}, "B", "C", "C"), file("b.go", []string{"C"})},           // and comes back
		{file("a.go", []string{"A"})},
		{file("c.go", []string{"A", "C"}, "A", "C"), file("a.go", []string{"B"}, "C")},
	} {
		g := codegraph.Build(files, codegraph.Layout{})
		states := map[string]State{}
		for _, f := range files {
			states[f.Path] = State{Size: int64(step), Modified: int64(step*100 + len(f.Symbols))}
		}
		if err := s.Save(g, states); err != nil {
			t.Fatal(err)
		}
		var nodes, edges []string
		for i, n := range g.Nodes {
			line := 1
			if symbol := g.Symbol(codegraph.NodeID(i)); symbol != nil {
				line = int(symbol.Line)
			}
			nodes = append(nodes, fmt.Sprintf("%s %s %d", g.ID(codegraph.NodeID(i)), n.Kind, line))
		}
		for _, e := range g.Edges {
			edges = append(edges, fmt.Sprintf("%s %s %s %s:%d %s", g.ID(e.From), e.Kind, g.ID(e.To), g.Files[e.File].Path, e.Line, e.Tier))
		}
		same(t, step, column(t, s, "SELECT key || ' ' || type || ' ' || line_start FROM nodes"), nodes)
		same(t, step, column(t, s, `SELECT a.key || ' ' || e.type || ' ' || b.key || ' ' || e.file_path || ':' || e.line || ' ' || e.tier
			FROM edges e JOIN nodes a ON a.id = e.source_id JOIN nodes b ON b.id = e.target_id`), edges)
		kept, err := s.Load()
		if err != nil || len(kept) != len(files) {
			t.Fatalf("step %d: %v, %v", step, kept, err)
		}
		for _, f := range files {
			if k := kept[f.Path]; k.State != states[f.Path] || !reflect.DeepEqual(k.Facts, f) {
				t.Errorf("step %d: of %s is kept %+v", step, f.Path, k)
			}
		}
	}
}

func column(t *testing.T, s *Folder, query string) []string {
	t.Helper()
	out, err := sqlite.Collect(s.db, func(rows *sql.Rows) (text string, err error) { return text, rows.Scan(&text) }, query)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t *testing.T, step int, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("step %d: the tables hold\n%q\nthe graph\n%q", step, got, want)
	}
}

// Facts that cannot be read are as if they were not kept.
func TestLoadLeavesOutWhatIsTorn(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "a.db"), "1", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	g := codegraph.Build([]*facts.File{file("a.go", []string{"A"}), file("b.go", []string{"B"})}, codegraph.Layout{})
	if err := s.Save(g, map[string]State{"a.go": {Size: 1, Modified: 1}, "b.go": {Size: 1, Modified: 1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("UPDATE files SET facts = x'28b52ffd00' WHERE path = 'a.go'"); err != nil {
		t.Fatal(err)
	}
	kept, err := s.Load()
	if _, ok := kept["b.go"]; err != nil || len(kept) != 1 || !ok {
		t.Errorf("%v, %v", kept, err)
	}
}

// Shelves that nobody has opened for long go, but not while somebody has one.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().AddDate(0, -3, 0)
	var open []*Folder
	for _, name := range []string{"new", "old", "old in use"} {
		s, err := Open(filepath.Join(dir, name+".db"), "1", time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if name != "old in use" {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		} else {
			open = append(open, s)
		}
		if name != "new" {
			if err := os.Chtimes(filepath.Join(dir, name+".db.lock"), old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := Sweep(dir, time.Now().AddDate(0, -2, 0)); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.db"))
	if err != nil || !slices.Equal(left, []string{filepath.Join(dir, "new.db"), filepath.Join(dir, "old in use.db")}) {
		t.Errorf("left are %q, %v", left, err)
	}
	for _, s := range open {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
