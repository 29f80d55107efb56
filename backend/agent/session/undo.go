package session

import (
	"errors"

	"aipack/backend/base/fault"
	"aipack/backend/store/projectdb"
)

// Undone is what was taken back of a conversation, or brought again.
type Undone struct {
	Question string   `json:"question"` // of the turn
	Changes  *Changes `json:"changes"`  // of files that the turn made, and that stand; nil: none
}

// Last is what Undo would take back: the last question with all that came of it.
func Last(db *projectdb.Database, id string) (Undone, error) {
	turns, err := TurnsWithChanges(db, id)
	if err != nil {
		return Undone{}, err
	}
	if len(turns) == 0 {
		return Undone{}, &fault.Fault{Code: fault.WrongUse, Message: "nothing is left of this conversation to take back", Hint: "ask a question"}
	}
	last := turns[len(turns)-1]
	u := Undone{Question: last.Question}
	if last.Changes != nil && !last.Changes.TakenBack {
		u.Changes = last.Changes
	}
	return u, nil
}

// Undo takes the last question of a conversation back, with all that came of it but its
// changes of files: the model is shown none of it any more. It stays in the database.
func Undo(db *projectdb.Database, id string) (Undone, error) {
	u, err := Last(db, id)
	if err != nil {
		return u, err
	}
	rows, err := db.Messages(id)
	if err != nil {
		return u, err
	}
	from := 0
	for _, r := range rows {
		if r.TakenBack == 0 && r.Question != "" {
			from = r.Place
		}
	}
	return u, db.TakeBack(id, from, rows[len(rows)-1].Place)
}

// Redo brings again what was taken back last, and gives the question that is the last now.
func Redo(db *projectdb.Database, id string) (Undone, error) {
	err := db.BringBack(id)
	switch {
	case errors.Is(err, projectdb.ErrAbsent):
		return Undone{}, &fault.Fault{Code: fault.WrongUse, Message: "nothing of this conversation was taken back", Err: err}
	case errors.Is(err, projectdb.ErrSaidSince):
		return Undone{}, &fault.Fault{
			Code: fault.WrongUse, Message: "what was taken back cannot be brought again: something was said since",
			Hint: "ask it again", Err: err,
		}
	case err != nil:
		return Undone{}, err
	}
	return Last(db, id)
}
