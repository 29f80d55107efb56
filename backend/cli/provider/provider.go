// Package provider holds the commands about the providers of models: which
// there are and which is used, whether a model can do what aipack needs, and
// their keys.
package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/selector"
)

// Parts is what the commands work with.
type Parts struct {
	Selector func() selector.Chooser
	Keys     func() keys.Places
	In       io.Reader // where a key is read from

	// Try has a model show what it can do, within what the user allows it to cost;
	// say tells the user.
	Try func(ctx context.Context, w selector.Want, say func(string)) (llm.Capabilities, selector.Candidate, error)
}

// Command makes the commands of some parts.
func Command(parts Parts) func(*cli.Program) *cobra.Command {
	return func(p *cli.Program) *cobra.Command {
		c := &cobra.Command{Use: "provider", Short: "Lists and tests the providers of models, and manages their keys", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return cli.Misuse("say what: list, test, key or servers") }}
		c.AddCommand(parts.list(p), parts.test(p), parts.key(p), servers(p))
		return c
	}
}

// row is one provider in a list.
type row struct {
	Provider string         `json:"provider"`
	State    selector.State `json:"state"`
	Used     bool           `json:"used"`
	Model    string         `json:"model"`
	Cloud    bool           `json:"cloud"`
	Key      keys.Where     `json:"key"`
	Reason   string         `json:"reason"`
}

func (parts Parts) list(p *cli.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "list", Short: "Lists the providers and says which one is used", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s := parts.Selector()
			choice := s.Choose(c.Context(), selector.Want{})
			rows := []row{}
			for _, provider := range selector.Providers() {
				found, state, reason := s.Look(c.Context(), provider, selector.Want{})
				rows = append(rows, row{provider, state, provider == choice.Chosen.Provider, found.Model, found.Cloud, found.Key.Where, reason})
			}
			switch format {
			case "json":
				enc := json.NewEncoder(p.Out)
				enc.SetIndent("", "  ")
				return enc.Encode(rows)
			case "text":
				return printRows(p.Out, rows, choice)
			}
			return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func printRows(w io.Writer, rows []row, choice selector.Choice) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		used := " "
		if r.Used {
			used = "*"
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\t%s\n", used, r.Provider, r.State, r.Model, r.Reason)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if !choice.Ready() {
		_, err := fmt.Fprintln(w, "\nNo model is asked: the rules answer alone.\n"+choice.Hint)
		return err
	}
	_, err := fmt.Fprintln(w, "\n"+choice.Chosen.Reason)
	return err
}

func (parts Parts) test(p *cli.Program) *cobra.Command {
	var w selector.Want
	c := &cobra.Command{
		Use: "test PROVIDER", Short: "Asks a provider's model whether it can do what aipack needs", Args: one,
		Long: "Test asks the model to call a tool and to answer in JSON. It costs a few tokens.\nA model that is seen to call no tools is not asked until another test says otherwise.",
		RunE: func(c *cobra.Command, args []string) error {
			w.Provider, w.By = args[0], "on the command line"
			found, asked, err := parts.Try(c.Context(), w, func(text string) { fmt.Fprintln(p.Err, "aipack:", text) })
			if err != nil {
				return err
			}
			return printFound(p.Out, asked, found)
		},
	}
	c.Flags().StringVar(&w.Model, "model", "", "the provider's model")
	c.Flags().StringVar(&w.BaseURL, "base-url", "", "the provider's address; aipack provider servers lists those of servers that speak OpenAI's protocol")
	return c
}

func printFound(w io.Writer, c selector.Candidate, found llm.Capabilities) error {
	window := "unknown"
	if found.Window > 0 {
		window = fmt.Sprintf("%d tokens", found.Window)
	}
	pace := "too short an answer to tell"
	if found.TokensPerSecond > 0 {
		pace = fmt.Sprintf("%.0f tokens a second", found.TokensPerSecond)
	}
	_, err := fmt.Fprintf(w, "%s, %s\n  calls tools     %t\n  answers in JSON %t\n  window          %s\n  pace            %s\n",
		c.Name, c.Model, found.Tools, found.JSON, window, pace)
	if found.Warning != "" {
		_, err = fmt.Fprintln(w, "  warning:", found.Warning)
	}
	return err
}

func one(_ *cobra.Command, args []string) error {
	if len(args) != 1 || !selector.Known(args[0]) {
		return cli.Misuse("one provider is wanted: " + strings.Join(selector.Providers(), ", "))
	}
	return nil
}
