package session

import (
	"errors"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/store/projectdb"
)

// Undone is what was taken back of a conversation, or brought again.
type Undone struct {
	Question string   `json:"question"`       // of the turn; "": it was a summary
	Changes  *Changes `json:"changes"`        // of files that the turn made, and that stand; nil: none
	Left     string   `json:"left,omitempty"` // why its changes of files were not brought again
	Mark     int      `json:"-"`              // under which its files are to be put back, so that Redo finds them
}

// Last is what Undo would take back: a summary that was made after the last answer, else the
// last question with all that came of it.
func Last(db *projectdb.Database, id string) (Undone, error) {
	u, _, _, err := last(db, id)
	return u, err
}

// Undo takes the last question of a conversation back, with all that came of it but its
// changes of files: the model is shown none of it any more. It stays in the database. A
// summary that was made since goes first, by itself.
func Undo(db *projectdb.Database, id string) (Undone, error) {
	u, from, to, err := last(db, id)
	if err != nil {
		return u, err
	}
	return u, db.TakeBack(id, from, to)
}

// last is what can be taken back, and where its messages stand.
func last(db *projectdb.Database, id string) (u Undone, from, to int, err error) {
	turns, err := TurnsWithChanges(db, id)
	if err != nil {
		return u, 0, 0, err
	}
	rows, err := db.Messages(id)
	if err != nil {
		return u, 0, 0, err
	}
	rows = slices.DeleteFunc(rows, func(r projectdb.Message) bool { return r.TakenBack != 0 })
	if len(turns) == 0 || len(rows) == 0 {
		return u, 0, 0, &fault.Fault{Code: fault.WrongUse, Message: "nothing is left of this conversation to take back", Hint: "ask a question"}
	}
	to = rows[len(rows)-1].Place
	for _, r := range slices.Backward(rows) {
		k, err := read(r)
		if err != nil {
			return u, 0, 0, err
		}
		if !k.Summary {
			break
		}
		from = r.Place
	}
	if from > 0 {
		u.Mark = -from
		return u, from, to, nil
	}
	for _, r := range rows {
		if r.Question != "" {
			from = r.Place
		}
	}
	u.Mark = -from
	t := turns[len(turns)-1]
	if u.Question = t.Question; t.Changes != nil && !t.Changes.TakenBack {
		u.Changes = t.Changes
	}
	return u, from, to, nil
}

// Redoable says whether something was taken back that Redo would bring again.
func Redoable(db *projectdb.Database, id string) (bool, error) {
	_, err := db.TakenBack(id)
	if errors.Is(err, projectdb.ErrAbsent) || errors.Is(err, projectdb.ErrSaidSince) {
		return false, nil
	}
	return err == nil, err
}

// Redo brings again what was taken back last, and gives the question that is the last now.
// files first makes the files again that were put back under a mark; where they have been
// changed since they stay as they are, and Left says so.
func Redo(db *projectdb.Database, id string, files func(mark int) error) (Undone, error) {
	left := ""
	first, err := db.TakenBack(id)
	if err == nil {
		var inTheWay *fault.Fault
		if err = files(-first); errors.As(err, &inTheWay) && inTheWay.Code == fault.EditConflict {
			left, err = inTheWay.Message, nil
		}
	}
	if err == nil {
		err = db.BringBack(id)
	}
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
	u, err := Last(db, id)
	u.Left = left
	return u, err
}
