//go:build lab

package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// TestLabDataServiceHasABound lets a program fill its database past what a proof
// gives it: the report names the bound, and no fault of the program.
func TestLabDataServiceHasABound(t *testing.T) {
	p := labProver(t)
	p.Limits.Data = 128 << 20
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "fill.sql"), []byte("create table t as select repeat('x', 1000) from generate_series(1, 800000);\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := universalbuild.UniversalBuild{
		Version: universalbuild.Version,
		Metadata: universalbuild.Metadata{
			ProjectName: "filler", Path: ".", Language: "shell", Kind: universalbuild.Worker, BackingServices: []string{"postgresql"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "postgres:17", Workdir: "/app", Copy: []universalbuild.Copy{{From: "fill.sql", To: "fill.sql"}},
			Entrypoint: []string{"sh", "-c"}, Command: []string{`psql "$DATABASE_URL" -f fill.sql; exec psql "$DATABASE_URL" -c 'select 1 from t'`},
			Variables: []universalbuild.Variable{{Name: "DATABASE_URL", Value: "{postgresql.url}", Required: true}},
		},
	}
	r, err := p.Prove(t.Context(), prove.Request{Document: d, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Stores) != 1 || r.Stores[0].State != prove.StoreFailed || !strings.Contains(r.Stores[0].Reason, "128 MiB") {
		t.Errorf("%+v", r.Stores)
	}
	if r.Verdict != prove.Failed || r.Failure == nil || r.Failure.Rule != "neighbour_failed" || r.Failure.Class != cause.Environment || !strings.Contains(r.Failure.Cause, "128 MiB") {
		t.Errorf("%s: %+v", r.Verdict, r.Failure)
	}
}
