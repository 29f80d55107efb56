package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

var steps = fstest.MapFS{
	"0001_words.sql": {Data: []byte(`CREATE TABLE words (word TEXT NOT NULL)`)},
	"0002_count.sql": {Data: []byte(`ALTER TABLE words ADD COLUMN count INTEGER NOT NULL DEFAULT 1`)},
	"README.md":      {Data: []byte("no step")},
}

func shelf(change ...func(*Schema)) Schema {
	s := Schema{Holds: "shelf", Steps: steps}
	for _, f := range change {
		f(&s)
	}
	return s
}

func disposable(s *Schema) { s.Disposable = true }

func at() time.Time { return time.UnixMilli(1_800_000_000_000) }

// open opens the database of a folder.
func open(t *testing.T, dir string, schema Schema) *Database {
	t.Helper()
	d, err := Open(filepath.Join(dir, "shelf.db"), filepath.Join(dir, "lock"), schema, at())
	must(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func add(t *testing.T, d *Database, word string) {
	t.Helper()
	must(t, d.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO words (word) VALUES (?)`, word)
		return err
	}))
}

func words(t *testing.T, d *Database) string {
	t.Helper()
	list, err := Collect(d, func(rows *sql.Rows) (word string, err error) { return word, rows.Scan(&word) }, `SELECT word FROM words ORDER BY word`)
	must(t, err)
	return strings.Join(list, " ")
}

func TestWhatIsWrittenIsThere(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a name with ? and %20")
	must(t, os.Mkdir(dir, 0o700))
	d := open(t, dir, shelf())
	add(t, d, "one")
	refused := errors.New("changed my mind")
	if err := d.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO words (word) VALUES ('two')`)
		return errors.Join(err, refused)
	}); !errors.Is(err, refused) || !strings.HasPrefix(err.Error(), "writing the shelf: ") {
		t.Error(err)
	}
	must(t, d.Close())
	d = open(t, dir, shelf())
	if got := words(t, d); got != "one" {
		t.Errorf("%q", got)
	}
	var count int
	if err := d.One(`SELECT count FROM words WHERE word = ?`, []any{"one"}, &count); err != nil || count != 1 {
		t.Errorf("%d, %v", count, err)
	}
	err := d.One(`SELECT count FROM words WHERE word = ?`, []any{"two"}, &count)
	if !errors.Is(err, Absent("shelf")) || errors.Is(err, Absent("cellar")) || err.Error() != "there is no such entry in the shelf" {
		t.Error(err)
	}
	if d.Bytes() == 0 || !d.Kept() || d.Path() != filepath.Join(dir, "shelf.db") {
		t.Errorf("%d bytes at %s", d.Bytes(), d.Path())
	}
	memory, err := Memory(shelf())
	must(t, err)
	add(t, memory, "one")
	if words(t, memory) != "one" || memory.Kept() || memory.Bytes() != 0 {
		t.Error("the memory does not work, or is kept")
	}
	must(t, memory.Close())
}

