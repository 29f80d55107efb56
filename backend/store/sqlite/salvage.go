package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/store/sqlite/recovery"
)

// Salvage says what was carried over from a damaged file.
type Salvage struct {
	Aside  string    // where the damaged file lies
	Tables []Carried // in the order of their names
}

// Carried says how many rows of a table were carried over, and how many more it
// is known to have had: at least so many are lost.
type Carried struct {
	Table      string
	Rows, Lost int
}

// What a salvage is while it is made, and once it is whole; the file's name and
// the time when it began stand around it.
const (
	making = ".salvaging"
	made   = ".salvaged-"
	aside  = ".damaged-"
)

// salvage makes a new database of what can be read of a damaged one. The damaged
// file stays where it is until the new one is whole; from then on the change of
// places is made to its end by whoever opens the database next.
func (d *Database) salvage(at time.Time) error {
	steps, err := fs.Glob(d.schema.Steps, "*.sql")
	if err != nil {
		return err
	}
	if version, err := recovery.Version(d.path); err == nil && version > len(steps) {
		return Newer{What: "the " + d.schema.Holds, Found: version, Know: len(steps)}
	}
	stamp := at.UTC().Format("20060102-150405")
	for n := 2; exists(d.path + aside + stamp); n++ {
		stamp = fmt.Sprintf("%s-%d", at.UTC().Format("20060102-150405"), n)
	}
	err = remove(d.path+making, d.schema.Holds)
	if err == nil {
		err = d.carry(d.path+making, d.path+aside+stamp)
	}
	if err == nil {
		err = os.Rename(d.path+making, d.path+made+stamp)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("saving what is left of the damaged %s, which stays where it is: %w", d.schema.Holds, err),
			remove(d.path+making, d.schema.Holds))
	}
	return d.changePlaces()
}

// changePlaces sets the damaged file aside and puts the whole one in its place.
// It can be cut off anywhere and done again.
func (d *Database) changePlaces() error {
	entries, err := os.ReadDir(filepath.Dir(d.path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		stamp, is := strings.CutPrefix(e.Name(), filepath.Base(d.path)+made)
		if !is {
			continue
		}
		for _, part := range []string{"-wal", "-shm", ""} { // the file itself last: while it is there, it is not done
			if err := os.Rename(d.path+part, d.path+aside+stamp+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("setting the damaged %s aside: %w", d.schema.Holds, err)
			}
		}
		if err := os.Rename(d.path+made+stamp, d.path); err != nil {
			return fmt.Errorf("putting what was saved of the %s in its place: %w", d.schema.Holds, err)
		}
		d.SetAside = d.path + aside + stamp
	}
	return nil
}

// carry writes what can be read of the damaged file into a new one.
func (d *Database) carry(to, aside string) (err error) {
	// Nothing of it is used before it is whole, so it needs no journal.
	db, err := sql.Open("sqlite3", address(to)+"?_journal_mode=OFF&_synchronous=OFF&_foreign_keys=off&_auto_vacuum=incremental")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	damaged, err := Look(d.path)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	err = d.migrate(db)
	if err == nil {
		err = d.fill(db, damaged, aside)
	}
	if err = errors.Join(err, damaged.Close(), db.Close()); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d *Database) fill(db, damaged *sql.DB, aside string) error {
	tables, err := layout(db)
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	broken, err := recovery.Rows(d.path, tables, inserting(tx, tables))
	if err == nil && d.schema.Mend != nil {
		err = d.schema.Mend(tx, damaged)
	}
	if err == nil {
		err = dropOrphans(tx)
	}
	s := Salvage{Aside: aside}
	for i := 0; i < len(tables) && err == nil; i++ {
		c := Carried{Table: tables[i].Name}
		err = tx.QueryRow(`SELECT COUNT(*) FROM ` + quoted(c.Table)).Scan(&c.Rows)
		c.Lost = max(known(damaged, c.Table)-c.Rows, broken[c.Table], 0)
		s.Tables = append(s.Tables, c)
	}
	if err == nil && d.schema.Note != nil {
		err = d.schema.Note(tx, s)
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// inserting writes rows as they come. What the table refuses is not carried
// over: it is there already, or was read from a page that is no longer whole.
func inserting(tx *sql.Tx, tables []recovery.Table) func(recovery.Row) error {
	columns := map[string][]recovery.Column{}
	for _, t := range tables {
		columns[t.Name] = t.Columns
	}
	return func(row recovery.Row) error {
		names := make([]string, len(row.Values))
		for i := range names {
			names[i] = quoted(columns[row.Table][i].Name)
		}
		_, err := tx.Exec(`INSERT OR IGNORE INTO `+quoted(row.Table)+` (`+strings.Join(names, ", ")+`) VALUES (?`+strings.Repeat(", ?", len(names)-1)+`)`,
			row.Values...)
		return err
	}
}

// orphan is a row whose owner is lost.
type orphan struct {
	Table string `as:"table"`
	Row   int64  `as:"rowid"`
}

// dropOrphans deletes rows whose owner is lost, until no more are left alone by that.
func dropOrphans(tx *sql.Tx) error {
	for {
		orphans, err := Query[orphan](tx, `SELECT "table", rowid FROM pragma_foreign_key_check`)
		if err != nil || len(orphans) == 0 {
			return err
		}
		for _, o := range orphans {
			if _, err := tx.Exec(`DELETE FROM `+quoted(o.Table)+` WHERE rowid = ?`, o.Row); err != nil {
				return err
			}
		}
	}
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
