package tests

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
	"golang.org/x/tools/txtar"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/source"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestContextsHoldWhatIsNeeded exports every project of testdata/repos and
// testdata/twins: what the plan copies by name and every source of the services lies
// within what their builds are sent, by the words of moby's own matcher.
func TestContextsHoldWhatIsNeeded(t *testing.T) {
	looked := 0
	dirs := map[string]string{}
	for _, f := range fixtures(t) {
		dirs[f.name] = f.folder(t, nil)
	}
	archives, err := filepath.Glob("testdata/twins/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, archive := range archives {
		project, err := txtar.ParseFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(strings.TrimPrefix(string(project.Comment), "names: ")) {
			dir, files := t.TempDir(), map[string]string{}
			for _, f := range project.Files {
				files[strings.ReplaceAll(f.Name, "FOLDER", name)] = strings.ReplaceAll(string(f.Data), "FOLDER", name)
			}
			repotest.LayOut(t, dir, files)
			dirs[path.Base(archive)+" "+name] = dir
		}
	}
	for name, dir := range dirs {
		r, err := repo.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
		if err != nil {
			t.Fatal(err)
		}
		known := export.KnownOf(out.Context.Scan().Index)
		credentials, err := export.Search(t.Context(), r, out.Documents, known)
		if err != nil {
			t.Fatal(err)
		}
		written, err := export.Files(out.Documents, export.SetOptions{Project: "project", Files: known.Files, Filled: known.Filled, Credentials: credentials})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range out.Documents {
			hides := hiderOf(t, written, d.Context())
			for _, f := range needed(d, known.Files) {
				looked++
				if hides(f) {
					t.Errorf("%s: the build of %s is not sent %s", name, d.Metadata.Path, f)
				}
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if looked < 500 {
		t.Errorf("only %d files were looked at", looked)
	}
}

// needed lists, relative to the context, what the plan copies by name and the sources
// of its languages.
func needed(d universalbuild.UniversalBuild, files []string) []string {
	var out []string
	ends := map[string]bool{}
	for _, l := range analysis.Registry().All() {
		if l.ID == d.Metadata.Language || slices.Contains(d.Metadata.Languages, l.ID) {
			for _, e := range l.Extensions {
				ends[e] = true
			}
		}
	}
	for _, f := range export.Sent(d, files) {
		if ends[source.Ext(f)] || slices.Contains(d.Build.Manifests, f) {
			out = append(out, f)
		}
	}
	return out
}

// hiderOf reads the .dockerignore of a context.
func hiderOf(t *testing.T, written []export.File, context string) func(string) bool {
	t.Helper()
	at := slices.IndexFunc(written, func(f export.File) bool { return f.Path == path.Join(context, ".dockerignore") })
	if at < 0 {
		t.Fatalf("no .dockerignore for %s", context)
	}
	patterns, err := ignorefile.ReadAll(strings.NewReader(written[at].Content))
	if err != nil {
		t.Fatal(err)
	}
	m, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return func(file string) bool {
		out, err := m.MatchesOrParentMatches(file)
		return err != nil || out
	}
}

// TestWhatToolsFillStaysOut lays out folders as tools leave them: none of it is sent.
func TestWhatToolsFillStaysOut(t *testing.T) {
	dir := t.TempDir()
	repotest.LayOut(t, dir, map[string]string{
		"Cargo.toml": "[package]\nname = \"beacon\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", "src/main.rs": "mod target;\nfn main() {}\n", "src/target/mod.rs": "pub fn t() {}\n",
		"target/debug/beacon": "\x7fELF", "tools/py/pyvenv.cfg": "home = /usr/bin\n", "tools/py/lib/x.py": "x = 1\n", "coverage/lcov.info": "TN:\n", "data/coverage/rates.csv": "a,b\n",
	})
	text := exportedIgnore(t, dir)
	hides := hiderOf(t, []export.File{{Path: ".dockerignore", Content: text}}, ".")
	for f, want := range map[string]bool{
		"target/debug/beacon": true, "tools/py/lib/x.py": true, "coverage/lcov.info": true,
		"src/target/mod.rs": false, "src/main.rs": false, "data/coverage/rates.csv": false, "lib/target/later.rs": false,
	} {
		if hides(f) != want {
			t.Errorf("%s stays out: %v\n%s", f, !want, text)
		}
	}
}

func exportedIgnore(t *testing.T, dir string) string {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
	if err != nil {
		t.Fatal(err)
	}
	return export.Ignore(out.Documents, export.KnownOf(out.Context.Scan().Index), export.Found{})
}
