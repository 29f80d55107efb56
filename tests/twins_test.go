package tests

import (
	"bytes"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestTwins analyses each project of testdata/twins with its FOLDER called as tools
// call what they fill, and once more with a letter behind that name: the plans and
// what is exported are the same but for that letter. So it is without git, and where
// git tracks the folder although .gitignore names it.
func TestTwins(t *testing.T) {
	archives, err := filepath.Glob("testdata/twins/*.txtar")
	if err != nil || len(archives) < 12 {
		t.Fatalf("%d projects, %v", len(archives), err)
	}
	for _, archive := range archives {
		project, err := txtar.ParseFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		names, ok := strings.CutPrefix(string(project.Comment), "names: ")
		if !ok {
			t.Fatalf("%s does not say what its folder may be called", archive)
		}
		for name := range strings.FieldsSeq(names) {
			for _, tracked := range []bool{false, true} {
				t.Run(strings.TrimSuffix(path.Base(archive), ".txtar")+"/"+name+map[bool]string{true: "/tracked"}[tracked], func(t *testing.T) {
					t.Parallel()
					want := strings.ReplaceAll(planOf(t, project, name+"x", tracked), name+"x", name)
					got := planOf(t, project, name, tracked)
					if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
						t.Errorf("(-the twin, +%s)\n%s", name, diff)
					}
				})
			}
		}
	}
}

// planOf is what is found in a project and written for it.
func planOf(t *testing.T, project *txtar.Archive, name string, tracked bool) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	files := map[string]string{}
	for _, f := range project.Files {
		files[strings.ReplaceAll(f.Name, "FOLDER", name)] = strings.ReplaceAll(string(f.Data), "FOLDER", name)
	}
	if tracked {
		files[".gitignore"] = name + "/\n"
	}
	repotest.LayOut(t, dir, files)
	if tracked {
		track(t, dir)
	}
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Documents) == 0 {
		t.Fatal("nothing was found")
	}
	documents, err := universalbuild.WriteJSON(out.Documents)
	if err != nil {
		t.Fatal(err)
	}
	known := export.KnownOf(out.Context.Scan().Index)
	written, err := export.Files(out.Documents, export.SetOptions{Project: "project", Files: known.Files, Filled: known.Filled})
	if err != nil {
		t.Fatal(err)
	}
	text := string(documents)
	for _, f := range written {
		if f.Path != "universalbuild.json" {
			text += "\n==> " + f.Path + "\n" + unsealed(f.Content)
		}
	}
	return text
}

// unsealed is a file without the line that says whether it was changed.
func unsealed(content string) string {
	var kept []string
	for l := range strings.SplitSeq(content, "\n") {
		if !strings.HasPrefix(l, "# Written by aipack (") {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

// track has git track everything, what is ignored too.
func track(t *testing.T, dir string) {
	t.Helper()
	git := repotest.Git(t)
	for _, args := range [][]string{{"init", "-q"}, {"add", "-f", "-A"}} {
		var said bytes.Buffer
		cmd := exec.CommandContext(t.Context(), git, append([]string{"-C", dir}, args...)...)
		cmd.Stderr = &said
		if err := cmd.Run(); err != nil {
			t.Fatalf("git %q: %v %s", args, err, said.String())
		}
	}
}
