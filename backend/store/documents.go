package store

import (
	"database/sql"
	"encoding/json"
	"slices"

	"aipack/backend/store/sqlite"
)

// Document is one service's document as it was detected, with every edit that
// was ever made to it. Edits form a tree: undoing goes to the parent and loses
// nothing.
type Document struct {
	Service    string `db:"service"` // key within the run
	Name       string `db:"name"`
	Original   string `db:"original,json"`
	Edit       int    `db:"edit"` // number of the edit in force, 0 for none
	Edits      []Edit // by number
	Dockerfile string `db:"dockerfile" json:",omitempty"` // written by hand in place of the one the document gives; "" for that one
	Plan       string `db:"plan" json:",omitempty"`       // digest of what a proof of the service stands on; "" where nobody has worked it out yet
}

// Edit is one change of a document.
type Edit struct {
	Number   int    `db:"number"`        // from 1
	Parent   int    `db:"parent"`        // the edit it was made on, 0 for the original
	At       int64  `db:"at"`            // Unix ms
	What     string `db:"what,json"`     // list of {field, value}
	Document string `db:"document,json"` // the whole, afterwards
}

// Current is the document in force.
func (d Document) Current() string {
	if d.Edit > 0 && d.Edit <= len(d.Edits) {
		return d.Edits[d.Edit-1].Document
	}
	return d.Original
}

// Undone gives the edit that undoing leads to.
func (d Document) Undone() (int, bool) {
	if d.Edit > 0 && d.Edit <= len(d.Edits) {
		return d.Edits[d.Edit-1].Parent, true
	}
	return 0, false
}

// Redone gives the edit that redoing leads to: the newest made on this one.
func (d Document) Redone() (int, bool) {
	for i := len(d.Edits) - 1; i >= 0; i-- {
		if d.Edits[i].Parent == d.Edit {
			return d.Edits[i].Number, true
		}
	}
	return 0, false
}

func insertDocuments(tx *sql.Tx, runID string, documents []Document) error {
	for i, d := range documents {
		if err := sqlite.Insert(tx, "documents", d, sql.Named("run_id", runID), sql.Named("position", i)); err != nil {
			return err
		}
		for _, e := range d.Edits {
			if err := insertEdit(tx, runID, d.Service, e); err != nil {
				return err
			}
		}
	}
	return nil
}

func insertEdit(tx *sql.Tx, runID, service string, e Edit) error {
	if !json.Valid([]byte(e.What)) {
		e.What = "[]"
	}
	return sqlite.Insert(tx, "edits", e, sql.Named("run_id", runID), sql.Named("service", service))
}

const updateCursor = `UPDATE documents SET edit = ? WHERE run_id = ? AND service = ?`

// Readable leaves out the documents that are no JSON any more: the file was damaged.
func Readable(documents []Document) []Document {
	return slices.DeleteFunc(slices.Clone(documents), func(d Document) bool {
		return !json.Valid([]byte(d.Original)) || !json.Valid([]byte(d.Current()))
	})
}

// AddEdit records an edit, which is then in force.
func (s *DB) AddEdit(runID, service string, e Edit) error {
	return s.db.Write(func(tx *sql.Tx) error {
		if err := insertEdit(tx, runID, service, e); err != nil {
			return err
		}
		_, err := tx.Exec(updateCursor, e.Number, runID, service)
		return err
	})
}

// MoveEdit puts another edit in force: undo and redo.
func (s *DB) MoveEdit(runID, service string, number int) error {
	_, err := s.exec(updateCursor, number, runID, service)
	return err
}

// SaveDockerfile records what the user wrote in place of a service's
// Dockerfile; "" for nothing.
func (s *DB) SaveDockerfile(runID, service, content string) error {
	_, err := s.exec(`UPDATE documents SET dockerfile = ? WHERE run_id = ? AND service = ?`, content, runID, service)
	return err
}

// Documents gives a run's documents, in their order, with their edits.
func (s *DB) Documents(runID string) ([]Document, error) {
	documents, err := sqlite.Rows[Document](s.db,
		`SELECT `+sqlite.Select[Document]("d")+` FROM documents d WHERE d.run_id = ? ORDER BY d.position, d.service`, runID)
	if err != nil {
		return nil, err
	}
	for i := range documents {
		documents[i].Edits, err = sqlite.Rows[Edit](s.db, `SELECT `+sqlite.Select[Edit]("e")+` FROM edits e WHERE e.run_id = ? AND e.service = ? ORDER BY e.number`,
			runID, documents[i].Service)
		if err != nil {
			return nil, err
		}
	}
	return documents, nil
}
