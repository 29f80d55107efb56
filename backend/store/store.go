// Package store keeps the history in SQLite: runs, their events, the documents
// with every edit, proofs, settings and the window's place. It knows rows, not
// what they mean to the window, and nobody but it touches the database.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
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
	// opened; "" for none.
	SetAside string

	db   *sql.DB
	path string
	lock *lock
	now  func() time.Time
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
	err = s.connect(!l.clean)
	if damaged(err) {
		if s.SetAside, err = setAside(s.path, now()); err == nil {
			err = s.connect(false)
		}
	}
	if err == nil {
		err = s.tidy()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Memory opens a database that lasts as long as the process, for when the
// disk cannot be used.
func Memory(now func() time.Time) (*Store, error) {
	s := &Store{path: ":memory:", now: now}
	return s, s.connect(false)
}

// Close writes everything out and gives the folder free.
func (s *Store) Close() error {
	var err error
	if s.db != nil {
		err = s.db.Close()
	}
	return errors.Join(err, s.lock.release(err == nil))
}

// connect opens the file, looks at its health where the last process did not
// end well, and migrates it.
func (s *Store) connect(look bool) error {
	options := url.Values{
		"_journal_mode": {"WAL"}, "_foreign_keys": {"on"}, "_busy_timeout": {"5000"},
		"_txlock": {"immediate"}, "_synchronous": {"NORMAL"},
	}
	dsn := s.path
	if dsn != ":memory:" {
		dsn = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: s.path}).EscapedPath()}).String()
	}
	db, err := sql.Open("sqlite3", dsn+"?"+options.Encode())
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

// errDamaged is what a failed check says.
var errDamaged = errors.New("the history's database is damaged")

func check(db *sql.DB) error {
	var answer string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&answer); err != nil {
		return fmt.Errorf("checking the history: %w", err)
	}
	if answer != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, answer)
	}
	return nil
}

func damaged(err error) bool {
	var e sqlite3.Error
	return errors.Is(err, errDamaged) || errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// setAside renames a database and what SQLite keeps beside it.
func setAside(path string, at time.Time) (string, error) {
	to := path + ".damaged-" + at.UTC().Format("20060102-150405")
	for n := 2; exists(to); n++ {
		to = fmt.Sprintf("%s.damaged-%s-%d", path, at.UTC().Format("20060102-150405"), n)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("setting the damaged history aside: %w", err)
		}
	}
	return to, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
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
		return fmt.Errorf("writing the history: %w", err)
	}
	if err := do(tx); err != nil {
		return errors.Join(fmt.Errorf("writing the history: %w", err), tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("writing the history: %w", err)
	}
	return nil
}

// Path is where the database lies; ":memory:" where it is not kept.
func (s *Store) Path() string { return s.path }

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
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out = []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("reading the history: %w", err)
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// one turns "no rows" into ErrAbsent.
func one(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrAbsent
	}
	if err != nil {
		return fmt.Errorf("reading the history: %w", err)
	}
	return nil
}
