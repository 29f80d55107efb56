package store

import (
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// migrations are numbered and append only: one that has shipped is never
// edited, and no column is dropped.
//
//go:embed migrations/*.sql
var migrations embed.FS

// Newer says that a database or a recording was written by a newer aipack.
type Newer struct {
	What        string // "the history", "the recording"
	Found, Know int    // versions
}

// Error says what to do as well: nobody can read it with this program.
func (n Newer) Error() string {
	return fmt.Sprintf("%s was written by a newer aipack (version %d of its format; this one knows %d)", n.What, n.Found, n.Know)
}

// migrate brings a database up to date, one transaction a step.
func migrate(db *sql.DB) error {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	var have int
	if err := db.QueryRow("PRAGMA user_version").Scan(&have); err != nil {
		return fmt.Errorf("reading the history's version: %w", err)
	}
	if have > len(names) {
		return Newer{What: "the history", Found: have, Know: len(names)}
	}
	for _, name := range names[have:] {
		if err := apply(db, name); err != nil {
			return fmt.Errorf("bringing the history up to date with %s: %w", path.Base(name), err)
		}
	}
	return nil
}

func apply(db *sql.DB, name string) error {
	text, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	prefix, _, _ := strings.Cut(path.Base(name), "_")
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
