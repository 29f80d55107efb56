// Package sqlite opens the program's own SQLite files: one holder at a time, one
// connection, brought up to date by numbered steps. A damaged file is set aside,
// never deleted, and what can be read of it carried over, unless it is one that
// can be made anew. It knows no tables.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver

	"aipack/backend/base/filelock"
)

// Schema is what a database holds and how it came to be so.
type Schema struct {
	Holds string // in a word, for those who read errors: "history"
	// Steps are files NUMBER_name.sql, from 1 and without a gap. They are append
	// only: one that has shipped is never edited, and no column is dropped.
	Steps fs.FS
	// Tidy, where not nil, puts in order what the last process left. It is done at
	// each opening.
	Tidy func(*sql.Tx) error
	// Mend, where not nil, puts in order what was carried over from a damaged file,
	// which it may ask for more. Rows whose owner is lost go after it.
	Mend func(tx *sql.Tx, damaged *sql.DB) error
	// Note, where not nil, keeps for later what was carried over.
	Note func(*sql.Tx, Salvage) error
	// Disposable is what can be made anew at any time: whatever is wrong with the
	// file, it is deleted and begun again.
	Disposable bool
	// Holder is the word by which others learn who has the database, of up to 15
	// bytes: "window". "" says nothing.
	Holder string
	// Reserve is how many bytes beside the file are kept for when the disk is full:
	// they are given up where the database cannot be opened or changed without, so
	// that something can be deleted. 0 keeps none.
	Reserve int64
}

// Database is an open database. It is safe for use by several goroutines: one
// connection serves them in turn.
type Database struct {
	*sql.DB
	// SetAside is where a damaged file was moved to when this one was opened; ""
	// for none.
	SetAside string

	schema  Schema
	path    string
	lock    *filelock.Lock
	reads   bool        // nothing is ever written
	suspect atomic.Bool // damage was met: the next to open it looks
	whole   atomic.Bool // it was looked at, and is not damaged
}

// InUse says that another process has the database; it is what that holds.
type InUse string

// Error says who.
func (i InUse) Error() string { return "the " + string(i) + " is in use by another aipack" }

// HeldBy is the word of whoever has the lock's database; "" where that is not known.
func HeldBy(lock string) string { return filelock.Peek(lock) }

