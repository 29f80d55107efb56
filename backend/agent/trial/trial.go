package trial

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/agent"
	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/code/codeindex"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/tool"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
	"aipack/backend/universalbuild"
)

// perTask is how long a model may take for one task: as for a case of the other suites
// (specification, App A). How many tools a turn may call is the agent's own bound.
const perTask = 90 * time.Second

// holder is who has the database of a task's repository.
const holder = "an evaluation"

// Suite puts tasks to one model.
type Suite struct {
	Tasks []Task

	// Open gives the model for a task. nil: the recorded answers are put in its place.
	Open func(ctx context.Context, task string) (llm.Client, error)

	// Analyse finds out how a repository is built and run.
	Analyse func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error)
	// Sources reads the sources of a repository, and of a change.
	Sources codeindex.Reader

	Replayed bool           // what Open gives is a recording
	Price    evaluate.Price // nil: what it costs is not known
	Now      func() time.Time
	Progress func(evaluate.Case) // hears of every task as it ends; nil: nobody does
}

// Run puts every task, one after the other.
func (s Suite) Run(ctx context.Context) (*evaluate.Report, error) {
	r := &evaluate.Report{
		Suite: "A", Title: "Agent: small tasks in small repositories, held against what came of them",
		Started: s.Now(), Replayed: s.Replayed || s.Open == nil,
	}
	all := spent{priced: true}
	for _, t := range s.Tasks {
		client, err := s.model(ctx, t)
		if err != nil {
			return nil, err
		}
		r.Subject = client.Provider() + " " + client.Model()
		c, err := s.one(ctx, t, client)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		all.add(c, client, s.Price)
		r.Cases = append(r.Cases, c)
		if s.Progress != nil {
			s.Progress(c)
		}
	}
	r.Metrics = all.metrics(len(r.Cases))
	if s.Open == nil {
		r.Subject, r.Target, r.Metrics = "recorded answers, no model", 1, nil // a recording takes no tokens
	}
	r.Sum()
	r.DurationMS = s.Now().Sub(r.Started).Milliseconds()
	return r, nil
}

// model is who is asked.
func (s Suite) model(ctx context.Context, t Task) (llm.Client, error) {
	if s.Open == nil {
		return asRecorded(scripted(t.steps)), nil
	}
	return s.Open(ctx, t.ID)
}

func asRecorded(steps llm.Client) llm.Client { return recording{redact.New(steps, &redact.Filter{})} }

// recording is the right steps, shown the repository as a model is: without secrets.
type recording struct{ *redact.Client }

// Hide takes the secrets out of what a tool shows.
func (r recording) Hide(call llm.ToolCall, text string) string { return r.Answer(call, text) }

// one puts one task. The error is of this computer; what goes wrong with the model is in
// the case.
func (s Suite) one(ctx context.Context, t Task, client llm.Client) (c evaluate.Case, err error) {
	c = evaluate.Case{Name: t.Name, Group: t.Group, Cost: &evaluate.Cost{}}
	place, err := os.MkdirTemp("", "aipack-eval-")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(place)) }()
	dir := filepath.Join(place, t.ID)
	if err := t.layOut(dir); err != nil {
		return c, err
	}
	begun := s.Now()
	a, said, err := s.converse(ctx, t, client, dir, filepath.Join(place, "data"))
	if err != nil {
		return c, err
	}
	c.Cost.DurationMS = s.Now().Sub(begun).Milliseconds()
	c.Cost.Usage, c.Cost.Calls = a.Usage, len(a.Calls)
	if said != "" {
		c.Verdict, c.Problems = evaluate.Stopped, []string{said}
		return c, nil
	}
	plans, err := s.plans(ctx, dir)
	if err != nil {
		return c, err
	}
	problem := first(t.checks, after{dir: dir, begun: t.contents(), plans: plans, answer: a})
	if problem != "" {
		c.Verdict, c.Problems = evaluate.Fail, []string{problem}
		return c, nil
	}
	c.Verdict, c.Score = evaluate.Pass, 1
	return c, nil
}

// layOut writes the repository of a task.
func (t Task) layOut(dir string) error {
	for _, f := range t.files {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return fmt.Errorf("%s is no name of a file in a task", f.Name)
		}
		at := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(at, f.Data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// contents are the files of a task's repository.
func (t Task) contents() map[string]string {
	out := map[string]string{}
	for _, f := range t.files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// plans are those of a folder, by the rules alone.
func (s Suite) plans(ctx context.Context, dir string) ([]universalbuild.UniversalBuild, error) {
	tree, err := repo.Open(dir)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	out, err := s.Analyse(ctx, pipeline.Run{ID: "eval", Mode: pipeline.Static, Repo: tree})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if out == nil {
		return nil, err
	}
	return out.Documents, nil // of a folder that a model broke there may be none: the checks say so
}

// converse lets the model take one turn, as "aipack ask" and "aipack change --yes" do, but
// without commands. said is why there is no whole answer.
func (s Suite) converse(ctx context.Context, t Task, client llm.Client, dir, data string) (a agent.Answer, said string, err error) {
	plans, err := s.plans(ctx, dir)
	if err != nil {
		return a, "", err
	}
	tree, err := repo.Open(dir)
	if err != nil {
		return a, "", err
	}
	defer tree.Close()
	index, err := codeindex.Read(ctx, tree, s.Sources, nil, func(codeindex.Progress, func() *codeindex.Index) {})
	if err != nil {
		return a, "", err
	}
	o := agent.Options{
		Client: client, Window: catalogue.Window(client.Provider(), client.Model()), Repo: tree, Plans: plans, Now: s.Now,
		Code: func() tool.Code { return tool.Code{Graph: index.Graph} },
	}
	if t.Mode == change {
		hands, closing, err := s.hands(dir, data)
		if err != nil {
			return a, "", err
		}
		defer func() { err = errors.Join(err, closing()) }()
		o.Hands = hands
	}
	limited, cancel := context.WithTimeout(ctx, perTask)
	defer cancel()
	a, failure := agent.New(o).Ask(limited, t.Question)
	switch {
	case ctx.Err() != nil:
		return a, "", ctx.Err()
	case limited.Err() != nil:
		return a, fmt.Sprintf("it took longer than %s", perTask), nil
	case failure != nil:
		return a, failure.Error(), nil
	}
	return a, a.Stopped, nil
}

// hands may change any file of the project that the rules do not keep from a model, and
// run nothing.
func (s Suite) hands(dir, data string) (*agent.Hands, func() error, error) {
	db, err := projectdb.OpenAs(holder, data, dir, s.Now)
	if err != nil {
		return nil, nil, err
	}
	desk, err := checkpoint.Open(dir, db)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	yes := func(_ context.Context, c edit.Change, _ permission.Decision) agent.Approval {
		if c.Unparsed {
			return agent.Approval{Answer: permission.Refused, Word: "the file could not be parsed any more"}
		}
		return agent.Approval{}
	}
	return &agent.Hands{Desk: desk, Reader: s.Sources, Approve: yes}, func() error { return errors.Join(desk.Close(), db.Close()) }, nil
}
