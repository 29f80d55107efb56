//go:build lab

package tests

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// TestLabFilesOfTheSameSize proves one text after another in place of a file, each as
// long as the one before: the builder, which has kept what it was sent, takes the new one,
// for the image and for the data service.
func TestLabFilesOfTheSameSize(t *testing.T) {
	p := labProver(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"say.sh": "echo sh-zero\n", "schema.sql": "create table t as select 'sql-zero' as said;\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := universalbuild.UniversalBuild{
		Version: universalbuild.Version,
		Metadata: universalbuild.Metadata{
			ProjectName: "sayer", Path: ".", Language: "shell", Kind: universalbuild.Worker, BackingServices: []string{"postgresql"},
			DataSetup: []universalbuild.DataSetup{{
				Service: "postgresql", Files: []universalbuild.InitialFile{{From: "schema.sql", To: "/docker-entrypoint-initdb.d/schema.sql"}},
			}},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "postgres:17", Workdir: "/app", Copy: []universalbuild.Copy{{From: "say.sh", To: "say.sh"}},
			Entrypoint: []string{"sh", "-c"}, Command: []string{`sh say.sh; exec psql -At "$DATABASE_URL" -c 'select said from t'`},
			Variables: []universalbuild.Variable{{Name: "DATABASE_URL", Value: "{postgresql.url}", Required: true}},
		},
	}
	for _, word := range []string{"zero", "four", "five"} {
		r := prove.Request{Document: d, Dir: dir}
		if word != "zero" {
			r.Files = map[string][]byte{
				"say.sh": []byte("echo sh-" + word + "\n"), "schema.sql": []byte("create table t as select 'sql-" + word + "' as said;\n"),
			}
		}
		report, err := p.Prove(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if report.Start == nil || !slices.Contains(report.Start.Log, "sh-"+word) || !slices.Contains(report.Start.Log, "sql-"+word) {
			t.Errorf("%s: %s, %+v, %+v", word, report.Verdict, report.Start, report.Failure)
		}
	}
}
