//go:build engine || !headless || window

package main

import (
	"context"
	"sync/atomic"

	"aipack/backend/advise"
	"aipack/backend/cli"
	"aipack/backend/cli/provider"
	"aipack/backend/event"
	"aipack/backend/language"
	"aipack/backend/llm"
	"aipack/backend/llm/catalogue"
	"aipack/backend/llm/failover"
	"aipack/backend/llm/recording"
	"aipack/backend/llm/selector"
	"aipack/backend/pipeline"
	"aipack/backend/universalbuild"
)

// advising makes a run's adviser. The model is chosen with the first question:
// most runs have none, and choosing may mean to wait for Ollama. o.Window is
// the most that a request may hold, 0 for the model's own; said hears of the
// choice and may be nil.
func advising(m ModelChoice, registry func() *language.Registry, o advise.Options, said func(selector.Choice)) pipeline.Adviser {
	h := &hearing{}
	m.Tell = h.send
	most := o.Window
	adviser := advise.New(o)
	adviser.Open = func(ctx context.Context) (llm.Client, error) {
		client, choice, err := model(ctx, m)
		if err != nil {
			return nil, err
		}
		if said != nil {
			said(choice)
		}
		if !choice.Ready() {
			return nil, provider.Unready(choice)
		}
		h.send(event.ModelChosen{Provider: choice.Chosen.Provider, Model: choice.Chosen.Model, Cloud: choice.Chosen.Cloud, Reason: choice.Chosen.Reason})
		adviser.Registry, adviser.Window = registry(), catalogue.Window(choice.Chosen.Provider, choice.Chosen.Model)
		if most > 0 && (adviser.Window == 0 || adviser.Window > most) {
			adviser.Window = most
		}
		return client, nil
	}
	h.Adviser = adviser
	return h
}

// hearing is an adviser whose client's own events reach the run that asks.
type hearing struct {
	pipeline.Adviser
	tell atomic.Pointer[func(event.Event)]
}

func (h *hearing) send(e event.Event) {
	if tell := h.tell.Load(); tell != nil {
		(*tell)(e)
	}
}

// Answer puts one question.
func (h *hearing) Answer(ctx context.Context, d pipeline.Desk, q pipeline.Question) (pipeline.Advice, bool) {
	h.tell.Store(&d.Tell)
	return h.Adviser.Answer(ctx, d, q)
}

// Explore looks for services.
func (h *hearing) Explore(ctx context.Context, d pipeline.Desk, why string) []universalbuild.UniversalBuild {
	h.tell.Store(&d.Tell)
	return h.Adviser.Explore(ctx, d, why)
}

// adviser makes the adviser of a command line.
func adviser(registry func() *language.Registry) func(context.Context, cli.Asking) (pipeline.Adviser, error) {
	return func(_ context.Context, a cli.Asking) (pipeline.Adviser, error) {
		m, err := choiceOf(a)
		if err != nil {
			return nil, err
		}
		return advising(m, registry, advise.Options{}, func(c selector.Choice) {
			if c.Ready() {
				a.Say(c.Chosen.Reason)
			}
		}), nil
	}
}

// choiceOf is what a command line wants of its model.
func choiceOf(a cli.Asking) (ModelChoice, error) {
	m := ModelChoice{
		Want:    selector.Want{Provider: a.Provider, Model: a.Model, BaseURL: a.BaseURL, By: "on the command line", Fallback: a.Fallback},
		Retries: failover.Retries,
	}
	if f := a.Fallback; f != "" && f != selector.NoFallback && !selector.Known(f) {
		return m, cli.Misuse("--fallback is a provider or none, not " + f)
	}
	switch {
	case a.Record != "":
		m.Mode, m.Recording = recording.Record, recording.Files{Dir: a.Record}
	case a.Replay != "":
		m.Mode, m.Recording = recording.Replay, recording.Files{Dir: a.Replay}
	}
	return m, nil
}

// measured gives the model that an evaluation is about.
func measured(ctx context.Context, a cli.Asking) (llm.Client, error) {
	m, err := choiceOf(a)
	if err != nil {
		return nil, err
	}
	m.Scenario = "eval"
	client, choice, err := model(ctx, m)
	switch {
	case err != nil:
		return nil, err
	case client == nil:
		return nil, provider.Unready(choice)
	}
	a.Say(choice.Chosen.Reason)
	return client, nil
}

// whole are the rooms of a program that holds models.
func whole() cli.Rooms {
	r := rooms()
	r.Advise = adviser(r.Registry)
	return r
}
