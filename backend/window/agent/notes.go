package agent

import (
	"context"
	"errors"
	"strings"
	"time"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/notes"
	"aipack/backend/agent/permission"
	keeping "aipack/backend/agent/session"
	"aipack/backend/code/overview"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
)

// Note is a file of notes about the project, with what the user has decided on its text.
type Note struct {
	Path   string `json:"path"`
	Text   string `json:"text"`
	Sum    string `json:"sum"` // of the text: the decision is on it
	Cut    bool   `json:"cut"` // the file goes on
	Known  bool   `json:"known"`
	Agreed bool   `json:"agreed"` // it is shown to models
}

// Material is what a conversation is told of a project beside the plan: its notes, and files
// that the user attaches.
type Material struct{ agent *Agent }

// NewMaterial is that of an agent's conversations.
func NewMaterial(a *Agent) *Material { return &Material{a} }

// folder opens that of a run's project.
func (m *Material) folder(runID string) (*repo.Tree, error) {
	run, err := m.agent.parts.Runs.Run(runID)
	if err != nil {
		return nil, err
	}
	return run.OpenFolder()
}

// Notes are those of a run's project.
func (m *Material) Notes(runID string) ([]Note, error) {
	return page.Guard(m.agent.parts.Page, "Material.Notes", func() ([]Note, error) {
		tree, err := m.folder(runID)
		if err != nil {
			return nil, err
		}
		defer tree.Close()
		out := []Note{}
		if len(notes.Find(tree)) == 0 {
			return out, nil
		}
		list := func(db *projectdb.Database) error {
			found, err := keeping.Notes(db, tree)
			out = out[:0]
			for _, n := range found {
				out = append(out, Note{n.Path, strings.ToValidUTF8(n.Text, "\uFFFD"), n.Sum, n.Cut, n.Known, n.Agreed})
			}
			return err
		}
		if err := list(nil); err != nil { // where nothing is kept yet
			return nil, err
		}
		return out, m.agent.reading(runID, list)
	})
}

// DecideNote keeps whether the text of a sum is shown to models.
func (m *Material) DecideNote(runID, path, sum string, agreed bool) error {
	return page.Guarded(m.agent.parts.Page, "Material.DecideNote", func() error {
		return m.agent.between(runID, func(_ string, db *projectdb.Database) error {
			return keeping.Decide(db, notes.Note{Path: path, Sum: sum}, agreed)
		})
	})
}

// Init brings AIPACK.md up to date from the plan, as a turn that asks nobody but the user.
func (m *Material) Init(runID string) (string, error) {
	return page.Guard(m.agent.parts.Page, "Material.Init", func() (string, error) {
		return m.agent.begin(&turn{question: "/init", init: true}, runID)
	})
}

// longPatience is how long notes wait for the graph of the code: they are written once.
const longPatience = 20 * time.Second

// facts are what is known of the project.
func (t *turn) facts(ctx context.Context) (notes.Facts, error) {
	plans := t.run.CurrentDocuments()
	out := notes.Facts{Plans: plans, Tests: t.parts.Tests(plans)}
	g := t.parts.Graph(t.run.ID(), longPatience)
	if g == nil {
		return out, nil
	}
	tree, err := t.run.OpenFolder()
	if err != nil {
		return out, err
	}
	defer tree.Close()
	out.Conventions = overview.Said(ctx, g, tree)
	return out, nil
}

// writeNotes shows what AIPACK.md would become, and writes it where the user agrees.
func (t *turn) writeNotes(ctx context.Context, k kept, end *End) error {
	if k.wrong != nil {
		return k.wrong // what the file was could not be kept
	}
	desk, err := checkpoint.Open(t.run.Path(), k.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, desk.Close()) }()
	facts, err := t.facts(ctx)
	if err != nil {
		return err
	}
	before, err := desk.Read(notes.Own)
	if err != nil {
		return err
	}
	c := edit.Change{Path: notes.Own, Before: before, After: []byte(notes.Write(string(before), facts))}
	if string(c.After) == string(before) {
		end.Answer = notes.Own + " says all of that already."
		return nil
	}
	answer := t.askChange(ctx, k, c, permission.Decision{Level: permission.Ask, What: notes.Own})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if answer.Answer == permission.Refused {
		end.Answer = "Nothing was written."
		return nil
	}
	if answer.After != nil {
		c.After = answer.After
	}
	if _, err := desk.Apply(c, checkpoint.Where{}); err != nil {
		return err
	}
	end.Answer = "`" + notes.Own + "` was written. A model is shown it from the next conversation on."
	return keeping.Decide(k.db, notes.Note{Path: notes.Own, Sum: notes.Sum(string(c.After))}, true)
}
