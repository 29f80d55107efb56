//go:build engine || !headless || window

package main

import (
	"os"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/evaluating"
	"aipack/backend/cli/inferring"
	"aipack/backend/cli/provider"
	"aipack/backend/cli/proving"
	"aipack/backend/llm/catalogue"
)

// commands are those that need heavy libraries: aipack-engine and the window
// hold them, and the light program hands them on.
func commands() []func(*cli.Program) *cobra.Command {
	return []func(*cli.Program) *cobra.Command{
		proving.Prove, proving.Preview, proving.Lint, inferring.Worker, evaluating.Parts{Client: measured}.Eval,
		provider.Command(provider.Parts{Selector: choosing, Keys: keyring, Window: catalogue.Window, Hold: holding, In: os.Stdin}),
		func(p *cli.Program) *cobra.Command { return desk().Model(p) },
		func(p *cli.Program) *cobra.Command { return desk().Setup(p) },
	}
}
