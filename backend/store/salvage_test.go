package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/store/sqlite"
)

const kept = `{"mode":"static","keep_days":30}`

// busy is a database as weeks of work make it: 24 runs with up to 16 services each,
// edits, proofs, what models were asked, and some of it deleted again.
func busy(t *testing.T) []byte {
	t.Helper()
	once.Do(func() {
		dir := t.TempDir()
		work(t, dir)
		content, err := os.ReadFile(filepath.Join(dir, Name))
		must(t, err)
		busyContent = content
	})
	return slices.Clone(busyContent)
}

var (
	once        sync.Once
	busyContent []byte
)

// laid puts a database into a folder of its own, left so that opening looks at all of it.
func laid(t *testing.T, content []byte) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, Name)
	must(t, errors.Join(os.WriteFile(file, content, 0o600), os.WriteFile(filepath.Join(dir, lockName), fmt.Appendf(nil, "%-16s", "x"+aWindow), 0o600)))
	return dir, file
}

func work(t *testing.T, dir string) {
	t.Helper()
	s := open(t, dir)
	must(t, s.SaveSettings(kept))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 24 {
		id := fmt.Sprintf("run-%02d", i)
		r := Run{ID: id, Path: fmt.Sprintf("/home/u/p%d", i%7), Name: fmt.Sprintf("p%d", i%7), State: "completed", StartedAt: int64(1000 + i), Services: 1 + i*5%16, Language: "go", Confidence: 0.8}
		start := fmt.Sprintf(`{"seq":1,"run_id":%q,"ts":%d,"type":"run.started","event":{"path":%q}}`, id, r.StartedAt, r.Path)
		stored := append([]Event{{1, json.RawMessage(start)}}, events(2, 30)...)
		var documents []Document
		for n := range r.Services {
			d := Document{Service: fmt.Sprint("services/", n), Name: fmt.Sprint("service ", n), Original: prose(random, 500+random.IntN(6000))}
			for e := 1; n == 0 && e <= 1+i%3; e++ {
				d.Edits = append(d.Edits, Edit{Number: e, Parent: e - 1, At: int64(e), What: "[]", Document: prose(random, 3000)})
				d.Edit = e
			}
			documents = append(documents, d)
		}
		must(t, s.Put(r, stored, documents))
		must(t, s.Record(id, events(31, 60)))
		must(t, s.SaveProof(Proof{ID: "proof-" + id, RunID: id, Service: "services/0", Verdict: "proven", StartedAt: 1}, prose(random, 9000)))
		must(t, s.AddExchange(id, Exchange{Hash: "h", Provider: "ollama", Model: "m", JSON: prose(random, 2500)}))
		must(t, s.SaveVariable(r.Path, "services/0", Variable{Name: fmt.Sprint("KEY_", i), Value: "v"}))
	}
	_, err := s.Forget(1004)
	must(t, errors.Join(err, s.Close()))
}

// prose is a JSON text of about so many bytes.
func prose(random *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		fmt.Fprintf(&b, "%x ", random.Uint64())
	}
	return fmt.Sprintf(`{"metadata":{"project_name":"shop"},"text":%q}`, b.String())
}

// tables of what a user would miss, with what tells their rows apart and what
// must not change.
var tables = map[string][2]string{
	"runs": {"id", "*"}, "events": {"run_id || first_seq", "*"}, "proofs": {"id", "*"}, "exchanges": {"run_id || number", "*"},
	"settings": {"id", "*"}, "variables": {"folder || service || name", "*"},
	// Edits are numbered anew where one is lost; at is as unlike here.
	"documents": {"run_id || service", "name, original, dockerfile"}, "edits": {"run_id || service || at", "what, document"},
}

// contents gives every row of a table as text, by its key.
func contents(t *testing.T, db *sql.DB, table string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range rowsOf(t, db, `SELECT `+tables[table][0]+`, `+tables[table][1]+` FROM `+table) {
		out[fmt.Sprint(row[0])] = fmt.Sprint(row[1:])
	}
	return out
}

func rowsOf(t *testing.T, db *sql.DB, query string, args ...any) [][]any {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil
	}
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	var out [][]any
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if rows.Scan(into...) == nil {
			out = append(out, row)
		}
	}
	_ = rows.Err() // of a damaged file what could be read counts
	return out
}

