package projectdb

import (
	"database/sql"

	"aipack/backend/store/sqlite"
)

// Note is what the user has decided on a file of notes about the project.
type Note struct {
	Path      string `db:"path"`
	Sum       string `db:"sum"`    // SHA-256 of the text that they decided on, in hex
	Agreed    int    `db:"agreed"` // 1: it is shown to models, 0: it is not
	CreatedAt int64  `db:"created_at"`
}

// SaveNote keeps a decision in place of the one before on the same file.
func (d *Database) SaveNote(n Note) error {
	n.CreatedAt = d.now().UnixMilli()
	return d.db.Write(func(tx *sql.Tx) error { return sqlite.Put(tx, "notes", "path", n) })
}

// Notes are the decisions that are kept.
func (d *Database) Notes() ([]Note, error) {
	return sqlite.Rows[Note](d.db, "SELECT "+sqlite.Select[Note]("n")+" FROM notes n ORDER BY path")
}
