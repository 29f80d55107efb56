package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/agent"
	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	keeping "aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Asked is a change of a file that waits for the user.
type Asked struct {
	ID       string   `json:"id"`
	Path     string   `json:"path"`
	Kind     string   `json:"kind"`     // created, changed, deleted
	Before   string   `json:"before"`   // "" of a file that is new
	After    string   `json:"after"`    // "" of one that goes
	Diff     string   `json:"diff"`     // the change in the unified form
	Note     string   `json:"note"`     // what was understood beyond the letter of the model's wish; "" for nothing
	Problems []string `json:"problems"` // what it would make wrong that was right before, as far as the sources tell
	Altered  bool     `json:"altered"`  // the user may alter it, in part or as a text
	Lasting  string   `json:"lasting"`  // the files whose changes an answer that lasts allows; "" where none can be given
}

// Reply is what the user says to a change.
type Reply struct {
	Answer string  `json:"answer"` // once, session, always, refuse
	Word   string  `json:"word"`   // for the model, with a refusal; may be ""
	Text   *string `json:"text"`   // what the user made of the change's After; null: it is as it was shown
}

// waiting is a change that is asked about.
type waiting struct {
	asked  Asked
	change edit.Change
	reply  chan agent.Approval // takes one without waiting
}

// answers are those that a reply gives.
var answers = map[string]permission.Answer{
	"once": permission.Once, "session": permission.ForSession, "always": permission.Always, "refuse": permission.Refused,
}

// Approve answers the change that a turn asks about.
func (a *Agent) Approve(turn, asked string, reply Reply) error {
	return page.Guarded(a.parts.Page, "Agent.Approve", func() error {
		answer, known := answers[reply.Answer]
		if !known {
			return &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("%q is no answer to a change", reply.Answer)}
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		t := a.turns[turn]
		if t == nil || t.waiting == nil || t.waiting.asked.ID != asked {
			return &fault.Fault{Code: fault.WrongUse, Message: "this change waits for no answer any more", Hint: "the conversation shows what became of it"}
		}
		approval := agent.Approval{Answer: answer, Word: strings.TrimSpace(reply.Word)}
		if reply.Text != nil && answer != permission.Refused {
			if !t.waiting.asked.Altered {
				return &fault.Fault{Code: fault.WrongUse, Message: t.waiting.asked.Path + " cannot be altered here", Hint: "take the change as it is, or refuse it"}
			}
			approval.After = t.waiting.change.Altered(*reply.Text)
		}
		t.waiting.reply <- approval
		t.waiting = nil
		return nil
	})
}

// Current is the turn about a run's project as it stands, for a page that comes back to
// it. Batches after its number follow it.
type Current struct {
	Turn         string `json:"turn"` // "" where nothing is being answered
	Number       int    `json:"number"`
	Conversation string `json:"conversation"`
	Question     string `json:"question"`
	Changes      bool   `json:"changes"`
	Steps        []Step `json:"steps"`
}

// Current gives the turn about a run's project.
func (a *Agent) Current(runID string) (Current, error) {
	return page.Guard(a.parts.Page, "Agent.Current", func() (Current, error) {
		run, err := a.parts.Runs.Run(runID)
		if err != nil {
			return Current{}, err
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		t := a.of(run)
		if t == nil {
			return Current{Steps: []Step{}}, nil
		}
		return Current{t.id, t.told, t.conversation, t.question, t.changes, append([]Step{}, t.steps...)}, nil
	})
}

// hands are what files are changed with in this turn; nil where it only reads.
func (t *turn) hands(k kept) (h *agent.Hands, done func(), err error) {
	if !t.changes {
		return nil, func() {}, nil
	}
	if k.wrong != nil {
		return nil, nil, k.wrong // what files were could not be kept
	}
	desk, err := checkpoint.Open(t.run.Path(), k.db)
	if err != nil {
		return nil, nil, err
	}
	readers, err := t.parts.Readers()
	if err != nil {
		return nil, nil, errors.Join(err, desk.Close())
	}
	done = func() { _, _ = readers.Close(), desk.Close() } // processes that only read, and the folder: what was written is closed already
	approve := func(ctx context.Context, c edit.Change, d permission.Decision) agent.Approval {
		return t.approve(ctx, k, c, d)
	}
	return &agent.Hands{Desk: desk, Session: k.id, Reader: readers, Approve: approve}, done, nil
}

// approve shows a change to the user and waits for the answer, for days if need be. A
// turn that is stopped meanwhile has refused it.
func (t *turn) approve(ctx context.Context, k kept, c edit.Change, d permission.Decision) agent.Approval {
	lasting := d.Saves(permission.Always)
	w := &waiting{change: c, reply: make(chan agent.Approval, 1), asked: Asked{
		ID: session.NewID(), Path: c.Path, Kind: string(c.Kind()), Before: edit.Shown(c.Before), After: edit.Shown(c.After),
		Diff: strings.ToValidUTF8(c.Diff(), "\uFFFD"), Note: c.Note, Problems: append([]string{}, c.Problems...), Altered: c.Alterable(), Lasting: patterns(lasting),
	}}
	t.mu.Lock()
	t.waiting = w
	t.mu.Unlock()
	t.feed.Add(Step{Kind: "asked", Text: c.Path, Asked: &w.asked})
	t.feed.Soon()
	var approval agent.Approval
	select {
	case approval = <-w.reply:
	case <-ctx.Done():
		t.mu.Lock()
		t.waiting = nil
		t.mu.Unlock()
		approval.Answer = permission.Refused
	}
	if approval.Answer != permission.Refused && len(lasting) == 0 {
		approval.Answer = permission.Once
	}
	t.feed.Add(Step{Kind: "settled", Text: c.Path})
	switch approval.Answer {
	case permission.ForSession:
		t.last(k.id(), d.Saves(permission.ForSession))
	case permission.Always:
		if err := keeping.SaveRules(k.db, lasting); err != nil {
			t.feed.Add(Step{Kind: "note", Text: "That this is always allowed is not kept: " + err.Error()})
		}
	}
	return approval
}

// patterns are those of rules, in words.
func patterns(rules []permission.Rule) string {
	var out []string
	for _, r := range rules {
		out = append(out, r.Pattern)
	}
	return strings.Join(out, ", ")
}

// last remembers what is allowed until a conversation ends.
func (t *turn) last(conversation string, rules []permission.Rule) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lasting[conversation] = append(t.lasting[conversation], rules...)
}

// lasted is what is allowed until a conversation ends.
func (t *turn) lasted(conversation string) []permission.Rule {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.lasting[conversation])
}
