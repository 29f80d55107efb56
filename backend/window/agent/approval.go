package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/agent"
	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/command"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/agent/place"
	keeping "aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"aipack/backend/window/tools"
)

// Asked is a change of a file, a command, or a call of another program's tool, that waits for
// the user.
type Asked struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`    // created, changed, deleted; command; call
	Lasting string `json:"lasting"` // the files, commands or tools that an answer which lasts allows; "" where none can be given

	// Of a change.
	Path      string   `json:"path"`
	Before    string   `json:"before"`    // "" of a file that is new
	After     string   `json:"after"`     // "" of one that goes
	Diff      string   `json:"diff"`      // the change in the unified form
	Note      string   `json:"note"`      // what was understood beyond the letter of the model's wish; "" for nothing
	Problems  []string `json:"problems"`  // what it would make wrong that was right before, as far as the sources tell
	Alterable bool     `json:"alterable"` // the user may alter it, in part or as a text

	// Of a command.
	Line       string `json:"line"`
	Where      string `json:"where"` // "in a container of node:22, without network"
	Why        string `json:"why"`   // it is asked about
	Contained  bool   `json:"contained"`
	Background bool   `json:"background"`

	// Of a call.
	Server    string `json:"server"`
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"` // all that would be sent: JSON, indented
}

// about says in a word what is asked about.
func (a Asked) about() string {
	if a.Kind == "call" {
		return a.Server + "/" + a.Tool
	}
	return a.Path + a.Line
}

// Reply is what the user says to a change.
type Reply struct {
	Answer string  `json:"answer"` // once, session, always, refuse
	Word   string  `json:"word"`   // for the model, with a refusal; may be ""
	Text   *string `json:"text"`   // what the user made of the change's After; null: it is as it was shown
}

// waiting is a change, a command or a call that is asked about.
type waiting struct {
	asked  Asked
	change edit.Change
	reply  chan agent.Approval // takes one without waiting
}

// answers are those that a reply gives.
var answers = map[string]permission.Answer{
	"once": permission.Once, "session": permission.ForSession, "always": permission.Always, "refuse": permission.Refused,
}

// Approve answers what a turn asks about.
func (a *Agent) Approve(turn, asked string, reply Reply) error {
	return page.Guarded(a.parts.Page, "Agent.Approve", func() error {
		answer, known := answers[reply.Answer]
		if !known {
			return &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("%q is no answer", reply.Answer)}
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		t := a.turns[turn]
		if t == nil || t.waiting == nil || t.waiting.asked.ID != asked {
			return &fault.Fault{Code: fault.WrongUse, Message: "this waits for no answer any more", Hint: "the conversation shows what became of it"}
		}
		approval := agent.Approval{Answer: answer, Word: strings.TrimSpace(reply.Word)}
		if reply.Text != nil && answer != permission.Refused {
			if !t.waiting.asked.Alterable {
				return &fault.Fault{Code: fault.WrongUse, Message: t.waiting.asked.Path + " cannot be altered here", Hint: "take the change as it is, or refuse it"}
			}
			approval.After = t.waiting.change.Altered(*reply.Text)
		}
		t.waiting.reply <- approval
		t.waiting = nil
		t.settle()
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
	Compact      bool   `json:"compact"` // what was said is summed up
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
		return Current{t.id, t.told, t.conversation, t.question, t.changes, t.compact, append([]Step{}, t.steps...)}, nil
	})
}

// hands are what files are changed with in this turn, and commands run; nil where it only
// reads.
func (t *turn) hands(ctx context.Context, k kept) (h *agent.Hands, done func(), err error) {
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
	commands := t.commands(ctx, k)
	done = func() {
		commands.Close()
		_, _ = readers.Close(), desk.Close() // processes that only read, and the folder: what was written is closed already
	}
	approve := func(ctx context.Context, c edit.Change, d permission.Decision) agent.Approval {
		return t.askChange(ctx, k, c, d)
	}
	return &agent.Hands{Desk: desk, Session: k.id, Reader: readers, Approve: approve, Commands: commands}, done, nil
}

// askChange shows a change to the user.
func (t *turn) askChange(ctx context.Context, k kept, c edit.Change, d permission.Decision) agent.Approval {
	return t.ask(ctx, k, d, &waiting{change: c, asked: Asked{
		Kind: string(c.Kind()), Path: c.Path, Before: edit.Shown(c.Before), After: edit.Shown(c.After),
		Diff: strings.ToValidUTF8(c.Diff(), "\uFFFD"), Note: c.Note, Problems: append([]string{}, c.Problems...), Alterable: c.Alterable(),
	}})
}

// commands are what commands are run with; nil, with a note, where there is no place for
// them.
func (t *turn) commands(ctx context.Context, k kept) *agent.Commands {
	if t.parts.Place == nil {
		return nil
	}
	note := func(line string) { t.feed.Add(Step{Kind: "note", Text: line}) }
	plans := t.run.CurrentDocuments()
	at, err := t.parts.Place(ctx, place.Wanted{Builder: t.parts.Preferences().Builder, Plans: plans, Dir: t.run.Path(), Say: note})
	if err != nil {
		note("No commands can be run: " + err.Error())
		return nil
	}
	approve := func(ctx context.Context, w agent.Wish, d permission.Decision) agent.Approval {
		return t.ask(ctx, k, d, &waiting{asked: Asked{
			Kind: "command", Line: w.Line, Where: w.Where, Why: d.Why, Contained: w.Contained, Background: w.Background, Problems: []string{},
		}})
	}
	return &agent.Commands{Runner: command.New(at, place.MostPrinted), Approve: approve, Tests: t.parts.Tests(plans)}
}

// lend begins the servers that the user has set up, or takes those that the conversation has.
// What is only summed up needs none.
func (t *turn) lend(ctx context.Context, k kept) *tools.Lent {
	if t.compact {
		return nil
	}
	return tools.Lend(ctx, t.parts.Servers, t.run.Path(), k.id(), func(line string) { t.feed.Add(Step{Kind: "note", Text: line}) })
}

// others are the tools of the servers that the user has set up.
func (t *turn) others(k kept, lent *tools.Lent) *agent.Others {
	set := lent.Set()
	if set == nil {
		return nil
	}
	return &agent.Others{Set: set, Approve: func(ctx context.Context, u agent.Use, d permission.Decision) agent.Approval {
		return t.ask(ctx, k, d, &waiting{asked: Asked{Kind: "call", Server: u.Server, Tool: u.Tool, Arguments: u.Arguments, Why: d.Why, Problems: []string{}}})
	}}
}

// ask shows a change, a command or a call to the user and waits for the answer, for days if need
// be. A turn that is stopped meanwhile has refused it.
func (t *turn) ask(ctx context.Context, k kept, d permission.Decision, w *waiting) (approval agent.Approval) {
	lasting := d.Saves(permission.Always)
	w.reply, w.asked.ID, w.asked.Lasting = make(chan agent.Approval, 1), session.NewID(), patterns(lasting)
	t.mu.Lock()
	t.waiting = w
	t.mu.Unlock()
	about := w.asked.about()
	t.feed.Add(Step{Kind: "asked", Text: about, Asked: &w.asked})
	t.feed.Soon()
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
	t.feed.Add(Step{Kind: "settled", Text: about})
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
