package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// Newer says that a database or another file was written by a newer aipack.
type Newer struct {
	What        string // "the history", "the recording"
	Found, Know int    // versions
}

// Error says what to do as well: nobody can read it with this program.
func (n Newer) Error() string {
	return fmt.Sprintf("%s was written by a newer aipack (version %d of its format; this one knows %d)", n.What, n.Found, n.Know)
}

// Older says that a database was written by an older aipack and was not brought up
// to date; it is what the database holds.
type Older string

// Error says so.
func (o Older) Error() string { return "the " + string(o) + " was written by an older aipack" }

// migrate brings a database up to date, one transaction a step.
func (d *Database) migrate(db *sql.DB) error {
	names, err := fs.Glob(d.schema.Steps, "*.sql")
	if err != nil {
		return err
	}
	var have int
	if err := db.QueryRow("PRAGMA user_version").Scan(&have); err != nil {
		return fmt.Errorf("reading the %s's version: %w", d.schema.Holds, err)
	}
	if have > len(names) {
		return Newer{What: "the " + d.schema.Holds, Found: have, Know: len(names)}
	}
	for _, name := range names[have:] {
		if err := apply(db, d.schema.Steps, name); err != nil {
			return fmt.Errorf("bringing the %s up to date with %s: %w", d.schema.Holds, name, err)
		}
	}
	return nil
}

func apply(db *sql.DB, steps fs.FS, name string) error {
	text, err := fs.ReadFile(steps, name)
	if err != nil {
		return err
	}
	prefix, _, _ := strings.Cut(name, "_")
	number, err := strconv.Atoi(prefix)
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	_, err = tx.Exec(string(text))
	if err == nil {
		_, err = tx.Exec("PRAGMA user_version = " + strconv.Itoa(number))
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
