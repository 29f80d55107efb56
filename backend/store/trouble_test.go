package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/store/sqlite"
)

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestSettingsOfADatabaseOfANewerAipackAreRead(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.SaveSettings(`{"mode":"static"}`))
	_, err := s.db.Exec("PRAGMA user_version = 99")
	must(t, errors.Join(err, s.Close()))
	if text, err := SettingsIn(filepath.Join(dir, Name)); err != nil || text != `{"mode":"static"}` {
		t.Errorf("%q %v", text, err)
	}
	if text, err := SettingsIn(filepath.Join(dir, "none.db")); err != nil || text != "" || exists(filepath.Join(dir, "none.db")) {
		t.Errorf("of no file: %q %v", text, err)
	}
}

// TestAFullDiskLosesNothingThatWasThere fills the database to its last page,
// which is what SQLite sees of a full disk.
func TestAFullDiskLosesNothingThatWasThere(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	finished(t, s, "r", "/p", 1)
	before, err := s.Run("r")
	must(t, err)
	var pages int
	must(t, s.db.QueryRow("PRAGMA page_count").Scan(&pages))
	_, err = s.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	must(t, err)
	large := Document{Service: ".", Name: "big", Original: strings.Repeat("x", 1<<20)}
	lost := Run{ID: "lost", Path: "/p", Name: "p", State: "completed", StartedAt: 2, Services: 1, Confidence: 0.5}
	must(t, s.Begin(lost)) // there is room in a page for this
	err = s.End(lost, []Document{large})
	if err == nil || !strings.Contains(err.Error(), "full") || strings.Contains(err.Error(), "rollback") {
		t.Fatalf("a full disk: %v", err)
	}
	if d, err := s.Documents("lost"); err != nil || len(d) != 0 {
		t.Errorf("half of it is there: %d documents, %v", len(d), err)
	}
	if r, err := s.Run("r"); err != nil || r != before {
		t.Errorf("%+v %v", r, err)
	}

	_, err = s.db.Exec("PRAGMA max_page_count = 1000000")
	must(t, err)
	large.Edits, large.Edit = []Edit{{Number: 1, What: "[]", Document: "{}"}}, 1
	for range 2 { // whatever of it is there already
		must(t, s.Put(lost, events(1, 7), []Document{large}))
	}
	must(t, s.Close())
	s = open(t, dir)
	r, err := s.Run("lost")
	must(t, err)
	stored, err := s.Events("lost")
	must(t, err)
	if documents, err := s.Documents("lost"); err != nil || len(documents) != 1 || documents[0].Current() != "{}" || len(stored) != 7 || r.Services != 1 || !r.Edited {
		t.Errorf("%+v, %d events, %v", r, len(stored), err)
	}
}

// TestDeletedRunsGiveTheirRoomBack: also in files that were made before they
// could shrink in steps.
func TestDeletedRunsGiveTheirRoomBack(t *testing.T) {
	for _, how := range []string{"INCREMENTAL", "NONE"} {
		dir := t.TempDir()
		s := open(t, dir)
		if how == "NONE" {
			_, err := s.db.Exec("PRAGMA auto_vacuum = NONE; VACUUM")
			must(t, err)
		}
		for i := range 12 {
			r := Run{ID: fmt.Sprint(i), Path: "/p", Name: "p", State: "completed", StartedAt: int64(i)}
			must(t, s.Put(r, nil, []Document{{Service: ".", Original: strings.Repeat("x", 1<<20)}}))
		}
		must(t, s.Close())
		full := s.Bytes()
		s = open(t, dir)
		if n, err := s.Forget(10); err != nil || n != 10 {
			t.Fatalf("%d forgotten: %v", n, err)
		}
		must(t, s.Close())
		if now := s.Bytes(); now > full/3 {
			t.Errorf("%s: %d bytes of %d are left", how, now, full)
		}
		s = open(t, dir)
		if d, err := s.Documents("11"); err != nil || s.SetAside != "" || len(d) != 1 || len(d[0].Original) != 1<<20 {
			t.Errorf("%s: what was kept: %v", how, err)
		}
		must(t, s.Close())
	}
}

// TestQueriesHaveTheirIndex: of a long history nothing is read that is not
// asked for.
func TestQueriesHaveTheirIndex(t *testing.T) {
	s := open(t, t.TempDir())
	for query, args := range map[string][]any{
		selectPage:    {50, 0},
		newestPerPath: {50},
		`SELECT batch FROM events WHERE run_id = ? ORDER BY first_seq`:              {"r"},
		`SELECT number FROM edits WHERE run_id = ? AND service = ? ORDER BY number`: {"r", "."},
		`SELECT number FROM exchanges WHERE run_id = ? ORDER BY number`:             {"r"},
		`SELECT id FROM proofs WHERE run_id = ? ORDER BY started_at DESC, id DESC`:  {"r"},
		`DELETE FROM runs WHERE id = 'x'`:                                           nil,
	} {
		plan, err := sqlite.Collect(s.db, func(rows *sql.Rows) (string, error) {
			var id, parent, unused int
			var detail string
			err := rows.Scan(&id, &parent, &unused, &detail)
			return detail, err
		}, "EXPLAIN QUERY PLAN "+query, args...)
		must(t, err)
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "USING INDEX") || strings.Contains(step, "TEMP B-TREE FOR ORDER BY") {
				t.Errorf("%.60s: %s", query, step)
			}
		}
	}
}
