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
// Between the kinds and the files stands what manifests say of it: "crate: DIR NAME
// MAIN", and likewise of modules of Go, of packages and of aliases.
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
			first, _, _ := strings.Cut(about, "\n")
			var kinds []EdgeKind
			for kind := Calls; kind <= Uses; kind++ {
				if slices.Contains(strings.Fields(first), kind.String()) {
					kinds = append(kinds, kind)
				}
			}
			want := string(project.Files[at].Data)
			files := &txtar.Archive{Files: slices.Delete(project.Files, at, at+1)}
			wantEdges(t, edgesOf(graphOf(t, string(txtar.Format(files)), layoutOf(t, about)), kinds...), want)
		})
	}
}

// layoutOf reads what manifests say of a project.
func layoutOf(t *testing.T, about string) Layout {
	t.Helper()
	var l Layout
	for line := range strings.Lines(about) {
		what, rest, found := strings.Cut(line, ": ")
		words := append(strings.Fields(rest), "", "", "")
		root := Root{Dir: words[0], Name: words[1], Main: words[2]}
		switch {
		case !found: // the kinds of edges
		case what == "module":
			l.GoModules = append(l.GoModules, root)
		case what == "package":
			l.Packages = append(l.Packages, root)
		case what == "crate":
			l.Crates = append(l.Crates, root)
		case what == "alias":
			l.Aliases = append(l.Aliases, Alias{Dir: words[0], Pattern: words[1], Targets: words[2 : len(words)-3]})
		default:
			t.Fatalf("%q says nothing of a project", line)
		}
	}
	return l
}
