package runs

import (
	"errors"

	"aipack/backend/base/fault"
	"aipack/backend/model/advise"
	"aipack/backend/model/conversation"
	"aipack/backend/window/page"
)

// talk is who holds the conversation of a run with a model.
func (rs *Runs) talk(runID string) (*advise.Adviser, error) {
	r, err := rs.Registry.Run(runID)
	if err != nil {
		return nil, err
	}
	talk := r.Adviser()
	if talk == nil {
		return nil, over(advise.ErrNoTalk)
	}
	return talk, nil
}

// over is what the user reads where a conversation cannot be changed.
func over(err error) error {
	f := &fault.Fault{Code: fault.WrongUse, Message: "The context was not changed: " + err.Error()}
	switch {
	case errors.Is(err, advise.ErrNoTalk):
		f.Hint = "It can be changed while a model is asked."
	case errors.Is(err, conversation.ErrNoRoom):
		f.Hint = "Settings, Limits: a larger context holds more."
	default:
		f.Hint = "Older messages are summarised when room runs out."
	}
	return f
}

// CompactContext summarises the older messages of a run's conversation with a
// model. It gives false where none is old enough.
func (rs *Runs) CompactContext(runID string) (bool, error) {
	return page.Guard(rs.Page, "Runs.CompactContext", func() (bool, error) {
		talk, err := rs.talk(runID)
		if err != nil {
			return false, err
		}
		done, err := talk.Compact()
		if err != nil {
			return false, over(err)
		}
		return done, nil
	})
}

// RestoreContext puts back what was summarised last in a run's conversation
// with a model.
func (rs *Runs) RestoreContext(runID string) error {
	return page.Guarded(rs.Page, "Runs.RestoreContext", func() error {
		talk, err := rs.talk(runID)
		if err != nil {
			return err
		}
		if err := talk.Restore(); err != nil {
			return over(err)
		}
		return nil
	})
}
