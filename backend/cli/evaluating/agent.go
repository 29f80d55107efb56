package evaluating

import (
	"context"
	"errors"
	"path/filepath"

	"aipack/backend/agent/trial"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
)

// agent is suite A: with a model, a recording of one, or the recorded answers.
func (o options) agent(ctx context.Context) (r *evaluate.Report, err error) {
	tasks, err := trial.Tasks()
	if err != nil {
		return nil, err
	}
	readers, err := parserpool.Own()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, readers.Close()) }()
	s := trial.Suite{
		Tasks: tasks, Analyse: o.Analyse, Sources: readers, Now: o.Now, Price: o.Price,
		Replayed: o.ask.Replay != "" && !o.ask.Both(),
	}
	if o.modelled() {
		s.Progress, s.Open = o.progress(), o.talker
	}
	return s.Run(ctx)
}

// talker gives the model for one task; each has a recording of its own.
func (o options) talker(ctx context.Context, task string) (llm.Client, error) {
	ask := o.ask
	ask.Mode = pipeline.LLM
	if ask.Record != "" {
		ask.Record = filepath.Join(ask.Record, task)
	}
	if ask.Replay != "" {
		ask.Replay = filepath.Join(ask.Replay, task)
	}
	return o.Client(ctx, ask)
}
