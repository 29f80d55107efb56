package tests

import (
	"path/filepath"
	"slices"
	"testing"

	"aipack/backend/export"
	"aipack/backend/line"
	"aipack/backend/pipeline"
	"aipack/backend/repo"

	"go.yaml.in/yaml/v3"
)

// TestNeighbourInCompose exports the program of two services that TestCompose
// starts. No file says where the shop finds the API: only the plan does.
func TestNeighbourInCompose(t *testing.T) {
	t.Parallel()
	r, err := repo.Open(filepath.Join("testdata", "compose", "orders"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := line.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
	if err != nil {
		t.Fatal(err)
	}
	files, err := export.Files(out.Documents, export.SetOptions{Files: out.Context.Scan().Index.Paths()})
	if err != nil {
		t.Fatal(err)
	}
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
