package evaluating

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/scores"
)

// detection runs suite D. What a live model is worth in the projects within
// the program is kept: the window and the list of models show it.
func (o options) detection(ctx context.Context) (*evaluate.Report, error) {
	fixtures, set, err := o.labelled()
	if err != nil {
		return nil, err
	}
	d := evaluate.Detection{Fixtures: fixtures, Analyse: o.Analyse, Now: o.Now, Replayed: o.ask.Replay != "", Price: o.Price}
	if !o.modelled() {
		d.Subjects = evaluate.Opponents(o.Registry())
		return d.Run(ctx)
	}
	if o.Advise == nil {
		return nil, errors.New("this program holds no model")
	}
	d.Progress = o.progress()
	subject := evaluate.Subject{Name: o.subject(), Alone: true, Advise: o.adviser}
	if set != "" {
		subject.Modes = []string{pipeline.Full} // as the window measures
	}
	d.Subjects = []evaluate.Subject{subject}
	r, err := d.Run(ctx)
	if err == nil && set != "" && o.ask.Replay == "" {
		o.keep(r.Worth[0], set)
	}
	return r, err
}

// labelled are the projects of suite D: those of --fixtures, of aipack's own
// sources, or those within the program, whose set has a name.
func (o options) labelled() (all []evaluate.Fixture, set string, err error) {
	folders := []string{o.fixtures}
	if o.fixtures == "" {
		repos, unsure := filepath.Join("testdata", "repos"), filepath.Join("testdata", "unsure")
		if _, err := os.Stat(repos); err != nil {
			carried, err := o.Carried()
			return carried.Fixtures, carried.ID, err
		}
		folders = []string{repos}
		if o.modelled() {
			folders = append(folders, unsure) // there the rules are wrong, and a model can show what it knows
		}
	}
	for _, dir := range folders {
		found, err := evaluate.Fixtures(dir)
		if err != nil {
			return nil, "", err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, "", &fault.Fault{
			Code: fault.FileNotFound, Message: "there are no labelled projects in " + o.fixtures,
			Hint: "leave --fixtures away to use those within the program",
		}
	}
	return all, "", nil
}

// keep writes a result where the window keeps its own. One of a model that
// never answered says nothing of it.
func (o options) keep(w evaluate.Worth, set string) {
	provider, model, answered := strings.Cut(w.Asked, " ")
	data, err := appdir.Data()
	r := scores.Result{Provider: provider, Model: model, Set: set, Version: o.Version, At: o.Now().UnixMilli()}.With(w)
	if err != nil || !answered || !r.Answered() {
		return
	}
	if err := scores.In(data).Add(r); err != nil {
		fmt.Fprintln(o.Err, "aipack:", err)
	}
}

func (o options) subject() string {
	if o.ask.Replay != "" && !o.ask.Both() {
		return "recording " + filepath.Base(o.ask.Replay)
	}
	return strings.TrimSpace(o.ask.Provider + " " + o.ask.Model)
}

// adviser asks the model about one fixture; each has a recording of its own.
func (o options) adviser(ctx context.Context, fixture, mode string) (pipeline.Adviser, error) {
	ask := o.ask
	ask.Mode, ask.Measured = mode, true
	place := filepath.Join(filepath.FromSlash(fixture), mode)
	if ask.Record != "" {
		ask.Record = filepath.Join(ask.Record, place)
	}
	if ask.Replay != "" {
		ask.Replay = filepath.Join(ask.Replay, place)
		if _, err := os.Stat(ask.Replay); errors.Is(err, os.ErrNotExist) && !ask.Both() {
			return nil, nil // nothing was asked there: the rules alone answered
		}
	}
	return o.Advise(ctx, ask)
}
