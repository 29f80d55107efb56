package tests

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"

	"go.yaml.in/yaml/v3"
)

// exported analyses a folder and gives its documents and what an export writes.
func exported(t *testing.T, dir string) ([]universalbuild.UniversalBuild, []export.File) {
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
	files, err := export.Files(out.Documents, export.SetOptions{Files: out.Context.Scan().Index.Paths(), Example: export.ExampleIn(dir)})
	if err != nil {
		t.Fatal(err)
	}
	return out.Documents, files
}

// TestNeighbourInCompose exports the program of two services that TestCompose
// starts. No file says where the shop finds the API: only the plan does.
func TestNeighbourInCompose(t *testing.T) {
	t.Parallel()
	_, files := exported(t, filepath.Join("testdata", "compose", "orders"))
	i := slices.IndexFunc(files, func(f export.File) bool { return f.Path == "compose.yaml" })
	var compose struct {
		Services map[string]struct {
			Environment map[string]string
			DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
		}
	}
	if err := yaml.Unmarshal([]byte(files[i].Content), &compose); err != nil {
		t.Fatal(err)
	}
	shop, api := compose.Services["shop"], compose.Services["api"]
	if got, want := shop.Environment["API_URL"], "http://api:3000"; got != want {
		t.Errorf("the shop is told that the API is at %q, not %q", got, want)
	}
	if got, want := shop.DependsOn["api"].Condition, "service_healthy"; got != want {
		t.Errorf("the shop waits for the API to be %q, not %q", got, want)
	}
	if _, waits := api.DependsOn["shop"]; waits {
		t.Error("the API waits for the shop")
	}
}

// TestExportTwice exports into the project itself: what was written before is
// no evidence of it, nor because somebody writes a remark into it.
func TestExportTwice(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "orders")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "compose", "orders"))); err != nil {
		t.Fatal(err)
	}
	_, first := exported(t, dir)
	written, err := export.Write(dir, first, export.WriteOptions{})
	if err != nil || len(written) != 7 {
		t.Fatalf("%d files, %v; want two Dockerfiles, two .dockerignore, compose.yaml, .env.example and the documents", len(written), err)
	}
	_, second := exported(t, dir)
	written, err = export.Write(dir, second, export.WriteOptions{})
	if err != nil {
		t.Error(err)
	}
	for _, w := range written {
		if !w.Same {
			t.Errorf("the second export writes another %s", w.Path)
		}
	}
	mine := filepath.Join(dir, "compose.yaml")
	text, err := os.ReadFile(mine)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, append(text, "# mine\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	documents, _ := exported(t, dir)
	if slices.ContainsFunc(documents[0].Evidence, func(e universalbuild.Evidence) bool { return e.Path == "compose.yaml" }) {
		t.Error("what an export wrote is evidence, because of a remark that is not its own")
	}
}
