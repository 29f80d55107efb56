package store

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Variable is one that a project's service is started with when it is proved.
// The value of a secret is never here.
type Variable struct {
	Name   string
	Value  string // "" for a secret
	Secret bool
}

// Variables lists what a service is proved with, by name.
func (s *DB) Variables(folder, service string) ([]Variable, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (Variable, error) {
		var v Variable
		err := rows.Scan(&v.Name, &v.Value, &v.Secret)
		return v, err
	}, `SELECT name, value, secret FROM variables WHERE folder = ? AND service = ? ORDER BY name`, folder, service)
}

const upsertVariable = `INSERT INTO variables (folder, service, name, secret, value) VALUES (?, ?, ?, ?, ?)
	ON CONFLICT (folder, service, name) DO UPDATE SET secret = excluded.secret, value = excluded.value`

// SaveVariable keeps one; of a secret the name alone.
func (s *DB) SaveVariable(folder, service string, v Variable) error {
	if v.Secret {
		v.Value = ""
	}
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(upsertVariable, folder, service, v.Name, v.Secret, v.Value)
		return err
	})
}

// RemoveVariable forgets one.
func (s *DB) RemoveVariable(folder, service, name string) error {
	return s.db.Write(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM variables WHERE folder = ? AND service = ? AND name = ?`, folder, service, name)
		return err
	})
}

// LeftVariable is one whose project is no longer in the history.
type LeftVariable struct{ Folder, Service, Name string }

// LeftVariables lists the variables of folders of which no run is left. After
// damage there are none: the runs that are missing may be lost, not deleted.
func (s *DB) LeftVariables() ([]LeftVariable, error) {
	return sqlite.Collect(s.db, func(rows *sql.Rows) (LeftVariable, error) {
		var v LeftVariable
		err := rows.Scan(&v.Folder, &v.Service, &v.Name)
		return v, err
	}, `SELECT folder, service, name FROM variables WHERE folder NOT IN (SELECT path FROM runs)
		AND NOT EXISTS (SELECT 1 FROM salvages) ORDER BY folder, service, name`)
}
