package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// The file is cut down where this many pages of 4 KiB, and this share of it,
// hold nothing any more: rows were deleted.
const (
	leastFree      = 1024
	leastFreeShare = 4
)

// shrink gives room of deleted rows back to the disk, where there is so much of
// it in pages.
func (d *Database) shrink(least int) error {
	var pages, free, how int
	for pragma, into := range map[string]*int{"page_count": &pages, "freelist_count": &free, "auto_vacuum": &how} {
		if err := d.QueryRow("PRAGMA " + pragma).Scan(into); err != nil {
			return err
		}
	}
	if free < least || free*leastFreeShare < pages {
		return nil
	}
	const incremental = 2
	shrinking := "PRAGMA incremental_vacuum"
	if how != incremental { // made before files were made to shrink in steps
		shrinking = "PRAGMA auto_vacuum = INCREMENTAL; VACUUM"
	}
	err := d.ask(shrinking)
	if how == incremental && IsFull(err) {
		return d.shrinkInSteps()
	}
	return err
}

// shrinkInSteps gives room back a little at a time: each step wants as much of it
// at first as the pages that it moves, and a full disk has no more.
func (d *Database) shrinkInSteps() error {
	for {
		var free, left int
		err := d.One("PRAGMA freelist_count", nil, &free)
		if err == nil {
			err = d.ask("PRAGMA wal_checkpoint(TRUNCATE)")
		}
		if err == nil {
			err = d.ask("PRAGMA incremental_vacuum(64)")
		}
		if err == nil {
			err = d.One("PRAGMA freelist_count", nil, &left)
		}
		if err != nil || left == 0 || left >= free {
			return err
		}
	}
}

// ask runs a statement that answers with a row for each page, all of which have
// to be asked for.
func (d *Database) ask(statement string) error {
	_, err := Collect(d, func(*sql.Rows) (struct{}, error) { return struct{}{}, nil }, statement)
	return err
}

// GiveBack gives room of deleted rows back to the disk at once, where it is a good
// part of the file.
func (d *Database) GiveBack() error {
	if err := d.shrink(1); err != nil {
		return d.told("shrinking", err)
	}
	_, err := d.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return d.told("shrinking", err)
}

// ErrItself refuses to copy a database over itself.
var ErrItself = errors.New("this is the file itself")

// Copy writes the database, as it is now and without what was deleted, to another
// file, in place of one that is there: whole or not at all. Nobody has to wait for
// that.
func (d *Database) Copy(to string) (err error) {
	if here, err := os.Stat(d.path); err == nil {
		if there, err := os.Stat(to); err == nil && os.SameFile(here, there) {
			return fmt.Errorf("copying the %s: %w", d.schema.Holds, ErrItself)
		}
	}
	from := d.DB
	if d.Kept() {
		if from, err = Look(d.path); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, from.Close()) }()
	}
	// An empty file of a name of its own, that only the user may read: SQLite fills it.
	unfinished, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*.part")
	if err != nil {
		return d.told("copying", err)
	}
	part := unfinished.Name()
	if _, err = from.Exec("VACUUM INTO ?", part); err == nil {
		err = unfinished.Sync()
	} else if health := d.check(context.Background(), from); damaged(health) { // SQLite may call damage a full disk
		err = health
	}
	err = errors.Join(err, unfinished.Close())
	if err == nil {
		err = os.Rename(part, to)
	}
	if err != nil {
		return errors.Join(d.told("copying", err), remove(part, "unfinished copy"))
	}
	return nil
}
