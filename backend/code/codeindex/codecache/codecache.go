// Package codecache keeps what was read of a folder's sources between two runs: the
// facts of each file, and the graph that was made of them, for whoever asks with
// SQL. All of it can be made anew at any time, so a damaged shelf is begun again.
package codecache

import (
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"time"

	"aipack/backend/code/syntax/facts"
	"aipack/backend/store/sqlite"
)

//go:embed steps/*.sql
var embedded embed.FS

const holds = "code index"

// Folder is what is kept of one folder. Nobody else has it while it is open.
type Folder struct {
	db      *sqlite.Database
	clock   func() time.Time
	version string
}

// Open opens a shelf, making it where there is none. What another version wrote
// is forgotten: a version is of all that decides what facts look like. The
// refusal is sqlite.InUse.
func Open(path, version string, clock func() time.Time) (*Folder, error) {
	steps, err := fs.Sub(embedded, "steps")
	if err != nil {
		return nil, err
	}
	s := &Folder{clock: clock, version: version}
	schema := sqlite.Schema{Holds: holds, Steps: steps, Disposable: true, Tidy: s.forget}
	if s.db, err = sqlite.Open(path, path+".lock", schema, clock()); err != nil {
		return nil, err
	}
	return s, nil
}

// forget empties what another version wrote.
func (s *Folder) forget(tx *sql.Tx) error {
	var found string
	err := tx.QueryRow("SELECT version FROM made_by").Scan(&found)
	if err == nil && found == s.version || err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	for _, table := range []string{"edges", "nodes", "files", "made_by"} {
		if _, err := tx.Exec("DELETE FROM " + table); err != nil {
			return err
		}
	}
	_, err = tx.Exec("INSERT INTO made_by VALUES (?)", s.version)
	return err
}

// Close writes everything out.
func (s *Folder) Close() error { return s.db.Close() }

// State is a file as it was when it was read. A file with the same state says
// the same.
type State struct {
	Size     int64 `as:"size"`
	Modified int64 `as:"modified"` // nanoseconds since 1970; 0 where it was written so lately that a second writing could have the same
}

// Kept is what is kept of a file.
type Kept struct {
	State
	Facts *facts.File
}

// Load gives what is kept of all files, by path. Facts that cannot be read are
// left out: they are read from their source again.
func (s *Folder) Load() (map[string]Kept, error) {
	out := map[string]Kept{}
	_, err := sqlite.Collect(s.db, func(rows *sql.Rows) (none struct{}, err error) {
		var path string
		var kept Kept
		var packed []byte
		if err := rows.Scan(&path, &kept.Size, &kept.Modified, &packed); err != nil {
			return none, err
		}
		if f, err := facts.Open(packed); err == nil && f.Path == path {
			kept.Facts = f
			out[path] = kept
		}
		return none, nil
	}, "SELECT path, size, modified, facts FROM files")
	return out, err
}
