// Package store keeps the history in SQLite: runs, their events, the documents
// with every edit, proofs, settings and the window's place. It knows rows, not
// what they mean to the window, and nobody but it touches the database.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// Name is the database's file name in the data folder.
const Name = "aipack.db"

// ErrInUse says that another process has the data folder.
var ErrInUse = errors.New("the history is in use by another aipack")

// ErrAbsent says that there is no such row.
var ErrAbsent = errors.New("there is no such entry in the history")

// Store is an open database. It is safe for use by several goroutines: one
// connection serves them in turn.
type Store struct {
	// SetAside is where a damaged database was moved to when this one was
	// opened; "" for none. Its settings were taken along unless SettingsLost says
	// that they could not be read.
	SetAside     string
	SettingsLost bool

	db      *sql.DB
	path    string
	lock    *lock
	now     func() time.Time
	suspect atomic.Bool // damage was met: the next to open it looks
}

// Open opens the database of a data folder, making both where they are absent,
// and brings an old one up to date. A damaged file is moved aside, never
// deleted. ErrInUse and Newer are the refusals.
func Open(dir string, now func() time.Time) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data folder: %w", err)
	}
	l, err := takeLock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, err
	}
	s := &Store{path: filepath.Join(dir, Name), lock: l, now: now}
	err = s.begin(!l.clean)
	if damaged(err) {
		err = s.anew()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// begin connects, and puts in order what the last process left.
func (s *Store) begin(look bool) error {
	err := s.connect(look)
	if err == nil {
		err = s.tidy()
	}
	return err
}

// Memory opens a database that lasts as long as the process, for when the
// disk cannot be used.
func Memory(now func() time.Time) (*Store, error) {
	s := &Store{path: inMemory, now: now}
	return s, s.connect(false)
}

// Close writes everything out and gives the folder free.
func (s *Store) Close() error {
	if s.db != nil && !s.suspect.Load() {
		_ = s.shrink() // room on the disk can wait for another time
	}
	err := s.disconnect()
	return errors.Join(err, s.lock.release(err == nil && !s.suspect.Load()))
}

func (s *Store) disconnect() error {
	if s.db == nil {
		return nil
	}
	return s.db.Close() // whoever comes too late is told that it is closed
}

// connect opens the file, looks at its health where the last process did not
// end well, and migrates it.
func (s *Store) connect(look bool) error {
	options := url.Values{
		"_journal_mode": {"WAL"}, "_foreign_keys": {"on"}, "_busy_timeout": {"5000"},
		"_txlock": {"immediate"}, "_synchronous": {"NORMAL"}, "_auto_vacuum": {"incremental"},
	}
	db, err := sql.Open("sqlite3", address(s.path)+"?"+options.Encode())
	if err != nil {
		return fmt.Errorf("opening the history: %w", err)
	}
	db.SetMaxOpenConns(1)
	if look {
		err = check(db)
	}
	if err == nil {
		err = migrate(db)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	s.db = db
	return nil
}

// address is a file's name as SQLite wants it.
func address(path string) string {
	if path == inMemory {
		return path
	}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String()
}

// undoFor is how long a deleted run can be brought back.
const undoFor = 24 * time.Hour

// tidy ends what the last process left running and forgets what was deleted
// long enough ago.
func (s *Store) tidy() error {
	return s.write(func(tx *sql.Tx) error {
		for _, do := range []struct {
			query string
			args  []any
		}{
			{`UPDATE runs SET state = 'failed', code = 'INTERNAL', message = 'aipack ended during this analysis', advice = 'Analyse the folder again.' WHERE state = 'running'`, nil},
			{`UPDATE proofs SET verdict = 'stopped', cause = 'aipack ended during this proof' WHERE verdict = 'running'`, nil},
			{`DELETE FROM runs WHERE deleted_at < ?`, []any{s.now().Add(-undoFor).UnixMilli()}},
		} {
			if _, err := tx.Exec(do.query, do.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// write runs a transaction.
func (s *Store) write(do func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return s.told("writing", err)
	}
	if err := do(tx); err != nil {
		_ = tx.Rollback() // SQLite has done it already where the disk is full
		return s.told("writing", err)
	}
	return s.told("writing", tx.Commit())
}

// told says what was being done, remembers damage, and says that a row is not
// there in this package's own words.
func (s *Store) told(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrAbsent
	case damaged(err) && !errors.Is(err, ErrDamaged):
		s.suspect.Store(true)
		return fmt.Errorf("%s the history: %w: %w", doing, ErrDamaged, err)
	}
	return fmt.Errorf("%s the history: %w", doing, err)
}

// Path is where the database lies; ":memory:" where it is not kept.
func (s *Store) Path() string { return s.path }

// Kept reports whether the database lasts longer than the process.
func (s *Store) Kept() bool { return s.path != inMemory }

// inMemory is SQLite's name for a database without a file.
const inMemory = ":memory:"

// Bytes is how large the database is on disk.
func (s *Store) Bytes() int64 {
	var sum int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// collect reads all rows of a query.
func collect[T any](s *Store, scan func(*sql.Rows) (T, error), query string, args ...any) (out []T, err error) {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return nil, s.told("reading", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out = []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, s.told("reading", err)
		}
		out = append(out, v)
	}
	return out, s.told("reading", rows.Err())
}

// one reads the row of a query; ErrAbsent says that there is none.
func (s *Store) one(query string, args []any, into ...any) error {
	return s.told("reading", s.db.QueryRow(query, args...).Scan(into...))
}