// Open opens a database, making the file where it is absent, and brings an old
// one up to date. The lock's file keeps others away; it may be of more than this
// database. InUse and Newer are the refusals.
func Open(path, lock string, schema Schema, now time.Time) (*Database, error) {
	if err := plain(path); err != nil {
		return nil, fmt.Errorf("opening the %s: %w", schema.Holds, err)
	}
	d := &Database{schema: schema, path: path}
	clean, err := d.take(lock)
	if err != nil {
		return nil, err
	}
	look, stop := context.Background(), context.CancelFunc(func() {})
	switch {
	case clean && schema.Disposable:
		look = unlooked()
	case clean:
		look, stop = context.WithTimeout(look, glance)
	}
	defer stop()
	if err = d.changePlaces(); err == nil {
		err = d.stub()
	}
	if err == nil {
		err = d.begin(look)
	}
	if IsFull(err) && d.spendReserve() {
		err = d.begin(look)
	}
	switch {
	case err != nil && schema.Disposable:
		err = d.anew(d.remove)
	case damaged(err):
		err = d.anew(func() error { return d.salvage(now) })
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.keepReserve()
	return d, nil
}

// Memory opens a database that lasts as long as the process, for when the disk
// cannot be used.
func Memory(schema Schema) (*Database, error) {
	d := &Database{schema: schema, path: inMemory}
	return d, d.connect(unlooked())
}

// take takes the lock and leaves a letter in its file while it has it: one that
// is there already was left by a process that did not end well.
func (d *Database) take(lock string) (clean bool, err error) {
	l, err := filelock.Take(lock)
	if errors.Is(err, filelock.ErrHeld) {
		return false, InUse(d.schema.Holds)
	}
	var note string
	if err == nil {
		d.lock = l
		if note, err = l.Note(); err == nil {
			err = l.SetNote("x" + d.schema.Holder)
		}
	}
	if err != nil {
		return false, errors.Join(fmt.Errorf("locking the %s: %w", d.schema.Holds, err), d.release(false))
	}
	return note == "", nil
}

func (d *Database) release(clean bool) error {
	if d.lock == nil {
		return nil
	}
	var err error
	if clean {
		err = d.lock.SetNote("")
	}
	return errors.Join(err, d.lock.Release())
}

// begin connects, and puts in order what the last process left.
func (d *Database) begin(look context.Context) error {
	err := d.connect(look)
	if err == nil && d.schema.Tidy != nil {
		err = d.Write(d.schema.Tidy)
	}
	return err
}

// unlooked is an ended context: a file's health is not looked at.
func unlooked() context.Context {
	ended, end := context.WithCancel(context.Background())
	end()
	return ended
}

// connect opens the file, looks at its health as long as it may, not at all
// where that has ended, and migrates it.
func (d *Database) connect(look context.Context) error {
	options := url.Values{
		"_journal_mode": {"WAL"}, "_foreign_keys": {"on"}, "_busy_timeout": {"5000"},
		"_txlock": {"immediate"}, "_synchronous": {"NORMAL"}, "_auto_vacuum": {"incremental"},
	}
	db, err := sql.Open("sqlite3", address(d.path)+"?"+options.Encode())
	if err != nil {
		return fmt.Errorf("opening the %s: %w", d.schema.Holds, err)
	}
	db.SetMaxOpenConns(1)
	if look.Err() == nil {
		err = d.check(look, db)
	}
	if err == nil {
		err = d.migrate(db)
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	d.DB = db
	return nil
}

// Read opens a database for reading alone, beside whoever has it: SQLite lets one
// write and others read. Older and Newer are the refusals: nothing is brought up
// to date, mended or put in order.
func Read(path string, schema Schema) (*Database, error) {
	steps, err := fs.Glob(schema.Steps, "*.sql")
	if err == nil {
		_, err = os.Stat(path)
	}
	var db *sql.DB
	if err == nil {
		db, err = Look(path)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the %s: %w", schema.Holds, err)
	}
	d := &Database{DB: db, schema: schema, path: path, reads: true}
	db.SetMaxOpenConns(1)
	var have int
	err = d.One("PRAGMA user_version", nil, &have)
	switch {
	case err == nil && have < len(steps):
		err = Older(schema.Holds)
	case err == nil && have > len(steps):
		err = Newer{What: "the " + schema.Holds, Found: have, Know: len(steps)}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return d, nil
}

// Look opens a file that Open refuses or has set aside, and changes nothing in
// it.
func Look(path string) (*sql.DB, error) {
	if err := plain(path); err != nil {
		return nil, err
	}
	return sql.Open("sqlite3", address(path)+"?mode=ro&_busy_timeout=5000")
}

// Close writes everything out and gives the lock free.
func (d *Database) Close() error {
	if d.DB != nil && !d.reads && !d.suspect.Load() {
		_ = d.shrink(leastFree) // room on the disk can wait for another time
	}
	err := d.disconnect()
	if !d.reads && d.lock != nil {
		d.keepReserve()
	}
	return errors.Join(err, d.release(err == nil && !d.suspect.Load()))
}

// lastWords is how long what is being read or written has to come to its end.
const lastWords = 10 * time.Second

// disconnect closes the connection and returns once the file is let go:
// sql.DB.Close leaves a connection that is in use to whoever uses it, who would
// write into a file that another has by then.
func (d *Database) disconnect() error {
	if d.DB == nil {
		return nil
	}
	ctx, stop := context.WithTimeout(context.Background(), lastWords)
	defer stop()
	only, err := d.Conn(ctx) // once nobody else has it
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return errors.Join(fmt.Errorf("closing the %s: it is still in use: %w", d.schema.Holds, err), d.DB.Close())
	case err != nil:
		return d.DB.Close() // damaged, or closed already
	}
	err = d.DB.Close() // whoever comes too late is told that it is closed
	return errors.Join(err, only.Close())
}

// Path is where the database lies; ":memory:" where it is not kept.
func (d *Database) Path() string { return d.path }

// Kept reports whether the database lasts longer than the process.
func (d *Database) Kept() bool { return d.path != inMemory }

// inMemory is SQLite's name for a database without a file.
const inMemory = ":memory:"

// address is a file's name as SQLite wants it.
func address(path string) string {
	if path == inMemory {
		return path
	}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String()
}

// Bytes is how large the database is on disk.
func (d *Database) Bytes() int64 {
	var sum int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(d.path + suffix); err == nil {
			sum += info.Size()
		}
	}
	return sum
}
