package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func at() time.Time { return time.UnixMilli(1_800_000_000_000) }

func open(t *testing.T, dir string) *DB {
	t.Helper()
	s, err := Open(dir, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func events(from, to int64) []Event {
	var list []Event
	for i := from; i <= to; i++ {
		list = append(list, Event{i, json.RawMessage(fmt.Sprintf(`{"seq":%d,"run_id":"r","ts":1,"type":"scan.started","event":{}}`, i))})
	}
	return list
}

// finished puts a whole run into the store.
func finished(t *testing.T, s *DB, id, path string, started int64) Run {
	t.Helper()
	r := Run{ID: id, Path: path, Name: filepath.Base(path), State: "running", StartedAt: started}
	must(t, s.Begin(r))
	must(t, s.Record(id, events(1, 3)))
	must(t, s.Record(id, events(4, 5)))
	r.State, r.Services, r.Language, r.Framework, r.Confidence, r.DurationMS = "completed", 1, "go", "Gin", 0.9, 12
	must(t, s.End(r, []Document{{Service: ".", Name: r.Name, Original: `{"v":0}`}}))
	return r
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestARunComesBackWhole(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	want := finished(t, s, "r", "/p/shop", 5)
	must(t, s.AddEdit("r", ".", Edit{Number: 1, At: 7, What: `[{"field":"/x","value":1}]`, Document: `{"v":1}`}))
	must(t, s.SaveProof(Proof{ID: "p", RunID: "r", Service: ".", Verdict: "proven", StartedAt: 9}, `{"ok":true}`))
	must(t, s.SaveSettings(`{"theme":"dark"}`))
	must(t, s.SaveWindow(Window{Width: 800, Height: 600, X: -3, Maximised: true}))
	must(t, s.Close())

	s = open(t, dir)
	got, err := s.Run("r")
	must(t, err)
	want.Edited, want.Proof = true, "proven"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	stored, err := s.Events("r")
	must(t, err)
	if d := cmp.Diff(events(1, 5), stored); d != "" {
		t.Error(d)
	}
	documents, err := s.Documents("r")
	must(t, err)
	if len(documents) != 1 || documents[0].Current() != `{"v":1}` {
		t.Errorf("documents: %+v", documents)
	}
	if report, err := s.Report("p"); err != nil || report != `{"ok":true}` {
		t.Errorf("report: %s %v", report, err)
	}
	if text, err := s.Settings(); err != nil || text != `{"theme":"dark"}` {
		t.Errorf("settings: %s %v", text, err)
	}
	if w, ok, err := s.Window(); err != nil || !ok || w != (Window{800, 600, -3, 0, true}) {
		t.Errorf("window: %+v %v %v", w, ok, err)
	}
}

func TestUndoAndRedoLoseNothing(t *testing.T) {
	d := Document{Original: "0", Edit: 2, Edits: []Edit{{Number: 1, Document: "1"}, {Number: 2, Parent: 1, Document: "2"}}}
	n, ok := d.Undone()
	if !ok || n != 1 {
		t.Fatalf("undo leads to %d", n)
	}
	d.Edit = 1
	d.Edits = append(d.Edits, Edit{Number: 3, Parent: 1, Document: "3"})
	if n, ok := d.Redone(); !ok || n != 3 {
		t.Errorf("redo leads to %d, not to the newest edit", n)
	}
	d.Edit = 0
	if _, ok := d.Undone(); ok || d.Current() != "0" {
		t.Error("the original can be undone")
	}
}

func TestAnInterruptedRunDidNotFail(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Begin(Run{ID: "r", Path: "/p/shop", Name: "shop", State: "running", StartedAt: 1}))
	must(t, s.Close())
	s = open(t, dir)
	for _, f := range []Filter{{Result: "interrupted"}, {Words: "interrupted"}} {
		if runs, _, err := s.Runs(f, 0, 10); err != nil || ids(runs) != "r" || runs[0].Outcome() != "interrupted" {
			t.Errorf("%+v gives %+v, %v", f, runs, err)
		}
	}
	for _, f := range []Filter{{Result: "failed"}, {Words: "failed"}} {
		if runs, _, err := s.Runs(f, 0, 10); err != nil || len(runs) > 0 {
			t.Errorf("%+v gives %q, %v", f, ids(runs), err)
		}
	}
}

func TestHistoryFiltersAndPages(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "a", "/p/shop", 1)
	finished(t, s, "b", "/p/shop", 2)
	finished(t, s, "c", "/p/blog", 3)
	must(t, s.SaveProof(Proof{ID: "p", RunID: "a", Service: ".", Verdict: "failed"}, ""))
	for filter, want := range map[string]string{"": "c b a", "shop": "b a", "GIN blog": "c", "failed": "a", "rust": ""} {
		runs, total, err := s.Runs(Filter{Words: filter}, 0, 10)
		must(t, err)
		if ids(runs) != want || total != len(runs) {
			t.Errorf("%q gives %q of %d, want %q", filter, ids(runs), total, want)
		}
	}
	must(t, s.AddExchange("c", Exchange{Hash: "h", Provider: "ollama", Model: "qwen", JSON: "{}"}))
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{Result: "failed"}, "a"}, {Filter{Result: "unproven"}, "c b"}, {Filter{Result: "completed"}, "c b"}, {Filter{Result: "proven"}, ""},
		{Filter{Model: "qwen"}, "c"}, {Filter{Model: "none"}, "b a"}, {Filter{Since: 2}, "c b"}, {Filter{Words: "shop", Since: 2, Model: "none", Result: "unproven"}, "b"},
	} {
		if runs, total, err := s.Runs(c.filter, 0, 10); err != nil || ids(runs) != c.want || total != len(runs) {
			t.Errorf("%+v gives %q of %d, want %q, %v", c.filter, ids(runs), total, c.want, err)
		}
	}
	if models, err := s.Models(); err != nil || len(models) != 1 || models[0] != "qwen" {
		t.Errorf("models %q %v", models, err)
	}
	if runs, total, _ := s.Runs(Filter{}, 1, 1); ids(runs) != "b" || total != 3 {
		t.Errorf("second page: %q of %d", ids(runs), total)
	}
	if runs, _ := s.Recents(10); ids(runs) != "c b" {
		t.Errorf("recents: %q", ids(runs))
	}
	if r, err := s.Before("/p/shop", "b"); err != nil || r.ID != "a" {
		t.Errorf("before b: %q %v", r.ID, err)
	}
}

