package proving

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// Prove builds, starts and probes each service of a folder.
func Prove(p *cli.Program) *cobra.Command {
	var a cli.Analysis
	var builder, format string
	limits := prove.Usual()
	network := false
	c := &cobra.Command{
		Use: "prove PATH", Short: "Builds, starts and probes each service, and says what happened", Args: cli.OnePath,
		Long: "Prove builds the Dockerfile of every service, starts the image inside the builder\n(without network, no port is opened), asks it whether it is well, and reports.\nNothing is written into the project. Exit code 1: something did not work.",
		RunE: func(c *cobra.Command, args []string) error {
			if !strings.Contains(" text json html ", " "+format+" ") {
				return cli.Misuse(fmt.Sprintf("--format is text, json or html, not %q", format))
			}
			found, err := p.Find(c.Context(), a, args[0])
			if err != nil {
				return err
			}
			if len(found.Documents) == 0 {
				fmt.Fprintln(p.Err, "aipack:", found.Context.Structure().Missing)
				return cli.ErrNothing
			}
			chosen, err := prove.Choose(c.Context(), builder)
			if err != nil {
				return err
			}
			fmt.Fprintf(p.Err, "aipack: proving on %s, because %s\n", chosen.Address, chosen.Why)
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			prover := prove.Prover{Builder: chosen, Limits: limits, Network: network, Now: p.Now}
			if format == "text" {
				prover.Sink = live(p.Err)
			}
			reports, err := all(c, prover, dir, found.Documents)
			if printErr := printReports(p.Out, format, reports); printErr != nil {
				return printErr
			}
			if err != nil {
				return err
			}
			return verdict(reports)
		},
	}
	a.Flags(c)
	c.Flags().StringVar(&builder, "builder", "", "address of the builder: unix://, tcp://, docker+unix://, ssh://, kube-pod:// …; absent: found")
	c.Flags().StringVar(&format, "format", "text", "text, json or html")
	c.Flags().DurationVar(&limits.Build, "limit", limits.Build, "end a build that takes longer")
	c.Flags().DurationVar(&limits.Healthy, "healthy-within", limits.Healthy, "how long a service may take to be well")
	c.Flags().BoolVar(&network, "network", false, "let the service reach the network while it is proved")
	return c
}

func all(c *cobra.Command, prover prove.Prover, dir string, docs []universalbuild.UniversalBuild) ([]*prove.Report, error) {
	reports := []*prove.Report{}
	for _, d := range docs {
		r, err := prover.Prove(c.Context(), prove.Request{Document: d, Dir: dir})
		if r != nil {
			reports = append(reports, r)
		}
		if err != nil {
			return reports, err
		}
	}
	return reports, nil
}

func verdict(reports []*prove.Report) error {
	for _, r := range reports {
		if r.Verdict != prove.Proven {
			return cli.ErrFailed
		}
	}
	return nil
}

// live prints steps as they end and what the failing ones say.
func live(w io.Writer) func(prove.Progress) {
	return func(p prove.Progress) {
		if s := p.Step; s != nil && s.State != "running" {
			fmt.Fprintf(w, "%-7s %6.1fs  %s\n", s.State, float64(s.DurationMS)/1000, s.Name)
		}
	}
}

func printReports(w io.Writer, format string, reports []*prove.Report) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(reports)
	case "html":
		return prove.WriteHTML(w, reports)
	}
	for _, r := range reports {
		printReport(w, r)
	}
	return nil
}

func printReport(w io.Writer, r *prove.Report) {
	fmt.Fprintf(w, "%s (%s): %s in %.1f s\n", r.Name, r.Service, strings.ReplaceAll(string(r.Verdict), "_", " "), float64(r.DurationMS)/1000)
	if p := r.Probe; p != nil && p.Healthy {
		fmt.Fprintf(w, "  healthy %.1f s after its start", float64(p.AfterMS)/1000)
		if p.Status != 0 {
			fmt.Fprintf(w, ", answers %d in %d ms", p.Status, p.LatencyMS)
		}
		fmt.Fprintln(w)
	}
	if s := r.Start; s != nil && len(s.Listening) > 0 {
		fmt.Fprintf(w, "  runs as %s, listens on %s\n", s.User, strings.Join(s.Listening, ", "))
	}
	f := r.Failure
	if f == nil {
		return
	}
	fmt.Fprintf(w, "  %s\n", f.Cause)
	if f.Line > 0 {
		fmt.Fprintf(w, "  Dockerfile line %d (%s): %s\n", f.Line, f.Field, f.Text)
	}
	for _, line := range f.Log {
		fmt.Fprintf(w, "  | %s\n", line)
	}
	if f.Fix != "" {
		fmt.Fprintf(w, "  what to do: %s\n", f.Fix)
	}
	for _, e := range f.Edits {
		fmt.Fprintf(w, "  set %s to %v\n", e.Field, e.Value)
	}
}
