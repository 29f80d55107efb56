package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Damaged says that a database holds what SQLite cannot have written; it is what
// that should hold. Who opens it next carries over what can be read.
type Damaged string

// Error says what is damaged.
func (d Damaged) Error() string { return "the " + string(d) + "'s database is damaged" }

// glance is how long opening may look at a file that was closed well: one of
// 100 MB takes about that.
const glance = 200 * time.Millisecond

// check looks at the health of the file, as long as it may.
func (d *Database) check(ctx context.Context, db *sql.DB) error {
	var answer string
	err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer)
	switch {
	case ctx.Err() != nil: // nothing is known
		return nil
	case err != nil:
		return fmt.Errorf("checking the %s: %w", d.schema.Holds, err)
	case answer != "ok":
		return fmt.Errorf("%w: %s", Damaged(d.schema.Holds), answer)
	}
	d.whole.Store(true)
	return nil
}

// Examine looks at the whole file where opening had no time for that, beside
// whoever works with it. Damage is remembered: who opens it next carries over
// what can be read.
func (d *Database) Examine(ctx context.Context) error {
	if d.whole.Load() || !d.Kept() {
		return nil
	}
	db, err := Look(d.path)
	if err != nil {
		return err
	}
	err = d.check(ctx, db)
	if damaged(err) {
		d.suspect.Store(true)
		err = fmt.Errorf("%w: %w", Damaged(d.schema.Holds), err)
	}
	return errors.Join(err, db.Close())
}

func damaged(err error) bool {
	var e sqlite3.Error
	var d Damaged
	return errors.As(err, &d) || errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// leastFile is the size of a database's head: a file with less has lost it, and
// SQLite would take an empty one for a new database.
// https://www.sqlite.org/fileformat2.html#the_database_header
const leastFile = 100

// stub says that a file that is there is too short to be a database.
func (d *Database) stub() error {
	info, err := os.Stat(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("opening the %s: %w", d.schema.Holds, err)
	case info.Size() < leastFile:
		return fmt.Errorf("%w: the file has %d bytes", Damaged(d.schema.Holds), info.Size())
	}
	return nil
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
	d.whole.Store(true) // it is made of whole pages
	return d.begin(unlooked())
}

// parts are the endings of a database's files: its own, and of what SQLite
// keeps beside it.
var parts = []string{"", "-wal", "-shm"}

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
