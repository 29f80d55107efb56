package tests

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/base/linesum"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// TestAnExportIsNoEvidence exports every fixture into its own folder and
// analyses it again: what was written there says nothing that was not read from
// the project, so the documents are the same to the byte.
func TestAnExportIsNoEvidence(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), filepath.Base(f.name))
			if err := os.CopyFS(dir, os.DirFS(f.folder(t, nil))); err != nil {
				t.Fatal(err)
			}
			before, files := analysed(t, dir)
			if len(before) == 0 {
				if want := f.want(t); len(want) != 0 {
					t.Errorf("nothing to export, where %d documents are wanted", len(want))
				}
				return
			}
			replaced := exportInto(t, dir, before, files)
			after, _ := analysed(t, dir)
			if replaced { // what the project said itself has another name now
				citesNone(t, dir, after)
			} else if diff := cmp.Diff(written(t, before), written(t, after)); diff != "" {
				t.Errorf("(-before the export, +after it)\n%s", diff)
			}
		})
	}
}

// analysed gives the documents of a folder and the paths of its files.
func analysed(t *testing.T, dir string) ([]universalbuild.UniversalBuild, []string) {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: pipeline.Static})
	if err != nil {
		t.Fatal(err)
	}
	return out.Documents, out.Context.Scan().Index.Paths()
}

// exportInto reports whether a file of the project's own was in the way.
func exportInto(t *testing.T, dir string, documents []universalbuild.UniversalBuild, there []string) (replaced bool) {
	t.Helper()
	files, err := export.Files(documents, export.SetOptions{Project: filepath.Base(dir), Files: there, Example: export.ExampleIn(dir)})
	if err != nil {
		t.Fatal(err)
	}
	done, err := export.Write(dir, files, export.WriteOptions{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(done, func(w export.Written) bool { return w.Backup != "" })
}

// citesNone holds that no reason stands in a file that an export has written.
func citesNone(t *testing.T, dir string, documents []universalbuild.UniversalBuild) {
	t.Helper()
	for _, d := range documents {
		for _, e := range d.Evidence {
			if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(e.Path))); e.Path != "" && err == nil && linesum.Unchanged(text) {
				t.Errorf("%s has its reason in %s, line %d, which an export has written", e.Field, e.Path, e.Line)
			}
		}
	}
}

// TestOfAnExportTheUsersLinesCount changes exported files by hand: what was
// changed there is a reason, and nothing else of them.
func TestOfAnExportTheUsersLinesCount(t *testing.T) {
	for name, one := range map[string]struct {
		fixture, file, old, now string
		cited                   []string // fields and lines with a reason in that file
		same                    bool     // the documents say what they said before
	}{
		"a port of a Dockerfile": {"single/node-npm", "Dockerfile", "EXPOSE 3000", "EXPOSE 3999",
			[]string{"/runtime/environment/PORT: EXPOSE 3999", "/runtime/ports/0/port: EXPOSE 3999"}, false},
		"a remark in a Dockerfile":  {"single/node-npm", "Dockerfile", "# Build it", "# Mine. Build it", nil, true},
		"a line taken out of it":    {"single/node-npm", "Dockerfile", "EXPOSE 3000\n", "", nil, true},
		"a line of a .dockerignore": {"single/node-npm", ".dockerignore", ".git\n", ".git\n*.tmp\n", nil, true},
		"a port of compose.yaml": {"monorepo/npm-workspaces", "compose.yaml", "8081:8081", "9000:9999",
			[]string{"/runtime/environment/PORT: - \"9000:9999\"", "/runtime/ports/0/port: - \"9000:9999\""}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fixtures(t)[slices.IndexFunc(fixtures(t), func(f fixture) bool { return f.name == one.fixture })]
			dir := filepath.Join(t.TempDir(), filepath.Base(f.name))
			if err := os.CopyFS(dir, os.DirFS(f.folder(t, nil))); err != nil {
				t.Fatal(err)
			}
			before, files := analysed(t, dir)
			exportInto(t, dir, before, files)
			at := filepath.Join(dir, one.file)
			text, err := os.ReadFile(at)
			if err != nil || !strings.Contains(string(text), one.old) {
				t.Fatalf("%s does not hold %q: %v", one.file, one.old, err)
			}
			if err := os.WriteFile(at, []byte(strings.Replace(string(text), one.old, one.now, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			after, _ := analysed(t, dir)
			var cited []string
			for _, d := range after {
				for _, e := range d.Evidence {
					if e.Path == one.file {
						cited = append(cited, e.Field+": "+e.Excerpt)
					}
				}
			}
			if diff := cmp.Diff(one.cited, cited); diff != "" {
				t.Errorf("reasons in %s (-want +got)\n%s", one.file, diff)
			}
			if same := written(t, before) == written(t, after); same != one.same {
				t.Errorf("the documents are the same as before: %t, want %t", same, one.same)
			}
		})
	}
}

func written(t *testing.T, documents []universalbuild.UniversalBuild) string {
	t.Helper()
	text, err := universalbuild.WriteJSON(documents)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