func TestItIsTidiedAtEachOpening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, open(t, dir, shelf()).Close())
	tidied := shelf(func(s *Schema) {
		s.Tidy = func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO words (word) VALUES ('tidied')`)
			return err
		}
	})
	for _, want := range []string{"tidied", "tidied tidied"} {
		d := open(t, dir, tidied)
		if got := words(t, d); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		must(t, d.Close())
	}
}

// TestSteps: an old file gets the steps that it lacks, one that fails leaves it
// as it was, and a newer one is refused and left alone.
func TestSteps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := &fstest.MapFile{Data: []byte(`CREATE TABLE more (x); CREATE TABLE words (x)`)}
	with := func(some fstest.MapFS) Schema { return shelf(func(s *Schema) { s.Steps = some }) }
	one, two := steps["0001_words.sql"], steps["0002_count.sql"]
	first := open(t, dir, with(fstest.MapFS{"0001_words.sql": one}))
	add(t, first, "old")
	must(t, first.Close())

	_, err := Open(filepath.Join(dir, "shelf.db"), filepath.Join(dir, "lock"), with(fstest.MapFS{"0001_words.sql": one, "0002_count.sql": two, "0003_bad.sql": bad}), at())
	if err == nil || !strings.Contains(err.Error(), "bringing the shelf up to date with 0003_bad.sql") {
		t.Error(err)
	}
	d := open(t, dir, shelf())
	var count, version, more int
	must(t, d.One(`SELECT count FROM words`, nil, &count))
	must(t, d.One(`PRAGMA user_version`, nil, &version))
	must(t, d.One(`SELECT COUNT(*) FROM sqlite_schema WHERE name = 'more'`, nil, &more))
	if count != 1 || version != 2 || more != 0 {
		t.Errorf("count %d, version %d, %d of half a step", count, version, more)
	}
	must(t, d.Close())

	_, err = Open(filepath.Join(dir, "shelf.db"), filepath.Join(dir, "lock"), with(fstest.MapFS{"0001_words.sql": one}), at())
	if want := (Newer{What: "the shelf", Found: 2, Know: 1}); !errors.Is(err, want) {
		t.Error(err)
	}
	if got := words(t, open(t, dir, shelf())); got != "old" {
		t.Errorf("after the refusal: %q", got)
	}
}

func TestOneHasTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := open(t, dir, shelf())
	for _, schema := range []Schema{shelf(), shelf(disposable)} {
		_, err := Open(filepath.Join(dir, "shelf.db"), filepath.Join(dir, "lock"), schema, at())
		if !errors.Is(err, InUse("shelf")) || err.Error() != "the shelf is in use by another aipack" {
			t.Error(err)
		}
	}
	must(t, d.Close())
	must(t, open(t, dir, shelf()).Close())
	if _, err := Open(filepath.Join(dir, "none", "shelf.db"), filepath.Join(dir, "none", "lock"), shelf(), at()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// troubles are what can be wrong with a file.
var troubles = map[string]func(t *testing.T, file string){
	"no database": func(t *testing.T, file string) {
		must(t, os.WriteFile(file, []byte(strings.Repeat("only text ", 100)), 0o600))
	},
	"a broken page, after a crash": func(t *testing.T, file string) {
		b, err := os.ReadFile(file)
		must(t, err)
		clear(b[4096:])
		must(t, os.WriteFile(file, b, 0o600))
		must(t, os.WriteFile(filepath.Join(filepath.Dir(file), "lock"), []byte("x"), 0o600))
	},
	"newer": func(t *testing.T, file string) {
		db, err := sql.Open("sqlite3", file)
		must(t, err)
		_, err = db.Exec("PRAGMA user_version = 99")
		must(t, errors.Join(err, db.Close()))
	},
}

func TestADamagedFileIsSetAside(t *testing.T) {
	t.Parallel()
	for name, ruin := range troubles {
		if name == "newer" {
			continue
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "shelf.db")
		for n, suffix := range []string{"", "-2"} { // within one second
			d := open(t, dir, shelf())
			add(t, d, "lost")
			must(t, d.Close())
			ruin(t, file)
			was, err := os.ReadFile(file)
			must(t, err)
			d = open(t, dir, shelf())
			if want := file + ".damaged-20270115-080000" + suffix; d.SetAside != want {
				t.Errorf("%s, %d: set aside as %q, want %q", name, n, d.SetAside, want)
			}
			if is, err := os.ReadFile(d.SetAside); err != nil || !bytes.Equal(is[100:], was[100:]) { // openings are counted before
				t.Errorf("%s: what was set aside changed: %v", name, err)
			}
			if got := words(t, d); got != "" {
				t.Errorf("%s: the new one has %q", name, got)
			}
			must(t, d.Close())
		}
	}
}

func TestADisposableFileIsMadeAnew(t *testing.T) {
	t.Parallel()
	for name, ruin := range troubles {
		dir := t.TempDir()
		d := open(t, dir, shelf(disposable))
		add(t, d, "lost")
		must(t, d.Close())
		ruin(t, filepath.Join(dir, "shelf.db"))
		d = open(t, dir, shelf(disposable))
		if got := words(t, d); got != "" || d.SetAside != "" {
			t.Errorf("%s: %q is there, set aside as %q", name, got, d.SetAside)
		}
		add(t, d, "new")
		must(t, d.Close())
		if d = open(t, dir, shelf(disposable)); words(t, d) != "new" {
			t.Errorf("%s: the new one is not kept", name)
		}
		must(t, d.Close())
		if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 2 {
			t.Errorf("%s: %q are left", name, left)
		}
	}
}

// TestDamageIsRemembered: where it is met while others work, or found beside them,
// the next opening mends it. Where the file was closed well and is small, opening
// finds it.
func TestDamageIsRemembered(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"found at once", "met while reading", "found beside"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "shelf.db")
		d := open(t, dir, shelf())
		add(t, d, strings.Repeat("long ", 10_000))
		must(t, d.Close())
		db, err := Look(file)
		must(t, err)
		var root int64
		must(t, db.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = 'words'`).Scan(&root))
		if _, err := db.Exec(`DELETE FROM words`); err == nil {
			t.Error("who looks can write")
		}
		must(t, db.Close())
		if how != "found at once" {
			d = open(t, dir, shelf())
		}
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		must(t, err)
		_, err = f.WriteAt(bytes.Repeat([]byte{0xAA}, 4096), (root-1)*4096)
		must(t, errors.Join(err, f.Close()))
		switch how {
		case "met while reading":
			var word string
			_, err := d.Exec("PRAGMA shrink_memory") // it was read when it was whole
			must(t, err)
			err = d.One(`SELECT word FROM words`, nil, &word)
			if !errors.Is(err, Damaged("shelf")) || !strings.HasPrefix(err.Error(), "reading the shelf: the shelf's database is damaged: ") {
				t.Error(err)
			}
		case "found beside":
			if err := d.Examine(context.Background()); err != nil {
				t.Errorf("what opening found whole is looked at again: %v", err)
			}
			d.whole.Store(false) // as if opening had had no time
			if err := d.Examine(context.Background()); !errors.Is(err, Damaged("shelf")) {
				t.Error(err)
			}
		}
		if how != "found at once" {
			must(t, d.Close())
		}
		if d = open(t, dir, shelf()); d.SetAside == "" {
			t.Errorf("%s: it is not looked at the next time", how)
		}
		must(t, d.Close())
	}
}

func TestCloseLetsTheFileGo(t *testing.T) {
	for range 20 {
		dir := t.TempDir()
		d := open(t, dir, shelf())
		var writers sync.WaitGroup
		for range 4 { // one has the connection, the others stand in line for it
			writers.Go(func() {
				for d.Write(func(tx *sql.Tx) error {
					_, err := tx.Exec(`INSERT INTO words (word) VALUES ('again')`)
					return err
				}) == nil {
				}
			})
		}
		time.Sleep(time.Millisecond)
		must(t, d.Close())
		if exists(filepath.Join(dir, "shelf.db-wal")) {
			t.Fatal("the file is still held")
		}
		writers.Wait()
	}
}
