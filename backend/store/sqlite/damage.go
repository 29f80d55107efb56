package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Damaged says that a database holds what SQLite cannot have written; it is what
// that should hold. Who opens it next sets it aside.
type Damaged string

// Error says what is damaged.
func (d Damaged) Error() string { return "the " + string(d) + "'s database is damaged" }

func (d *Database) check(db *sql.DB) error {
	var answer string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&answer); err != nil {
		return fmt.Errorf("checking the %s: %w", d.schema.Holds, err)
	}
	if answer != "ok" {
		return fmt.Errorf("%w: %s", Damaged(d.schema.Holds), answer)
	}
	return nil
}

func damaged(err error) bool {
	var e sqlite3.Error
	var d Damaged
	return errors.As(err, &d) || errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// anew clears a file away and begins another in its place.
func (d *Database) anew(clear func() error) error {
	if err := d.disconnect(); err != nil && !damaged(err) {
		return err
	}
	if err := clear(); err != nil {
		return err
	}
	d.suspect.Store(false)
	return d.begin(false)
}

// parts are the endings of a database's files: its own, and of what SQLite
// keeps beside it.
var parts = []string{"", "-wal", "-shm"}

// setAside renames the database.
func (d *Database) setAside(at time.Time) error {
	to := d.path + ".damaged-" + at.UTC().Format("20060102-150405")
	for n := 2; exists(to); n++ {
		to = fmt.Sprintf("%s.damaged-%s-%d", d.path, at.UTC().Format("20060102-150405"), n)
	}
	for _, part := range parts {
		if err := os.Rename(d.path+part, to+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("setting the damaged %s aside: %w", d.schema.Holds, err)
		}
	}
	d.SetAside = to
	return nil
}

// remove deletes the database.
func (d *Database) remove() error { return remove(d.path, d.schema.Holds) }

func remove(path, holds string) error {
	for _, part := range parts {
		if err := os.Remove(path + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("deleting the %s: %w", holds, err)
		}
	}
	return nil
}

// Delete deletes a database that nobody has open; InUse says that somebody has.
// Its lock's file stays: see filelock.
func Delete(path, lock, holds string) error {
	d := &Database{schema: Schema{Holds: holds}, path: path}
	if _, err := d.take(lock); err != nil {
		return err
	}
	return errors.Join(d.remove(), d.release(true))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
