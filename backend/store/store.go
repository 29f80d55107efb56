// Package store keeps the history in SQLite: runs, their events, the documents
// with every edit, proofs, settings and the window's place. It knows rows, not
// what they mean to the window, and nobody but it touches the database.
package store

import (
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

// holds is what errors call the database.
const holds = "history"

// What can be wrong with the history.
var (
	ErrInUse   error = sqlite.InUse(holds)   // another process has the data folder
	ErrAbsent  error = sqlite.Absent(holds)  // there is no such row
	ErrDamaged error = sqlite.Damaged(holds) // whoever opens it next sets it aside
)

// Newer says that the database or a recording was written by a newer aipack.
type Newer = sqlite.Newer

//go:embed migrations/*.sql
var migrations embed.FS

// DB is an open database. It is safe for use by several goroutines: one
// connection serves them in turn.
type DB struct {
	// SetAside is where a damaged database was moved to when this one was
	// opened; "" for none. Its settings were taken along unless SettingsLost says
	// that they could not be read.
	SetAside     string
	SettingsLost bool

	db  *sqlite.Database
	now func() time.Time
}

// Open opens the database of a data folder, making both where they are absent,
// and brings an old one up to date. A damaged file is moved aside, never
// deleted. ErrInUse and Newer are the refusals.
func Open(dir string, now func() time.Time) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data folder: %w", err)
	}
	schema, err := history(now)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(filepath.Join(dir, Name), filepath.Join(dir, "lock"), schema, now())
	if err != nil {
		return nil, err
	}
	s := &DB{SetAside: db.SetAside, db: db, now: now}
	if s.SetAside != "" {
		err = s.rescue()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Memory opens a database that lasts as long as the process, for when the
// disk cannot be used.
func Memory(now func() time.Time) (*DB, error) {
	schema, err := history(now)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Memory(schema)
	return &DB{db: db, now: now}, err
}

func history(now func() time.Time) (sqlite.Schema, error) {
	steps, err := fs.Sub(migrations, "migrations")
	return sqlite.Schema{Holds: holds, Steps: steps, Tidy: func(tx *sql.Tx) error { return tidy(tx, now()) }}, err
}

// rescue takes the settings of the database that was set aside along: they say
// whether anything may be sent to a model.
func (s *DB) rescue() error {
	settings, err := SettingsIn(s.SetAside)
	if s.SettingsLost = err != nil; s.SettingsLost || settings == "" {
		return nil
	}
	return s.SaveSettings(settings)
}

// Close writes everything out and gives the folder free.
func (s *DB) Close() error { return s.db.Close() }

// Path is where the database lies; ":memory:" where it is not kept.
func (s *DB) Path() string { return s.db.Path() }

// Kept reports whether the database lasts longer than the process.
func (s *DB) Kept() bool { return s.db.Kept() }

// Bytes is how large the database is on disk.
func (s *DB) Bytes() int64 { return s.db.Bytes() }

// undoFor is how long a deleted run can be brought back.
const undoFor = 24 * time.Hour

// tidy ends what the last process left running and forgets what was deleted
// long enough ago.
func tidy(tx *sql.Tx, now time.Time) error {
	for _, do := range []struct {
		query string
		args  []any
	}{
		{`UPDATE runs SET state = 'failed', code = 'INTERRUPTED', message = 'aipack ended during this analysis', advice = 'Analyse the folder again.' WHERE state = 'running'`, nil},
		{`UPDATE proofs SET verdict = 'stopped', cause = 'aipack ended during this proof' WHERE verdict = 'running'`, nil},
		{`DELETE FROM runs WHERE deleted_at < ?`, []any{now.Add(-undoFor).UnixMilli()}},
	} {
		if _, err := tx.Exec(do.query, do.args...); err != nil {
			return err
		}
	}
	return nil
}
