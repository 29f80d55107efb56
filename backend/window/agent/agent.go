package agent

import (
	"context"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/code/codegraph"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/spending"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Agent answers questions about the project of a run.
type Agent struct {
	parts Parts

	mu    sync.Mutex
	turns map[string]*turn // that are under way, by their ids
}

// Parts are what it works with.
type Parts struct {
	Page        *page.Link
	Store       *session.Store
	Runs        *session.Registry
	Gateway     *gateway.Models
	Preferences func() settings.Preferences
	Books       *spending.Ledger
	Graph       func(runID string, within time.Duration) *codegraph.Graph // of the code; nil where there is none within that time
	Data        string                                                    // the data folder
	Now         func() time.Time
}

// New answers nothing yet; end is for who ends the program.
func New(parts Parts) (a *Agent, end func()) {
	a = &Agent{parts: parts, turns: map[string]*turn{}}
	return a, a.end
}

// Ask puts a question about a run's project, in the conversation of an id or, for "", a
// new one, and gives the turn's id. What comes of it is told by the event "agent".
func (a *Agent) Ask(runID, conversation, question string) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Ask", func() (string, error) {
		return a.begin(runID, conversation, question)
	})
}

// Resume goes on with the last question of a conversation whose turn was cut off.
func (a *Agent) Resume(runID, conversation string) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Resume", func() (string, error) {
		return a.begin(runID, conversation, "")
	})
}

// Stop ends a turn. What was said until then is kept.
func (a *Agent) Stop(id string) error {
	return page.Guarded(a.parts.Page, "Agent.Stop", func() error {
		if t := a.turn(id); t != nil {
			t.stop()
		}
		return nil
	})
}

func (a *Agent) turn(id string) *turn {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.turns[id]
}

// begin starts a turn. One project answers one question at a time.
func (a *Agent) begin(runID, conversation, question string) (string, error) {
	run, err := a.parts.Runs.Run(runID)
	if err != nil {
		return "", err
	}
	t := &turn{Agent: a, id: session.NewID(), run: run, conversation: conversation, question: question, ended: make(chan struct{})}
	var ctx context.Context
	ctx, t.stop = context.WithCancel(context.Background())
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, other := range a.turns {
		if other.run.Path() == run.Path() {
			t.stop()
			return "", &fault.Fault{Code: fault.Busy, Message: "a question about this project is being answered", Hint: "wait for its answer, or stop it"}
		}
	}
	a.turns[t.id] = t
	go a.parts.Page.Apart("the answer", func() { t.execute(ctx) })
	return t.id, nil
}

// end stops all turns and waits for what they keep.
func (a *Agent) end() {
	a.mu.Lock()
	var all []*turn
	for _, t := range a.turns {
		all = append(all, t)
	}
	a.mu.Unlock()
	for _, t := range all {
		t.stop()
		<-t.ended
	}
}
