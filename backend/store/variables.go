package store

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Variable is one that a project's service is started with when it is proved.
// The value of a secret is never here.
type Variable struct {
	Name   string `db:"name"`
	Value  string `db:"value"` // "" for a secret
	Secret bool   `db:"secret"`
}

// Variables lists what a service is proved with, by name.
func (s *DB) Variables(folder, service string) ([]Variable, error) {
	return sqlite.Rows[Variable](s.db,
		`SELECT `+sqlite.Select[Variable]("v")+` FROM variables v WHERE v.folder = ? AND v.service = ? ORDER BY v.name`, folder, service)
}

// SaveVariable keeps one; of a secret the name alone.
func (s *DB) SaveVariable(folder, service string, v Variable) error {
	if v.Secret {
		v.Value = ""
	}
	return s.db.Write(func(tx *sql.Tx) error {
		return sqlite.Put(tx, "variables", "folder, service, name", v, sql.Named("folder", folder), sql.Named("service", service))
	})
}

// RemoveVariable forgets one.
func (s *DB) RemoveVariable(folder, service, name string) error {
	_, err := s.exec(`DELETE FROM variables WHERE folder = ? AND service = ? AND name = ?`, folder, service, name)
	return err
}

// LeftVariable is one whose project is no longer in the history.
type LeftVariable struct {
	Folder  string `as:"folder"`
	Service string `as:"service"`
	Name    string `as:"name"`
}

// LeftVariables lists the variables of folders of which no run is left. After
// damage there are none: the runs that are missing may be lost, not deleted.
func (s *DB) LeftVariables() ([]LeftVariable, error) {
	return sqlite.Rows[LeftVariable](s.db, `SELECT folder, service, name FROM variables WHERE folder NOT IN (SELECT path FROM runs)
		AND NOT EXISTS (SELECT 1 FROM salvages) ORDER BY folder, service, name`)
}
