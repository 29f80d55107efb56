package advise

import (
	"errors"

	"aipack/backend/base/event"
	"aipack/backend/model/conversation"
)

// ErrNoTalk says that no conversation is under way.
var ErrNoTalk = errors.New("no conversation with a model is under way")

// Compact summarises the older messages of the conversation under way. It says
// false where none is old enough.
func (a *Adviser) Compact() (bool, error) {
	talk, tell := a.underWay()
	if talk == nil {
		return false, ErrNoTalk
	}
	done := talk.Compact()
	if done == nil {
		return false, nil
	}
	tell(done.Event())
	tell(conversation.BudgetOf(talk))
	return true, nil
}

// Restore puts back what was summarised last in the conversation under way.
// The error is ErrNoTalk, conversation.ErrNothing or conversation.ErrNoRoom
// where that cannot be.
func (a *Adviser) Restore() error {
	talk, tell := a.underWay()
	if talk == nil {
		return ErrNoTalk
	}
	back, err := talk.Undo()
	if err != nil {
		return err
	}
	tell(event.ContextRestored{Messages: len(back.Dropped), Tokens: talk.Used()})
	tell(conversation.BudgetOf(talk))
	return nil
}

// underWay is the conversation that is held now, nil where there is none.
func (a *Adviser) underWay() (*conversation.Transcript, func(event.Event)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.talk, a.tell
}

// converse makes a conversation the one under way, until the returned function
// is called.
func (a *Adviser) converse(c *conversation.Transcript, tell func(event.Event)) (end func()) {
	if tell == nil {
		tell = func(event.Event) {}
	}
	set := func(c *conversation.Transcript) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.talk, a.tell = c, tell
	}
	set(c)
	return func() { set(nil) }
}
