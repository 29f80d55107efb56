package agent

import (
	"errors"

	"aipack/backend/agent/checkpoint"
	keeping "aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
)

// Undo takes the last question of a conversation back, with its answer and, where files
// says so, with what it changed. It gives what was taken back. Where the files cannot be
// put back nothing is, unless over says that what somebody else has changed since may go.
func (a *Agent) Undo(runID, conversation string, files, over bool) (keeping.Undone, error) {
	return page.Guard(a.parts.Page, "Agent.Undo", func() (u keeping.Undone, err error) {
		return u, a.between(runID, func(folder string, db *projectdb.Database) error {
			last, err := keeping.Last(db, conversation)
			if err != nil {
				return err
			}
			if files && last.Changes != nil {
				if err := restore(folder, db, last.Changes.Checkpoint, checkpoint.Where{Session: conversation, Message: last.Mark}, over); err != nil {
					return err
				}
			}
			u, err = keeping.Undo(db, conversation)
			return err
		})
	})
}

// Redo brings again what was taken back last of a conversation, with its changes of files
// where those were taken back with it.
func (a *Agent) Redo(runID, conversation string) (keeping.Undone, error) {
	return page.Guard(a.parts.Page, "Agent.Redo", func() (u keeping.Undone, err error) {
		return u, a.between(runID, func(folder string, db *projectdb.Database) error {
			u, err = keeping.Redo(db, conversation, func(mark int) error {
				desk, err := checkpoint.Open(folder, db)
				if err != nil {
					return err
				}
				_, err = desk.Again(checkpoint.Where{Session: conversation, Message: mark})
				return errors.Join(err, desk.Close())
			})
			return err
		})
	})
}

// between does something with the conversations of a project while none of its questions
// is answered.
func (a *Agent) between(runID string, do func(folder string, db *projectdb.Database) error) error {
	run, err := a.parts.Runs.Run(runID)
	if err != nil {
		return err
	}
	a.mu.Lock()
	other := a.of(run)
	a.mu.Unlock()
	if other != nil {
		return busy()
	}
	return a.writing(runID, func(db *projectdb.Database) error { return do(run.Path(), db) })
}

func busy() error {
	return &fault.Fault{Code: fault.Busy, Message: "a question about this project is being answered", Hint: "wait for its answer, or stop it"}
}

func restore(folder string, db *projectdb.Database, from int64, where checkpoint.Where, over bool) error {
	desk, err := checkpoint.Open(folder, db)
	if err != nil {
		return err
	}
	_, err = desk.Restore(from, where, over)
	return errors.Join(err, desk.Close())
}
