//go:build engine || !headless

package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/asking"
	"aipack/backend/cli/coding"
	"aipack/backend/cli/evaluating"
	"aipack/backend/cli/fetching"
	"aipack/backend/cli/inferring"
	"aipack/backend/cli/provider"
	"aipack/backend/cli/proving"
	"aipack/backend/line"
	"aipack/backend/llm"
	"aipack/backend/llm/catalogue"
	"aipack/backend/llm/gateway"
	"aipack/backend/llm/selector"
)

// Models are wired in aipack-engine and in the window only: the providers'
// libraries would cost the light program more at start-up than a detection.

// allRooms are the rooms of a program that holds models.
func allRooms(models *gateway.Models) cli.Rooms {
	r := rooms()
	r.Advise = asking.Adviser(models, line.Registry)
	return r
}

// commands are those that need heavy libraries: aipack-engine and the window
// hold them, and the light program hands them on.
func commands(models *gateway.Models) []func(*cli.Program) *cobra.Command {
	desk := fetching.Usual(gateway.Machine)
	desk.Others = others(models)
	return []func(*cli.Program) *cobra.Command{
		proving.Prove, proving.Preview, proving.Lint, inferring.Worker, coding.Code, coding.Reader, evaluating.Parts{Client: asking.Client(models), Graph: coding.Graph}.Eval,
		provider.Command(provider.Parts{Selector: models.Selector, Keys: models.Keys, Window: catalogue.Window, Hold: hold, In: os.Stdin}),
		desk.Model, desk.Setup,
	}
}

// others says how all providers stand, in the order in which they are asked.
func others(models *gateway.Models) func(context.Context) []fetching.Other {
	return func(ctx context.Context) []fetching.Other {
		var out []fetching.Other
		pick := models.Selector()
		for _, provider := range selector.Providers() {
			c, state, reason := pick.Look(ctx, provider, selector.Want{})
			out = append(out, fetching.Other{Name: c.Name, Ready: state == selector.Ready, Reason: reason})
		}
		return out
	}
}

// hold makes a model that a command tests count in the user's books.
func hold(client llm.Client, c selector.Candidate, say func(string)) llm.Client {
	return gateway.Terms{}.WithBooks(say).Hold(client, c)
}
