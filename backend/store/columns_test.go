package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"aipack/backend/store/sqlite"

	"github.com/google/go-cmp/cmp"
)

// apart are the columns that no type of rows has, with who reads and writes them.
var apart = map[string]string{
	"documents.run_id": "insertDocuments", "documents.position": "insertDocuments: it is the place in the list",
	"edits.run_id": "insertEdit", "edits.service": "insertEdit",
	"events.run_id":     "record",
	"exchanges.run_id":  "addExchange",
	"pins.path":         "Pin",
	"pins.at":           "Pin",
	"place.id":          "always 1",
	"runs.deleted_at":   "Delete and Restore: who writes a run anew must not bring it back",
	"salvages.told":     "SalvagesSeen",
	"settings.id":       "always 1",
	"variables.folder":  "SaveVariable",
	"variables.service": "SaveVariable",
	"window.id":         "always 1",
}

// TestNoColumnIsForgotten: a column that no type of rows has is neither written
// nor read.
func TestNoColumnIsForgotten(t *testing.T) {
	s := open(t, t.TempDir())
	var declared []string
	for _, rows := range rowTypes {
		for _, c := range sqlite.Columns(rows.row) {
			declared = append(declared, rows.table+"."+c.Name)
		}
	}
	for column := range apart {
		declared = append(declared, column)
	}
	there, err := sqlite.Rows[string](s.db, `SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`)
	must(t, err)
	slices.Sort(declared)
	slices.Sort(there)
	if d := cmp.Diff(there, declared); d != "" {
		t.Errorf("the tables (-) and the types of their rows (+) have other columns:\n%s", d)
	}
}

// filled gives a row with another value in each of its columns.
func filled[T any](t *testing.T) (row T) {
	t.Helper()
	v := reflect.ValueOf(&row).Elem()
	for i, f := range reflect.VisibleFields(v.Type()) {
		if f.Tag.Get("db") == "" {
			continue
		}
		switch into := v.FieldByIndex(f.Index).Addr().Interface().(type) {
		case *string:
			*into = fmt.Sprintf(`"%d"`, i) // JSON too
		case *int:
			*into = i
		case *int64:
			*into = int64(i)
		case *float64:
			*into = float64(i)
		case *bool:
			*into = true
		case *sql.Null[int64]:
			*into = sql.Null[int64]{V: int64(i), Valid: true}
		default:
			t.Fatalf("what goes into a %T?", into)
		}
	}
	return row
}

// TestEveryFieldComesBack: what is written is read, whatever the field.
func TestEveryFieldComesBack(t *testing.T) {
	s := open(t, t.TempDir())
	r, d, e, p, x := filled[Run](t), filled[Document](t), filled[Edit](t), filled[Proof](t), filled[Exchange](t)
	begun := Run{ID: r.ID, State: "running"}
	d.Edits, p.RunID, x.Number = []Edit{e}, r.ID, 1
	for _, write := range []func(Run, []Document) error{s.End, func(r Run, d []Document) error { return s.Put(r, nil, d) }} {
		must(t, s.Begin(begun))
		must(t, write(r, []Document{d}))
		must(t, s.SaveProof(Proof{ID: p.ID, RunID: r.ID}, ""))
		must(t, s.SaveProof(p, `{"whole":true}`))
		must(t, s.AddExchange(r.ID, x))
		run, err := s.Run(r.ID)
		must(t, err)
		run.Model, run.Edited, run.Proof, run.Loud = "", false, "", false // of the others
		documents, err := s.Documents(r.ID)
		must(t, err)
		proofs, err := s.Proofs(r.ID)
		must(t, err)
		exchanges, err := s.Exchanges(r.ID)
		must(t, err)
		if d := cmp.Diff([]any{r, []Document{d}, []Proof{p}, []Exchange{x}}, []any{run, documents, proofs, exchanges}); d != "" {
			t.Error(d)
		}
		must(t, s.Erase(r.ID))
	}
}

// TestAFileOfARunKeepsItsFields: a recording of today is read by the program of yesterday.
func TestAFileOfARunKeepsItsFields(t *testing.T) {
	text, err := json.Marshal(reportedProof{Proof{ID: "p"}, "{}"})
	must(t, err)
	want := `{"ID":"p","RunID":"","Service":"","Verdict":"","Builder":"","StartedAt":0,"DurationMS":0,"Cause":"","Report":"{}"}`
	if string(text) != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}
