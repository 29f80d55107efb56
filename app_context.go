//go:build !headless || window

package main

import (
	"errors"

	"aipack/backend/advise"
	"aipack/backend/conversation"
	"aipack/backend/fault"
)

// talk is who holds the conversation of a run with a model.
func (a *App) talk(runID string) (*advise.Adviser, error) {
	r, err := a.run(runID)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.advises == nil || r.closed {
		return nil, over(advise.ErrNoTalk)
	}
	return r.advises, nil
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
func (a *App) CompactContext(runID string) (bool, error) {
	return guard(a, "CompactContext", func() (bool, error) {
		talk, err := a.talk(runID)
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
func (a *App) RestoreContext(runID string) error {
	return guarded(a, "RestoreContext", func() error {
		talk, err := a.talk(runID)
		if err != nil {
			return err
		}
		if err := talk.Restore(); err != nil {
			return over(err)
		}
		return nil
	})
}
