//go:build engine || !headless

package main

import (
	"context"

	"aipack/backend/advise"
	"aipack/backend/cli"
	"aipack/backend/language"
	"aipack/backend/llm/selector"
	"aipack/backend/pipeline"
)

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

// allRooms are the rooms of a program that holds models.
func allRooms() cli.Rooms {
	r := rooms()
	r.Advise = adviser(r.Registry)
	return r
}
