package coding

import (
	"fmt"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/code/overview"
	"aipack/backend/detect/pipeline"
)

// overviewOf is the question for a page about the project.
func overviewOf(p *cli.Program) *cobra.Command {
	var c *cobra.Command
	c = command(p, "overview PATH", "Says in a page what a project is, what most of it hangs on, and how its people write", 1, func(a *asking, _ []string) error {
		tree, err := a.Open(a.dir)
		if err != nil {
			return err
		}
		defer tree.Close()
		found, err := p.Analyse(c.Context(), pipeline.Run{ID: "overview", Repo: tree, Mode: pipeline.Static})
		if err != nil {
			return err
		}
		o := overview.Of(a.graph, found.Documents, found.Context.Scan().Index.Paths(), tree.ReadFile)
		if a.format == "json" {
			return a.json(o)
		}
		return a.printOverview(o)
	})
	return c
}

func (a *asking) printOverview(o *overview.Page) error {
	for _, s := range o.Services {
		visible.Fprintf(a.Out, "deployed: %s (%s)  %s %s, built with %s\n", s.Name, s.Path, s.Language, s.Framework, s.Build)
	}
	if len(o.Services) == 0 {
		fmt.Fprintln(a.Out, "deployed: nothing that was found")
	}
	for _, l := range o.Languages {
		fmt.Fprintf(a.Out, "%s: %d files, %d lines, %d symbols\n", l.Name, l.Files, l.Lines, l.Symbols)
	}
	if o.Circles > 0 {
		fmt.Fprintf(a.Out, "%d groups of files import each other in a circle\n", o.Circles)
	}
	fmt.Fprintln(a.Out, "most hangs on")
	for _, s := range o.Central {
		visible.Fprintf(a.Out, "  %s:%d  %s\n", s.Path, s.Line, s.Signature)
	}
	fmt.Fprintln(a.Out, "made with")
	for _, l := range o.Libraries {
		visible.Fprintf(a.Out, "  %s (%s, %d files)\n", l.Name, l.Language, l.Files)
	}
	fmt.Fprintln(a.Out, "habits")
	for _, c := range o.Conventions {
		share := ""
		if c.Share > 0 {
			share = fmt.Sprintf("  %.0f %% of %d", 100*c.Share, c.Of)
		}
		visible.Fprintf(a.Out, "  %-10s %s: %s%s\n", c.Language, c.About, c.Habit, share)
	}
	return nil
}