func ids(runs []Run) string {
	var list []string
	for _, r := range runs {
		list = append(list, r.ID)
	}
	return strings.Join(list, " ")
}

func TestAFolderIsForgottenWithAllItsRuns(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "a", "/p/shop", 1)
	finished(t, s, "b", "/p/shop", 2)
	finished(t, s, "c", "/p/shop/inner", 3)
	gone, err := s.DeleteFolder("/p/shop")
	must(t, err)
	if runs, _ := s.Recents(10); ids(runs) != "c" || strings.Join(gone, " ") != "a b" {
		t.Errorf("%q are gone, %q stay", gone, ids(runs))
	}
	for _, id := range gone {
		must(t, s.Restore(id))
	}
	if runs, _ := s.Recents(10); ids(runs) != "c b" {
		t.Errorf("%q are back", ids(runs))
	}
}

func TestDeletingCanBeUndoneForADay(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	finished(t, s, "r", "/p", 1)
	must(t, s.Delete("r"))
	if _, err := s.Run("r"); !errors.Is(err, ErrAbsent) {
		t.Errorf("a deleted run: %v", err)
	}
	must(t, s.Restore("r"))
	if _, err := s.Run("r"); err != nil {
		t.Errorf("a restored run: %v", err)
	}
	must(t, s.Delete("r"))
	must(t, s.Close())
	later, err := Open(dir, func() time.Time { return at().Add(25 * time.Hour) })
	must(t, err)
	defer later.Close()
	if err := later.Restore("r"); !errors.Is(err, ErrAbsent) {
		t.Errorf("restoring after a day: %v", err)
	}
	if got, _ := later.Events("r"); len(got) != 0 {
		t.Errorf("%d events of a run that is gone", len(got))
	}
}

// TestOldDatabasesAreBroughtUpToDate opens a frozen database of every schema
// there was.
func TestOldDatabasesAreBroughtUpToDate(t *testing.T) {
	schemas, err := migrations.ReadDir("migrations")
	must(t, err)
	for version := 1; version <= len(schemas); version++ {
		dir := t.TempDir()
		dump, err := os.ReadFile(fmt.Sprintf("testdata/version-%d.sql", version))
		must(t, err) // a new migration comes with a file of what it leaves
		db, err := sql.Open("sqlite3", filepath.Join(dir, Name))
		must(t, err)
		_, err = db.Exec(string(dump))
		must(t, err)
		var have int
		must(t, db.QueryRow("PRAGMA user_version").Scan(&have))
		if have != version {
			t.Fatalf("version-%d.sql is of version %d", version, have)
		}
		must(t, db.Close())

		s := open(t, dir)
		if s.SetAside != "" {
			t.Fatalf("version %d was set aside", version)
		}
		documents, err := s.Documents("old")
		must(t, err)
		stored, err := s.Events("old")
		must(t, err)
		if len(documents) != 1 || documents[0].Current() != `{"a":2}` || (documents[0].Dockerfile != "") != (version >= 3) || len(stored) != 2 {
			t.Errorf("version %d: %+v, %d events", version, documents, len(stored))
		}
		_, placed, err := s.Window()
		place, err2 := s.Place()
		asked, err3 := s.Exchanges("old")
		must(t, errors.Join(err, err2, err3))
		if placed != (version >= 2) || (place.RunID == "old") != (version >= 3) || (len(asked) == 1) != (version >= 4) {
			t.Errorf("version %d: window %v, place %+v, %d exchanges", version, placed, place, len(asked))
		}
		given, err := s.Variables("/p/shop", ".")
		if err != nil || (len(given) == 2) != (version >= 6) {
			t.Errorf("version %d: variables %+v %v", version, given, err)
		}
		must(t, s.SaveVariable("/p/shop", ".", Variable{Name: "MODE", Value: "live"}))
		if text, err := s.Settings(); err != nil || text != `{"theme":"dark"}` {
			t.Errorf("version %d: settings %s %v", version, text, err)
		}
		must(t, s.SaveProof(Proof{ID: "p", RunID: "old", Service: ".", Verdict: "proven", Plan: documents[0].Plan, StartedAt: 1700000000700}, ""))
		must(t, s.AddExchange("old", Exchange{Hash: "h", JSON: "{}"}))
		if r, err := s.Run("old"); err != nil || r.Proof != "proven" || !r.Edited || (r.RulesAlone != "") != (version >= 5) {
			t.Errorf("version %d: %+v %v", version, r, err)
		}
	}
}

func TestANewerDatabaseIsRefusedAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	must(t, open(t, dir).Close())
	db, err := sql.Open("sqlite3", filepath.Join(dir, Name))
	must(t, err)
	_, err = db.Exec("PRAGMA user_version = 99")
	must(t, errors.Join(err, db.Close()))
	_, err = Open(dir, at)
	var newer Newer
	if !errors.As(err, &newer) || newer.Found != 99 {
		t.Fatalf("%v", err)
	}
	if entries, _ := filepath.Glob(filepath.Join(dir, "*.damaged-*")); len(entries) != 0 {
		t.Error("it was set aside")
	}
}

func TestADamagedDatabaseIsSetAside(t *testing.T) {
	ruin := map[string]func(b []byte) []byte{
		"no database":  func([]byte) []byte { return []byte("this is not a database at all, only text that is long enough") },
		"broken pages": func(b []byte) []byte { copy(b[4096:], make([]byte, len(b)-4096)); return b },
	}
	for name, damage := range ruin {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			finished(t, s, "r", "/p", 1)
			must(t, s.SaveSettings(`{"mode":"static"}`))
			must(t, s.Close())
			must(t, os.WriteFile(filepath.Join(dir, "lock"), []byte("x"), 0o600)) // as after a crash
			file := filepath.Join(dir, Name)
			b, err := os.ReadFile(file)
			must(t, err)
			b = damage(b)
			must(t, os.WriteFile(file, b, 0o600))

			s = open(t, dir)
			kept, err := os.ReadFile(s.SetAside)
			if err != nil || string(kept) != string(b) || !strings.Contains(s.SetAside, ".damaged-") {
				t.Errorf("set aside as %q: %v", s.SetAside, err)
			}
			lost := func(when string) {
				t.Helper()
				if text, err := s.Settings(); text != "" || !errors.Is(err, ErrSettingsLost) {
					t.Errorf("%s: settings out of nothing: %q, %v", when, text, err)
				}
			}
			lost("at once")
			told, err := s.Salvages()
			must(t, err)
			if len(told) != 1 || !slices.Contains(told[0].Kinds, Carried{"settings", 0, 1}) {
				t.Errorf("told %+v, not that the settings are lost", told)
			}
			finished(t, s, "r", "/p", 1)
			must(t, s.Close())
			s = open(t, dir)
			lost("opened again")
			must(t, s.SaveSettings(`{"mode":"llm"}`))
			if text, err := s.Settings(); err != nil || text != `{"mode":"llm"}` {
				t.Errorf("saved since: %q, %v", text, err)
			}
		})
	}
}

func TestOneProcessHasTheFolder(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if _, err := Open(dir, at); !errors.Is(err, ErrInUse) {
		t.Errorf("the second: %v", err)
	}
	must(t, s.Close())
	open(t, dir)
}

func TestForgetKeepsWhatIsYoung(t *testing.T) {
	s := open(t, t.TempDir())
	finished(t, s, "a", "/p", 10)
	finished(t, s, "b", "/p", 20)
	if n, err := s.Forget(15); err != nil || n != 1 {
		t.Errorf("%d forgotten: %v", n, err)
	}
	if runs, _, _ := s.Runs(Filter{}, 0, 9); ids(runs) != "b" {
		t.Errorf("left: %q", ids(runs))
	}
}

func TestMemoryKeepsNothingButWorks(t *testing.T) {
	s, err := Memory(at)
	must(t, err)
	defer s.Close()
	finished(t, s, "r", "/p", 1)
	if _, err := s.Run("r"); err != nil {
		t.Error(err)
	}
}
