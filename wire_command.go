//go:build engine || !headless || window

package main

import (
	"context"

	"aipack/backend/cli"
	"aipack/backend/cli/provider"
	"aipack/backend/llm"
	"aipack/backend/llm/failover"
	"aipack/backend/llm/recording"
	"aipack/backend/llm/selector"
)

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
	return m.withBooks(a.Say), nil
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