func looked(t *testing.T, file string) *sql.DB {
	t.Helper()
	db, err := sqlite.Look(file)
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// TestWhatCanBeReadOfADamagedDatabaseIsCarriedOver overwrites 4 KB in 60 places of
// a database, one at a time, with four kinds of rubbish. What SQLite still gives
// of it when it is asked row by row must be there afterwards, and nothing that
// was not there before.
func TestWhatCanBeReadOfADamagedDatabaseIsCarriedOver(t *testing.T) {
	t.Parallel()
	whole := busy(t)
	_, original := laid(t, whole)
	before := looked(t, original)
	was, numbers := map[string]map[string]string{}, map[string][][]any{}
	for table, key := range tables {
		was[table] = contents(t, before, table)
		numbers[table] = rowsOf(t, before, `SELECT rowid, `+key[0]+` FROM `+table)
	}
	var settingsPage int
	must(t, before.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = 'settings'`).Scan(&settingsPage))
	random := rand.New(rand.NewPCG(7, 29))
	const length = 4096
	noticed, more := 0, 0
	for place := range 60 {
		at := random.IntN(len(whole) - length)
		if place < 20 { // where the schema and the roots of the tables are
			at = place * length
		}
		ruined := slices.Clone(whole)
		spoil(ruined[at:at+length], place%4, random)
		dir, _ := laid(t, ruined)
		s, err := Open(dir, clock)
		if err != nil {
			t.Fatalf("%d: overwritten at %d: %v", place, at, err)
		}
		if s.SetAside == "" {
			must(t, s.Close())
			continue
		}
		noticed++
		if aside, err := os.ReadFile(s.SetAside); err != nil || !bytes.Equal(aside[length:], ruined[length:]) {
			t.Errorf("%d: the damaged file is not kept as it was: %v", place, err)
		}
		damaged := looked(t, s.SetAside)
		for table, key := range tables {
			is := contents(t, s.db.DB, table)
			for _, n := range numbers[table] {
				id := fmt.Sprint(n[1])
				readable := rowsOf(t, damaged, `SELECT `+key[0]+`, `+key[1]+` FROM `+table+` NOT INDEXED WHERE rowid = ?`, n[0])
				there := len(readable) == 1 && fmt.Sprint(readable[0][1:]) == was[table][id]
				switch _, carried := is[id]; {
				case there && is[id] != was[table][id]:
					t.Errorf("%d: at %d: SQLite reads %s %s, which was not carried over: %.200s", place, at, table, id, is[id])
				case carried && !there:
					more++
				}
			}
			for id, row := range is {
				if row != was[table][id] && !writtenAnew(table, row, was) {
					t.Errorf("%d: at %d: %s %s was never written: %.200s", place, at, table, id, row)
				}
			}
		}
		touched := at/length+1 <= settingsPage && settingsPage <= (at+length-1)/length+1
		text, err := s.Settings()
		if lost := errors.Is(err, ErrSettingsLost); err != nil && !lost || lost && !touched || !lost && text != kept {
			t.Errorf("%d: at %d: settings %q, %v", place, at, text, err)
		}
		told, err := s.Salvages()
		if err != nil || len(told) != 1 || told[0].Aside != s.SetAside {
			t.Errorf("%d: told %+v, %v", place, told, err)
		}
		checkSound(t, s)
		must(t, errors.Join(damaged.Close(), s.Close()))
	}
	if noticed < 40 || more == 0 {
		t.Errorf("%d of 60 were noticed, %d rows were read that SQLite does not give", noticed, more)
	}
	t.Logf("%d of 60 noticed; %d rows came over that SQLite does not give by their number", noticed, more)
}

// writtenAnew reports whether a row may stand for a lost one: a run, a document of an edit, settings that say so.
func writtenAnew(table, row string, was map[string]map[string]string) bool {
	if table != "documents" {
		return table == "runs" || table == "settings" && row == "[1 ]"
	}
	for _, edit := range was["edits"] {
		if strings.Contains(row, strings.TrimSuffix(strings.TrimPrefix(edit, "[[] "), "]")) {
			return true
		}
	}
	return false
}

// spoil writes rubbish of a kind.
func spoil(b []byte, kind int, random *rand.Rand) {
	for i := range b {
		b[i] = [...]byte{byte(random.Uint32()), 0, 0xff, 0xaa}[kind]
	}
}

func clock() time.Time { return time.UnixMilli(1_800_000_000_000) }

// checkSound holds what was carried over against what the window expects.
func checkSound(t *testing.T, s *DB) {
	t.Helper()
	var answer string
	must(t, s.db.QueryRow("PRAGMA integrity_check").Scan(&answer))
	if answer != "ok" {
		t.Errorf("the new database: %s", answer)
	}
	runs, _, err := s.Runs(Filter{}, 0, 100)
	must(t, err)
	for _, r := range runs {
		if r.Path == "" {
			t.Logf("run %s lost its folder", r.ID)
		}
		documents, err := s.Documents(r.ID)
		must(t, err)
		must(t, sound(documents))
		if _, err := s.Events(r.ID); err != nil {
			t.Error(err)
		}
	}
}

func TestATruncatedDatabaseIsSaved(t *testing.T) {
	t.Parallel()
	whole := busy(t)
	for _, part := range []int{0, 1, 99, 100, 4096, 5000, 40_960, len(whole) / 3, len(whole) / 2, len(whole) - 4096} {
		dir, _ := laid(t, whole[:part])
		s := open(t, dir)
		if s.SetAside == "" {
			t.Errorf("cut to %d bytes: not noticed", part)
		}
		checkSound(t, s)
		if _, runs, err := s.Runs(Filter{}, 0, 1); err != nil || part >= len(whole)/3 && runs != 20 {
			t.Errorf("cut to %d of %d bytes: %d runs, %v", part, len(whole), runs, err)
		}
		must(t, s.Close())
	}
}

// TestDeletedRunsStayDeleted: their pages still hold what was on them.
func TestDeletedRunsStayDeleted(t *testing.T) {
	t.Parallel()
	dir, file := laid(t, busy(t))
	s := open(t, dir)
	_, err := s.Forget(1020)
	must(t, errors.Join(err, s.Close()))
	content, err := os.ReadFile(file)
	must(t, err)
	clear(content[:4096])
	must(t, os.WriteFile(file, content, 0o600))
	s = open(t, dir)
	if runs, n, err := s.Runs(Filter{}, 0, 100); err != nil || n != 4 || s.SetAside == "" {
		t.Errorf("%d runs: %+v, %v", n, runs, err)
	}
}

// pageOf is the first page of a table or an index, in bytes of the file.
func pageOf(t *testing.T, file, name string) int {
	t.Helper()
	var root int
	must(t, looked(t, file).QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = ?`, name).Scan(&root))
	return (root - 1) * 4096
}

