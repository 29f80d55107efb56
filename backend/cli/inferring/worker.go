// Package inferring holds the command that is the embedded model's process.
package inferring

import (
	"os"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/model/llm/llamacpp/inference"
)

// Worker answers the requests of the program that started it. Nobody types it,
// so the help does not name it.
func Worker(*cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "worker", Short: "Holds the embedded model; aipack starts it itself", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return inference.Serve(os.Stdin, os.Stdout) },
	}
}
