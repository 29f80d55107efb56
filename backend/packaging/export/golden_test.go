package export_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDockerfiles compares the documents of testdata with the Dockerfiles
// beside them, for a current engine and for an old one, and lints both.
func TestDockerfiles(t *testing.T) {
	documents, err := filepath.Glob("testdata/*.json")
	if err != nil || len(documents) == 0 {
		t.Fatal("no documents in testdata:", err)
	}
	for _, name := range documents {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			t.Parallel()
			base := strings.TrimSuffix(name, ".json")
			golden(t, base+".Dockerfile", read(t, name), export.Options{})
			golden(t, base+".old.Dockerfile", read(t, name), export.Options{NoHeredoc: true})
		})
	}
}

func read(t *testing.T, name string) universalbuild.UniversalBuild {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var doc universalbuild.UniversalBuild
	if err := json.Unmarshal(content, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// golden writes a document and compares. The file for an old engine is kept
// only where it differs.
func golden(t *testing.T, name string, doc universalbuild.UniversalBuild, o export.Options) {
	t.Helper()
	got, err := export.Dockerfile(doc, o)
	if err != nil {
		t.Fatal(err)
	}
	found, err := lint.Check(t.Context(), []byte(got.Content))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found.Findings {
		t.Errorf("%s:%d: %s: %s", name, f.Line, f.Rule, f.Message)
	}
	if n := strings.Count(got.Content, "\n"); n != len(got.Fields) {
		t.Errorf("%s: %d lines, fields for %d", name, n, len(got.Fields))
	}
	if o.NoHeredoc {
		if same, _ := export.Dockerfile(doc, export.Options{}); same.Content == got.Content {
			return
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.Content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.Content); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
