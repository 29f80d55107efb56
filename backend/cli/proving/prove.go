package proving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/fault"
	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/sbom"
)

// options are the flags of prove.
type options struct {
	analysis cli.Analysis
	builders []string
	format   string
	sbom     string
	cache    string
	tls      prove.TLS
	limits   prove.Limits
	memory   int64 // MiB
	network  bool
	browser  string
}

func (o *options) flags(c *cobra.Command) {
	o.analysis.Flags(c)
	o.limits = prove.Usual()
	f := c.Flags()
	f.StringSliceVar(&o.builders, "builder", nil, "address of the builder: unix://, tcp://, docker+unix://, ssh://, kube-pod:// …; several share the services; absent: found")
	f.StringVar(&o.format, "format", "text", "text, json or html")
	f.DurationVar(&o.limits.Build, "limit", o.limits.Build, "end a build that takes longer")
	f.DurationVar(&o.limits.Healthy, "healthy-within", o.limits.Healthy, "how long a service may take to be well")
	f.Int64Var(&o.memory, "memory", 0, "MiB that one step of the build (BuildKit 0.33 or later) and one process of the service may use; 0: no limit of ours")
	f.BoolVar(&o.network, "network", false, "let the service reach the network while it is proved")
	f.StringVar(&o.browser, "browser", "", "program that looks at a service's page: Chromium, Chrome or Edge; none: not looked at; absent: found")
	f.StringVar(&o.cache, "cache", "", "share layers through this reference of a registry: registry.example.com/team/cache")
	f.StringVar(&o.sbom, "sbom", "", "write the packages as CycloneDX into this file")
	f.StringVar(&o.tls.CA, "tls-ca", "", "PEM file of the authority that signed a tcp:// builder's certificate")
	f.StringVar(&o.tls.Cert, "tls-cert", "", "PEM file of our certificate for a tcp:// builder")
	f.StringVar(&o.tls.Key, "tls-key", "", "PEM file of its key")
}

// check refuses flags that do not go together.
func (o *options) check() error {
	switch {
	case !slices.Contains([]string{"text", "json", "html"}, o.format):
		return cli.Misuse(fmt.Sprintf("--format is text, json or html, not %q", o.format))
	case (o.tls.Cert == "") != (o.tls.Key == ""):
		return cli.Misuse("--tls-cert and --tls-key go together")
	case o.memory < 0 || o.memory > 1<<24:
		return cli.Misuse("--memory is a number of MiB")
	case o.limits.Build <= 0 || o.limits.Healthy <= 0:
		return cli.Misuse("--limit and --healthy-within are longer than nothing")
	}
	return nil
}

// Prove builds, starts and probes each service of a folder.
func Prove(p *cli.Program) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "prove PATH", Short: "Builds, starts and probes each service, and says what happened", Args: cli.OnePath,
		Long: "Prove builds the Dockerfile of every service, starts the image inside the builder\n(without network, no port is opened), asks it whether it is well, and reports.\nNothing is written into the project. Exit code 1: something did not work.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			return o.run(c.Context(), p, args[0])
		},
	}
	o.flags(c)
	return c
}

func (o *options) run(ctx context.Context, p *cli.Program, root string) error {
	found, err := p.Find(ctx, o.analysis, root)
	if err != nil {
		return err
	}
	if len(found.Documents) == 0 {
		visible.Fprintf(p.Err, "aipack: %s\n", found.Context.Structure().Missing)
		return cli.ErrNothing
	}
	o.limits.Memory = o.memory << 20
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	if o.sbom != "" {
		if err := writeSBOM(ctx, p, dir, o.sbom); err != nil {
			return err
		}
	}
	requests := make([]prove.Request, len(found.Documents))
	for i, d := range found.Documents {
		requests[i] = prove.Request{Document: d, Dir: dir}
	}
	builders, err := prove.ChooseAll(ctx, o.builders, o.tls)
	if err != nil {
		return errors.Join(o.notTried(ctx, p, requests, err), err)
	}
	for _, b := range builders {
		visible.Fprintf(p.Err, "aipack: proving on %s, because %s\n", b.Address, b.Why)
	}
	fleet := prove.Fleet{Builders: builders, Prover: prove.Prover{Limits: o.limits, Network: o.network, Cache: o.cache, Browser: o.program(), Now: p.Now}}
	if o.format == "text" {
		fleet.Sink = live(p.Err)
	}
	reports, err := fleet.Prove(ctx, requests)
	if printErr := printReports(p.Out, o.format, reports); printErr != nil {
		return printErr
	}
	if err != nil {
		return err
	}
	return verdict(reports)
}

