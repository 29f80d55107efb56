package codegraph

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestProjects holds small projects against what their names mean by the rules of
// their languages. A file of testdata has a title, the kinds of edges that it is
// about, the project's files, and the edges that they must lead to and no other.
func TestProjects(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("there is no project", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			project, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, about, found := strings.Cut(string(project.Comment), "\nedges: ")
			at := slices.IndexFunc(project.Files, func(f txtar.File) bool { return f.Name == "want" })
			if !found || at < 0 {
				t.Fatalf("%s names no kinds of edges, or no edges", path)
			}
			var kinds []EdgeKind
			for kind := Calls; kind <= Uses; kind++ {
				if slices.Contains(strings.Fields(about), kind.String()) {
					kinds = append(kinds, kind)
				}
			}
			want := string(project.Files[at].Data)
			files := &txtar.Archive{Files: slices.Delete(project.Files, at, at+1)}
			wantEdges(t, edgesOf(graphOf(t, string(txtar.Format(files)), Layout{}), kinds...), want)
		})
	}
}
