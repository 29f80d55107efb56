// Package store keeps the history in SQLite: runs, their events, the documents
// with every edit, proofs, settings and the window's place. It knows rows, not
// what they mean to the window, and nobody but it touches the database.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/store/sqlite"
)

// Name is the database's file name in the data folder.
const Name = "aipack.db"

// lockName is the file of the lock that whoever has the folder holds.
const lockName = "lock"

// holds is what errors call the database.
const holds = "history"

// What can be wrong with the history.
var (
	ErrInUse   error = sqlite.InUse(holds)   // another process has the data folder
	ErrAbsent  error = sqlite.Absent(holds)  // there is no such row
	ErrDamaged error = sqlite.Damaged(holds) // whoever opens it next carries over what can be read
)

// IsDiskFull reports whether SQLite had no room on the disk.
func IsDiskFull(err error) bool { return sqlite.IsFull(err) }

// Newer says that the database or a recording was written by a newer aipack.
type Newer = sqlite.Newer

// NotAFile says that something else has the database's name.
type NotAFile = sqlite.NotAFile

//go:embed migrations/*.sql
var migrations embed.FS

// rowTypes are the tables with the types of their rows: a new column is a migration and
// a field. What the others hold, and the keys of some, no type says.
var rowTypes = []struct {
	table string
	row   any
}{
	{"documents", Document{}}, {"edits", Edit{}}, {"events", batch{}}, {"exchanges", Exchange{}}, {"place", Place{}}, {"proofs", reportedProof{}},
	{"runs", Run{}}, {"salvages", salvageRow{}}, {"settings", settings{}}, {"variables", Variable{}}, {"window", Window{}},
}

// DB is an open database. It is safe for use by several goroutines: one
// connection serves them in turn.
type DB struct {
	// SetAside is where a damaged database was moved to when this one was
	// opened; "" for none. What could be read of it is in this one.
	SetAside string

	db  *sqlite.Database
	now func() time.Time
}

// Who may have a history, as others learn of it.
const (
	aWindow  = "window"
	aCommand = "command"
)

// reserve is what is kept free on the disk so that a full one lets runs be deleted.
const reserve = 2 << 20

// Open opens the database of a data folder, making both where they are absent,
// and brings an old one up to date. A damaged file is moved aside, never
// deleted, and what can be read of it carried over. ErrInUse and Newer are the refusals.
func Open(dir string, now func() time.Time) (*DB, error) { return openFor(dir, now, aWindow) }

// Wait opens the database as Open does, for a command: while another command has
// it, it waits for that one. ErrInUse says that a window has it, or that the wait
// was too long.
func Wait(ctx context.Context, dir string, now func() time.Time) (*DB, error) {
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		s, err := openFor(dir, now, aCommand)
		if !errors.Is(err, ErrInUse) || HeldByWindow(dir) {
			return s, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-again.C:
		}
	}
}

// HeldByWindow reports whether a window was the last to take a data folder.
func HeldByWindow(dir string) bool { return sqlite.HeldBy(filepath.Join(dir, lockName)) == aWindow }

func openFor(dir string, now func() time.Time, holder string) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data folder: %w", err)
	}
	s := &DB{now: now}
	schema, err := s.history()
	if err != nil {
		return nil, err
	}
	schema.Holder, schema.Reserve = holder, reserve
	if s.db, err = sqlite.Open(filepath.Join(dir, Name), filepath.Join(dir, lockName), schema, now()); err != nil {
		return nil, err
	}
	s.SetAside = s.db.SetAside
	return s, nil
}

// Read opens the history of a data folder for reading alone, also while a window
// has it: nothing is written, and what is read is whole. Where nobody has it and it
// is older or damaged, it is opened as Open does. fs.ErrNotExist says that there is
// none yet.
func Read(dir string, now func() time.Time) (*DB, error) {
	s := &DB{now: now}
	schema, err := s.history()
	if err != nil {
		return nil, err
	}
	s.db, err = sqlite.Read(filepath.Join(dir, Name), schema)
	if errors.Is(err, sqlite.Older(holds)) || errors.Is(err, ErrDamaged) {
		return openFor(dir, now, aCommand)
	}
	return s, err
}

// Memory opens a database that lasts as long as the process, for when the
// disk cannot be used.
func Memory(now func() time.Time) (*DB, error) {
	s := &DB{now: now}
	schema, err := s.history()
	if err != nil {
		return nil, err
	}
	s.db, err = sqlite.Memory(schema)
	return s, err
}

func (s *DB) history() (sqlite.Schema, error) {
	steps, err := fs.Sub(migrations, "migrations")
	return sqlite.Schema{Holds: holds, Steps: steps, Tidy: func(tx *sql.Tx) error { return tidy(tx, s.now()) }, Mend: repair, Note: s.note}, err
}

// Examine looks for damage where opening had no time for it; ErrDamaged says that
// there is some, and that the next opening carries over what can be read.
func (s *DB) Examine(ctx context.Context) error { return s.db.Examine(ctx) }

// Close writes everything out and gives the folder free.
func (s *DB) Close() error { return s.db.Close() }

// Path is where the database lies; ":memory:" where it is not kept.
func (s *DB) Path() string { return s.db.Path() }

// Kept reports whether the database lasts longer than the process.
func (s *DB) Kept() bool { return s.db.Kept() }

// Bytes is how large the database is on disk.
func (s *DB) Bytes() int64 { return s.db.Bytes() }

// exec runs one statement, and says how many rows it changed.
func (s *DB) exec(query string, args ...any) (n int64, err error) {
	err = s.db.Write(func(tx *sql.Tx) error {
		done, err := tx.Exec(query, args...)
		if err != nil {
			return err
		}
		n, err = done.RowsAffected()
		return err
	})
	return n, err
}

// undoFor is how long a deleted run can be brought back.
const undoFor = 24 * time.Hour

// tidy ends what the last process left running and forgets what was deleted
// long enough ago.
func tidy(tx *sql.Tx, now time.Time) error {
	for _, do := range []struct {
		query string
		args  []any
	}{
		{`UPDATE runs SET state = 'failed', code = ?, message = 'aipack ended during this analysis', advice = 'Analyse the folder again.' WHERE state = 'running'`,
			[]any{interrupted}},
		{`UPDATE proofs SET verdict = 'stopped', cause = 'aipack ended during this proof' WHERE verdict = 'running'`, nil},
		{`DELETE FROM runs WHERE deleted_at < ?`, []any{now.Add(-undoFor).UnixMilli()}},
	} {
		if _, err := tx.Exec(do.query, do.args...); err != nil {
			return err
		}
	}
	return nil
}