// notTried reports what can be said without a builder.
func (o *options) notTried(ctx context.Context, p *cli.Program, requests []prove.Request, why error) error {
	var reports []*prove.Report
	for _, r := range requests {
		report, err := prove.NotTried(ctx, r, why, p.Now())
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	return printReports(p.Out, o.format, reports)
}

// program is the browser to look with, "" for none.
func (o *options) program() string {
	switch o.browser {
	case "":
		return browser.Find()
	case "none":
		return ""
	}
	return o.browser
}

// writeSBOM asks the user's syft, else reads the lock files.
func writeSBOM(ctx context.Context, p *cli.Program, dir, file string) error {
	doc, found, err := sbom.Syft(ctx, dir)
	if err != nil || !found {
		if err != nil {
			visible.Fprintf(p.Err, "aipack: %s\n", err)
		}
		list, err := sbom.Read(dir)
		if err != nil {
			return err
		}
		for _, text := range list.Uncovered {
			fmt.Fprintln(p.Err, "aipack: packages:", text)
		}
		if doc, err = list.CycloneDX(filepath.Base(dir), p.Now()); err != nil {
			return err
		}
	}
	if err := os.WriteFile(file, doc, 0o644); err != nil {
		return &fault.Fault{Code: fault.PermissionDenied, Message: "cannot write " + file, Hint: "give --sbom a file in a folder that exists", Err: err}
	}
	return nil
}

func verdict(reports []*prove.Report) error {
	for _, r := range reports {
		if r.Verdict != prove.Proven {
			return cli.ErrFailed
		}
	}
	return nil
}

// live prints steps as they end. Several builders may tell at once.
func live(w io.Writer) func(prove.Progress) {
	var mu sync.Mutex
	return func(p prove.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if s := p.Step; s != nil && s.State != "running" {
			visible.Fprintf(w, "%-7s %6.1fs  %s\n", s.State, float64(s.DurationMS)/1000, s.Name)
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
	visible.Fprintf(w, "%s (%s): %s in %.1f s\n", r.Name, r.Service, strings.ReplaceAll(string(r.Verdict), "_", " "), float64(r.DurationMS)/1000)
	if p := r.Probe; p != nil && p.Healthy {
		visible.Fprintf(w, "  healthy %.1f s after its start", float64(p.AfterMS)/1000)
		if p.Status != 0 {
			visible.Fprintf(w, ", answers %d in %d ms", p.Status, p.LatencyMS)
		}
		fmt.Fprintln(w)
	}
	if s := r.Start; s != nil && len(s.Listening) > 0 {
		visible.Fprintf(w, "  runs as %s, listens on %s, used %d MB of memory\n", s.User, strings.Join(s.Listening, ", "), s.PeakBytes/1_000_000)
	}
	if r.Image != nil {
		printImage(w, r.Image)
	}
	for _, one := range r.Warnings {
		visible.Fprintf(w, "  warning: %s\n", one.Message)
	}
	printChecks(w, r.Checks)
	if r.Failure != nil {
		printFailure(w, r.Failure)
	}
}

// printImage tells the size, what made it, and what it stands on.
func printImage(w io.Writer, i *prove.Image) {
	if i.SizeBytes == 0 {
		return
	}
	visible.Fprintf(w, "  image of %d MB\n", i.SizeBytes/1_000_000)
	for _, l := range i.Layers {
		if l.Line > 0 {
			visible.Fprintf(w, "    %8.1f MB  line %-3d %s\n", float64(l.SizeBytes)/1e6, l.Line, l.Command)
		}
	}
	for _, b := range i.Bases {
		visible.Fprintf(w, "    built on %s@%s\n", b.Name, b.Digest)
	}
}

func printChecks(w io.Writer, checks []prove.Check) {
	for _, c := range checks {
		visible.Fprintf(w, "  %-12s %s", strings.ReplaceAll(c.State, "_", " "), strings.ReplaceAll(c.Name, "_", "-"))
		if c.Reason != "" {
			visible.Fprintf(w, ": %s", c.Reason)
		}
		fmt.Fprintln(w)
		for _, f := range c.Findings {
			where := f.Path
			if f.Line > 0 {
				where = fmt.Sprintf("%s:%d", f.Path, f.Line)
			}
			visible.Fprintf(w, "    %s: %s %s\n", f.Severity, f.Message, where)
		}
	}
}

func printFailure(w io.Writer, f *prove.Failure) {
	visible.Fprintf(w, "  %s\n", f.Cause)
	if f.Line > 0 {
		visible.Fprintf(w, "  Dockerfile line %d (%s): %s\n", f.Line, f.Field, f.Text)
	}
	for _, line := range f.Log {
		visible.Fprintf(w, "  | %s\n", line)
	}
	if f.Fix != "" {
		visible.Fprintf(w, "  what to do: %s\n", f.Fix)
	}
	for _, e := range f.Edits {
		visible.Fprintf(w, "  set %s to %v\n", e.Field, e.Value)
	}
}
