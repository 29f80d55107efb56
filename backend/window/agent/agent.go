package agent

import (
	"context"
	"sync"
	"time"

	"aipack/backend/agent/permission"
	"aipack/backend/agent/place"
	"aipack/backend/base/settings"
	"aipack/backend/code/codecheck"
	"aipack/backend/code/codegraph"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/spending"
	"aipack/backend/universalbuild"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"aipack/backend/window/tools"
)

// Agent answers questions about the project of a run.
type Agent struct {
	parts Parts

	mu      sync.Mutex
	turns   map[string]*turn             // that are under way, by their ids
	lasting map[string][]permission.Rule // what the user allowed until a conversation ends, by its id
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
	Readers     func() (Readers, error)                                   // of sources
	Place       place.Finder                                              // where commands run; nil: none are
	Tests       func([]universalbuild.UniversalBuild) []string            // how services' tests usually run
	Servers     *tools.Servers                                            // MCP servers that the user has set up
	Data        string                                                    // the data folder
	Now         func() time.Time
}

// Readers read the sources of a change, to see what it would make wrong.
type Readers interface {
	codecheck.Reader
	Close() error
}

// New answers nothing yet; end is for who ends the program.
func New(parts Parts) (a *Agent, end func()) {
	a = &Agent{parts: parts, turns: map[string]*turn{}, lasting: map[string][]permission.Rule{}}
	return a, a.end
}

// Ask puts a question about a run's project, in the conversation of an id or, for "", a
// new one, and gives the turn's id. What comes of it is told by the event "agent". With
// changes the model may also change files, each with the user's consent.
func (a *Agent) Ask(runID, conversation, question string, changes bool) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Ask", func() (string, error) {
		return a.begin(&turn{conversation: conversation, question: question, changes: changes}, runID)
	})
}

// Resume goes on with the last question of a conversation whose turn was cut off.
func (a *Agent) Resume(runID, conversation string, changes bool) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Resume", func() (string, error) {
		return a.begin(&turn{conversation: conversation, changes: changes}, runID)
	})
}

// Compact has the model sum up what was said in a conversation, as a turn of its own.
func (a *Agent) Compact(runID, conversation string) (string, error) {
	return page.Guard(a.parts.Page, "Agent.Compact", func() (string, error) {
		return a.begin(&turn{conversation: conversation, compact: true}, runID)
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
func (a *Agent) begin(t *turn, runID string) (string, error) {
	run, err := a.parts.Runs.Run(runID)
	if err != nil {
		return "", err
	}
	t.Agent, t.id, t.run, t.ended, t.begun = a, session.NewID(), run, make(chan struct{}), a.parts.Now()
	var ctx context.Context
	ctx, t.stop = context.WithCancel(context.Background())
	a.mu.Lock()
	defer a.mu.Unlock()
	if other := a.of(run); other != nil {
		t.stop()
		return "", busy()
	}
	a.turns[t.id] = t
	go a.parts.Page.Apart("the answer", func() { t.execute(ctx) })
	return t.id, nil
}

// of is the turn about a run's project; nil where there is none. The lock is held.
func (a *Agent) of(run *session.Run) *turn {
	for _, t := range a.turns {
		if t.run.Path() == run.Path() {
			return t
		}
	}
	return nil
}

// UnderWay are the questions that are being answered.
func UnderWay(a *Agent) []session.UnderWay {
	a.mu.Lock()
	defer a.mu.Unlock()
	var out []session.UnderWay
	for _, t := range a.turns {
		out = append(out, session.UnderWay{Kind: "answer", ID: t.id, RunID: t.run.ID(), Services: 1, StartedAt: t.begun.UnixMilli(), Asks: t.waiting != nil})
	}
	return out
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
