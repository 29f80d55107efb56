package coding

import (
	"fmt"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/code/codecheck"
)

// checkOf is the question for what is wrong with the code.
func checkOf(p *cli.Program) *cobra.Command {
	var before string
	c := command(p, "check PATH", "Lists names that nothing declares, missing imports, what cannot be parsed, circles of imports, and what a change broke", 1,
		func(a *asking, _ []string) error {
			problems := codecheck.Check(a.graph)
			if before != "" {
				old, err := a.another(before)
				if err != nil {
					return err
				}
				problems = append(codecheck.Broken(old, a.graph), problems...)
			}
			return a.printProblems(problems)
		})
	c.Flags().StringVar(&before, "before", "", "a folder with the project as it was: what others use and is no longer there, or takes other values, is named")
	return c
}

func (a *asking) printProblems(problems []codecheck.Problem) error {
	if a.format == "json" {
		if problems == nil {
			problems = []codecheck.Problem{}
		}
		if err := a.json(problems); err != nil {
			return err
		}
	} else {
		for _, p := range problems {
			visible.Fprintf(a.Out, "%s:%d  %s", p.Path, p.Line, p.Message)
			if p.Suggestion != "" {
				visible.Fprintf(a.Out, " (%s)", p.Suggestion)
			}
			fmt.Fprintf(a.Out, "  [%s]\n", p.Rule)
		}
		if len(problems) == 0 {
			fmt.Fprintln(a.Out, "nothing is wrong as far as the sources tell")
		}
	}
	if len(problems) > 0 {
		return cli.ErrFailed
	}
	return nil
}