// TestWhatWasSavedIsToldUntilItIsSeen: an index is no loss, a page of variables
// is, and the other indexes say how large that is.
func TestWhatWasSavedIsToldUntilItIsSeen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page string
		want Carried
	}{{"sqlite_autoindex_runs_1", Carried{"runs", 20, 0}}, {"variables", Carried{"variables", 0, 24}}} {
		content := busy(t)
		_, file := laid(t, content)
		page := pageOf(t, file, c.page)
		clear(content[page : page+4096])
		dir, _ := laid(t, content)
		for range 2 {
			s := open(t, dir)
			told, err := s.Salvages()
			if err != nil || len(told) != 1 || !slices.Contains(told[0].Kinds, c.want) || !slices.Contains(told[0].Kinds, Carried{"settings", 1, 0}) {
				t.Errorf("%s: %+v %v", c.page, told, err)
			}
			must(t, s.Close())
		}
		s := open(t, dir)
		must(t, s.SalvagesSeen())
		if told, err := s.Salvages(); err != nil || len(told) != 0 {
			t.Errorf("%+v %v", told, err)
		}
	}
}

// ruined is a database of which a page is lost.
func ruined(t *testing.T) []byte {
	t.Helper()
	content := busy(t)
	_, file := laid(t, content)
	page := pageOf(t, file, "documents")
	clear(content[page : page+4096])
	return content
}

// TestAFullDiskLeavesTheDamagedDatabase lets the new file grow no further than
// a child process may write.
func TestAFullDiskLeavesTheDamagedDatabase(t *testing.T) {
	if dir := os.Getenv("STORE_TEST_FULL"); dir != "" {
		limitFiles(t, 200_000)
		_, err := Open(dir, at)
		fmt.Println(err)
		return
	}
	content := ruined(t)
	dir, file := laid(t, content)
	child := exec.Command(os.Args[0], "-test.run", "^TestAFullDiskLeavesTheDamagedDatabase$")
	child.Env = append(os.Environ(), "STORE_TEST_FULL="+dir)
	said, err := child.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "which stays where it is: ") {
		t.Fatalf("%v: %s", err, said)
	}
	left, err := filepath.Glob(file + ".*")
	must(t, err)
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after[4096:], content[4096:]) || len(left) != 0 {
		t.Errorf("it is not as it was: %v; %q are there", err, left)
	}
	if s := open(t, dir); s.SetAside == "" {
		t.Error("it is not saved once there is room")
	}
}

// TestKilledWhileSaving kills a child ever later while it saves what is left: the
// damaged file is there, or whole aside.
func TestKilledWhileSaving(t *testing.T) {
	if dir := os.Getenv("STORE_TEST_SALVAGE"); dir != "" {
		s, err := Open(dir, at)
		fmt.Println(errors.Join(err, s.Close()))
		return
	}
	content := ruined(t)
	for wait := time.Duration(0); wait < 160*time.Millisecond; wait += 16 * time.Millisecond {
		dir, file := laid(t, content)
		child := exec.Command(os.Args[0], "-test.run", "^TestKilledWhileSaving$")
		child.Env = append(os.Environ(), "STORE_TEST_SALVAGE="+dir)
		must(t, child.Start())
		time.Sleep(wait)
		_ = child.Process.Kill() // where it is not done already
		_ = child.Wait()
		s := open(t, dir)
		asides, err := filepath.Glob(file + ".damaged-????????-??????")
		must(t, err)
		if _, n, err := s.Runs(Filter{}, 0, 1); err != nil || n != 20 || len(asides) != 1 {
			t.Errorf("after %v: %d runs, %q, %v", wait, n, asides, err)
		} else if got, err := os.ReadFile(asides[0]); err != nil || !bytes.Equal(got[4096:], content[4096:]) {
			t.Errorf("after %v: what was set aside is not what was there: %v", wait, err)
		}
		must(t, s.Close())
		if left, _ := filepath.Glob(file + ".salvag*"); len(left) != 0 {
			t.Errorf("after %v: %q are left", wait, left)
		}
	}
}
