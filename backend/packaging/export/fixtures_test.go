package export_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/validate"
	"aipack/backend/packaging/export"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"

	"github.com/compose-spec/compose-go/v2/types"
)

// TestFixtures exports the hand-written document of every project in
// testdata/repos: no problem, no remark of the linter, nothing copied that is
// not there or that .dockerignore leaves out, and a compose file that loads.
func TestFixtures(t *testing.T) {
	documents, err := filepath.Glob("../../../testdata/repos/*/*.json")
	if err != nil || len(documents) == 0 {
		t.Fatal("no fixtures:", err)
	}
	for _, name := range documents {
		dir := strings.TrimSuffix(name, ".json")
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(dir))+"/"+filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			reading, err := universalbuild.Read(content)
			if err != nil {
				t.Fatal(err)
			}
			checkExport(t, reading.Documents, tree(t, dir))
		})
	}
}

// tree lists the files of a folder, relative to it.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func checkExport(t *testing.T, docs []universalbuild.UniversalBuild, files []string) {
	t.Helper()
	for _, p := range validate.New(files).List(docs) {
		if p.Level == validate.Error {
			t.Errorf("%s: %s: %s %s", p.Path, p.Rule, p.Message, p.Fix)
		}
	}
	set, err := export.Files(docs, export.SetOptions{Files: files})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range export.Place(docs) {
		dir := p.Document.Build.Context
		if dir == "" {
			dir = p.Document.Metadata.Path
		}
		lintOne(t, set, p.Dockerfile, dir, files)
	}
	for _, f := range set {
		if f.Path == "compose.yaml" {
			env := types.Mapping{}
			for _, part := range strings.Split(f.Content, "${")[1:] {
				env[strings.SplitN(part, ":", 2)[0]] = "x"
			}
			load(t, f.Content, env)
		}
	}
}

// lintOne checks a Dockerfile of a set against its context.
func lintOne(t *testing.T, set []export.File, dockerfile, dir string, files []string) {
	t.Helper()
	content := func(path string) string {
		i := slices.IndexFunc(set, func(f export.File) bool { return f.Path == path })
		if i < 0 {
			t.Fatalf("no file %s", path)
		}
		return set[i].Content
	}
	text := []byte(content(dockerfile))
	found, err := lint.Check(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	ignore := strings.TrimPrefix(filepath.ToSlash(filepath.Join(dir, ".dockerignore")), "./")
	var inContext []string
	for _, f := range files {
		if rest, ok := strings.CutPrefix(f, dir+"/"); ok || dir == "." {
			if dir == "." {
				rest = f
			}
			inContext = append(inContext, rest)
		}
	}
	for _, f := range append(found.Findings, lint.Missing(found.Sources, inContext, []byte(content(ignore)))...) {
		t.Errorf("%s:%d: %s: %s\n%s", dockerfile, f.Line, f.Rule, f.Message, text)
	}
}
