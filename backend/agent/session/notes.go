package session

import (
	"aipack/backend/agent/notes"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// Decided is a file of notes with what the user has decided on that very text.
type Decided struct {
	notes.Note
	Known  bool // they have decided
	Agreed bool // it is shown to models
}

// Notes are those of a project. Without a database nothing is decided.
func Notes(db *projectdb.Database, tree *repo.Tree) ([]Decided, error) {
	found := notes.Find(tree)
	var rows []projectdb.Note
	if db != nil && len(found) > 0 {
		var err error
		if rows, err = db.Notes(); err != nil {
			return nil, err
		}
	}
	var out []Decided
	for _, n := range found {
		d := Decided{Note: n}
		for _, r := range rows {
			if r.Path == n.Path && r.Sum == n.Sum {
				d.Known, d.Agreed = true, r.Agreed == 1
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// Agreed are the notes that models are shown, and the files on whose text the user has not
// decided.
func Agreed(list []Decided) (shown []notes.Note, open []string) {
	for _, d := range list {
		switch {
		case d.Agreed:
			shown = append(shown, d.Note)
		case !d.Known:
			open = append(open, d.Path)
		}
	}
	return shown, open
}

// Decide keeps what the user says to a text.
func Decide(db *projectdb.Database, n notes.Note, agreed bool) error {
	row := projectdb.Note{Path: n.Path, Sum: n.Sum}
	if agreed {
		row.Agreed = 1
	}
	return db.SaveNote(row)
}
