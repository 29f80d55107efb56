package tests

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestFixtures analyses every project of testdata/repos and compares with the
// document beside it, which a person wrote from reading the project. Evidence
// and the words of the reasoning are checked by rules, not by heart.
func TestFixtures(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := f.open(t)
			out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: "static"})
			if err != nil {
				t.Fatal(err)
			}
			opts := cmp.Options{
				cmpopts.IgnoreFields(universalbuild.UniversalBuild{}, "Evidence"),
				cmpopts.IgnoreFields(universalbuild.Metadata{}, "Confidence", "Reasoning"),
				cmpopts.EquateEmpty(),
			}
			if diff := cmp.Diff(f.want(t), out.Documents, opts); diff != "" {
				t.Errorf("(-written by hand, +detected)\n%s", diff)
			}
			for _, d := range out.Documents {
				checkEvidence(t, r, d)
				checkExplained(t, d)
			}
			if len(out.Documents) == 0 && out.Context.Structure().Missing == "" {
				t.Error("nothing was found and nobody says why")
			}
		})
	}
}

type fixture struct {
	name  string // single/go-mod
	path  string // a folder, or a .txtar file
	wants string
}

func fixtures(t *testing.T) []fixture {
	t.Helper()
	var all []fixture
	for _, kind := range []string{"single", "monorepo", "edge"} {
		dir := filepath.Join("testdata", "repos", kind)
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := strings.TrimSuffix(e.Name(), ".txtar")
			if strings.HasSuffix(e.Name(), ".json") {
				continue
			}
			all = append(all, fixture{
				name: kind + "/" + name, path: filepath.Join(dir, e.Name()), wants: filepath.Join(dir, name+".json"),
			})
		}
	}
	if len(all) == 0 {
		t.Fatal("no fixtures")
	}
	return all
}

func (f fixture) open(t *testing.T) *repo.Tree {
	t.Helper()
	return f.openWith(t, nil)
}

// openWith opens a txtar fixture with more files in it.
func (f fixture) openWith(t *testing.T, more map[string]string) *repo.Tree {
	t.Helper()
	r, err := repo.Open(f.folder(t, more))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// folder is where a fixture lies; one that is a single file is laid out first.
func (f fixture) folder(t *testing.T, more map[string]string) string {
	t.Helper()
	if !strings.HasSuffix(f.path, ".txtar") {
		dir, err := filepath.Abs(f.path)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	files := repotest.Archive(t, f.path)
	maps.Copy(files, more)
	dir := filepath.Join(t.TempDir(), filepath.Base(f.name))
	repotest.LayOut(t, dir, files)
	return dir
}

func (f fixture) want(t *testing.T) []universalbuild.UniversalBuild {
	t.Helper()
	b, err := os.ReadFile(f.wants)
	if err != nil {
		t.Fatalf("every fixture needs the document a person expects: %v", err)
	}
	var docs []universalbuild.UniversalBuild
	dec := json.NewDecoder(strings.NewReader(string(b)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&docs); err != nil {
		t.Fatalf("%s: %v", f.wants, err)
	}
	return docs
}

// checkEvidence holds each reason against the repository: the file is there
// and the quoted text stands on the line that is named.
func checkEvidence(t *testing.T, r *repo.Tree, d universalbuild.UniversalBuild) {
	t.Helper()
	for _, e := range d.Evidence {
		if e.Rule == "" {
			t.Errorf("%s: no rule", e.Field)
		}
		if e.Path == "" {
			continue
		}
		text, err := r.ReadText(e.Path)
		if err != nil {
			t.Errorf("%s: evidence %s cannot be read: %v", e.Field, e.Path, err)
			continue
		}
		lines := strings.Split(text, "\n")
		if e.Line < 0 || e.Line > len(lines) {
			t.Errorf("%s: %s has no line %d", e.Field, e.Path, e.Line)
			continue
		}
		quote := strings.TrimSuffix(e.Excerpt, "…")
		if e.Line > 0 && quote != "" && !alike(lines[e.Line-1], quote) {
			t.Errorf("%s: %s:%d does not say %q but %q", e.Field, e.Path, e.Line, e.Excerpt, lines[e.Line-1])
		}
	}
}

// checkExplained wants a reason for every value that a person reads.
func checkExplained(t *testing.T, d universalbuild.UniversalBuild) {
	t.Helper()
	for field, filled := range filledFields(d) {
		if filled && !slices.ContainsFunc(d.Evidence, func(e universalbuild.Evidence) bool {
			return e.Field == field || strings.HasPrefix(e.Field, field+"/")
		}) {
			t.Errorf("%s has no evidence", field)
		}
	}
}

// filledFields are the fields that a person reads, with whether something
// stands in them.
func filledFields(d universalbuild.UniversalBuild) map[string]bool {
	m, b, r := d.Metadata, d.Build, d.Runtime
	fields := map[string]bool{
		"/metadata/language": true, "/metadata/build_system": true, "/metadata/project_name": true,
		"/metadata/kind": m.Kind != "", "/metadata/runtime_version": m.RuntimeVersion != "", "/metadata/framework": m.Framework != "",
		"/build/base_image": b.BaseImage != "", "/build/pre_build_commands": len(b.PreBuildCommands) > 0, "/build/build_commands": len(b.BuildCommands) > 0,
		"/build/post_build_commands": len(b.PostBuildCommands) > 0, "/build/cache_paths": len(b.CachePaths) > 0, "/build/artifacts": len(b.Artifacts) > 0,
		"/runtime/base_image": r.BaseImage != "", "/runtime/workdir": r.Workdir != "", "/runtime/copy": len(r.Copy) > 0, "/runtime/command": len(r.Command) > 0,
		"/runtime/healthcheck": r.Healthcheck != nil, "/runtime/release": len(r.Release) > 0,
	}
	for i := range r.Ports {
		fields[fmt.Sprintf("/runtime/ports/%d", i)] = true
	}
	for i := range b.SystemPackages {
		fields[fmt.Sprintf("/build/system_packages/%d", i)] = true
	}
	for i := range r.SystemPackages {
		fields[fmt.Sprintf("/runtime/system_packages/%d", i)] = true
	}
	for i := range r.Variables {
		fields[fmt.Sprintf("/runtime/variables/%d", i)] = true
	}
	for i := range m.BackingServices {
		fields[fmt.Sprintf("/metadata/backing_services/%d", i)] = true
	}
	return fields
}

// alike reports whether a line says what was quoted; names and versions are
// quoted without the manifest's punctuation, so every word must be there.
func alike(line, quote string) bool {
	if strings.Contains(line, quote) {
		return true
	}
	for _, word := range strings.Fields(quote) {
		if !strings.Contains(line, word) {
			return false
		}
	}
	return true
}
