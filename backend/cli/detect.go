package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/base/event"
	"aipack/backend/cli/visible"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

func (p *Program) detect() *cobra.Command {
	var a Analysis
	var format string
	c := &cobra.Command{
		Use: "detect PATH", Short: "Says what is in a folder and how to build and run it", Args: OnePath,
		Long: "Detect looks at a folder and prints one document for each deployable service:\nlanguage, build, start command, ports, health check, and why.\n" +
			"Rules answer, and nothing leaves this computer, unless --mode says that a model may be asked.\n" +
			"Exit code 3: nothing deployable was found.",
		RunE: func(c *cobra.Command, args []string) error {
			if !strings.Contains(" text json yaml ", " "+format+" ") {
				return Misuse(fmt.Sprintf("--format is text, json or yaml, not %q", format))
			}
			return p.analysing(c.Context(), func() error { return p.runDetect(c.Context(), a, args[0], format) })
		},
	}
	a.Flags(c)
	c.Flags().StringVar(&format, "format", "text", "text, json or yaml")
	return c
}

func (p *Program) runDetect(ctx context.Context, a Analysis, dir, format string) error {
	out, err := p.Find(ctx, a, dir)
	if errors.Is(err, errHandedOver) {
		return err
	}
	if err != nil {
		if format == "json" {
			fmt.Fprintln(p.Out, "[]") // stays valid for whoever reads it
		}
		return err
	}
	if err := printDocuments(p.Out, format, out.Documents); err != nil {
		return err
	}
	if format == "text" {
		printProblems(p.Out, out.Problems)
		printSpent(p.Out, out.Spent)
	}
	if out.Spent.Failure != "" {
		visible.Fprintf(p.Err, "aipack: the rules alone answered, at least in part: %s\n", out.Spent.Failure)
	}
	if len(out.Documents) == 0 {
		visible.Fprintf(p.Err, "aipack: %s\n", out.Context.Structure().Missing)
		return ErrNothing
	}
	return nil
}

func printDocuments(w io.Writer, format string, docs []universalbuild.UniversalBuild) error {
	switch format {
	case "json":
		b, err := universalbuild.WriteJSON(docs)
		if err != nil {
			return err
		}
		_, err = w.Write(b)
		return err
	case "yaml":
		b, err := universalbuild.WriteYAML(docs)
		if err != nil {
			return err
		}
		_, err = w.Write(b)
		return err
	}
	for i, d := range docs {
		if i > 0 {
			fmt.Fprintln(w)
		}
		Explain(w, d)
	}
	return nil
}

// printProblems says what is wrong with the documents, and what to do.
func printProblems(w io.Writer, problems []pipeline.Problem) {
	for _, p := range problems {
		kind := "error"
		if p.Doubt {
			kind = "doubt"
		}
		visible.Fprintf(w, "\n%s in %s at %s: %s (rule %s)\n  %s\n", kind, p.Service, p.Field, p.Message, p.Rule, p.Fix)
	}
}

func jsonLines(w io.Writer) event.Sink {
	enc := json.NewEncoder(w)
	return func(s event.Stamped) { _ = enc.Encode(s) } // a closed pipe ends the listening, not the run
}
