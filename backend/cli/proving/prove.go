package proving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/model/advise/suggest"
	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/lint"
	"aipack/backend/prove/lint/apart"
	"aipack/backend/prove/repair"
	"aipack/backend/prove/resume"
	"aipack/backend/prove/sbom"
)

// options are the flags of prove.
type options struct {
	analysis cli.Analysis
	builders []string
	format   string
	sbom     string
	cache    string
	tls      builder.TLS
	limits   prove.Limits
	memory   int64 // MiB
	network  bool
	browser  string
	env      []string
	secrets  []string
	files    []string
	fix      bool
	out      string
	saves    bool              // how the repair stands, so that it can go on
	anew     bool              // nothing that was cut off goes on
	known    []string          // the files of the folder
	answers  map[string]string // what the person knows, by the names of questions
}

// flags are those of prove and repair.
func (o *options) flags(c *cobra.Command) {
	o.analysis.Flags(c)
	o.limits = prove.Usual()
	f := c.Flags()
	f.StringSliceVar(&o.builders, "builder", nil,
		"address of the builder: unix://, tcp://, docker+unix://, ssh://, kube-pod:// …; several share the services; absent: found")
	f.DurationVar(&o.limits.Build, "limit", o.limits.Build, "end a build that takes longer")
	f.DurationVar(&o.limits.Healthy, "healthy-within", o.limits.Healthy, "how long a service may take to become healthy")
	f.Int64Var(&o.memory, "memory", 0, "MiB that one step of the build (BuildKit 0.33 or later) and one process of the service may use; 0: no limit of ours")
	f.BoolVar(&o.network, "network", false, "let the service reach the network while it is proved")
	f.StringArrayVar(&o.env, "env", nil, envUsage)
	f.StringArrayVar(&o.secrets, "secret", nil, secretUsage)
	f.StringArrayVar(&o.files, "file", nil, "PATH=FILE: prove with the content of FILE in place of the project's PATH; the project is not changed; may be repeated")
	f.StringVar(&o.browser, "browser", "", "program that looks at a service's page: Chromium, Chrome or Edge; none: not looked at; absent: found")
	f.StringVar(&o.cache, "cache", "", "share layers through this reference of a registry: registry.example.com/team/cache")
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
	return o.checkMending()
}

// Parts are what proving needs of others.
type Parts struct {
	Advisers func(cli.Asking) (func() suggest.Adviser, error) // whom --fix asks where no rule knows an edit
	In       io.Reader                                        // where repair reads answers from
	Asks     bool                                             // somebody sits there
}

// Prove builds, starts and probes each service of a folder.
func (parts Parts) Prove(p *cli.Program) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "prove PATH", Short: "Builds, starts and probes each service, and says what happened", Args: cli.OnePath,
		Long: "Prove builds the Dockerfile of every service, starts the image inside the builder\n(without network, no port is opened), asks it whether it is healthy, and reports.\nNothing is written into the project. Exit code 0: every service is proven, or ran and\nended by itself; 1: one is not. What --env and --secret give is for the\nproof alone: no file gets it, and it is not printed. --env is for the program, --secret\nfor the build.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			return o.run(c.Context(), p, parts, args[0])
		},
	}
	o.flags(c)
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "text, json or html")
	f.BoolVar(&o.fix, "fix", false,
		"make the edits that a failure offers, one after the other and three at most, and keep those that help; with --mode full a model is asked where no rule knows one; nothing is written into the project")
	f.StringVar(&o.out, "out", "", "with --fix: write the documents as they stand after it into this file, for export --from")
	f.StringVar(&o.sbom, "sbom", "", "write the packages as CycloneDX into this file")
	return c
}

func (o *options) run(ctx context.Context, p *cli.Program, parts Parts, root string) error {
	requests, reports, err := o.proved(ctx, p, parts, root)
	if len(reports) == 0 && err != nil {
		return err
	}
	o.remember(p, root, requests, reports, false)
	if err == nil && o.out != "" {
		err = writeDocuments(o.out, requests, reports)
	}
	if printErr := printReports(p.Out, o.format, reports); printErr != nil {
		return printErr
	}
	o.whereMended(p.Err, root, reports)
	return ended(ctx, err, reports)
}

// ended is the exit code's: the reports say how far each came.
func ended(ctx context.Context, err error, reports []*prove.Report) error {
	switch {
	case err != nil && ctx.Err() != nil:
		return cli.ErrFailed
	case err != nil:
		return err
	}
	return verdict(reports)
}

// proved proves the services of a folder and, with --fix, repairs them. Without a
// builder there are reports too, which say that nothing was tried.
func (o *options) proved(ctx context.Context, p *cli.Program, parts Parts, root string) ([]prove.Request, []*prove.Report, error) {
	requests, err := o.requests(ctx, p, root)
	if err != nil {
		return nil, nil, err
	}
	ask, err := o.asks(p, parts.Advisers)
	if err != nil {
		return nil, nil, err
	}
	linter, err := apart.Self()
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = linter.Close() }() // its process ends with it
	builders, err := builder.ChooseAll(ctx, o.builders, o.tls)
	if err != nil {
		reports, failed := notTried(ctx, p, requests, err, linter.Check)
		return requests, reports, errors.Join(failed, err)
	}
	for _, b := range builders {
		visible.Fprintf(p.Err, "aipack: proving on %s, because %s\n", b.Address, b.Why)
	}
	fleet := prove.Fleet{
		Builders: builders,
		Prover:   prove.Prover{Limits: o.limits, Network: o.network, Cache: o.cache, Browser: o.program(), Lint: linter.Check, Now: p.Now},
	}
	if o.format == "text" {
		fleet.Sink = live(p.Err)
	}
	var found resume.Found
	if o.saves {
		found = o.session(ctx, p, root, requests)
		defer found.Close()
	}
	reports, err := repair.Loop{Fix: o.fix, Tell: fleet.Sink, Ask: ask, Session: found.Session, Memory: memory(p, root)}.Whole(ctx, fleet, &requests)
	if err == nil && ctx.Err() == nil {
		found.Session.End(repaired(reports))
	}
	return requests, reports, err
}

// requests are the services of a folder, with what the command line gives them.
func (o *options) requests(ctx context.Context, p *cli.Program, root string) ([]prove.Request, error) {
	env, err := variables(o.env, os.LookupEnv)
	if err != nil {
		return nil, err
	}
	signIn, err := secrets(o.secrets, os.LookupEnv)
	if err != nil {
		return nil, err
	}
	files, err := proposed(o.files)
	if err != nil {
		return nil, err
	}
	found, err := p.Find(ctx, o.analysis.Whole(), root)
	if err != nil {
		return nil, err
	}
	wanted, beside := o.analysis.Wanted(found)
	if len(wanted) == 0 && len(beside) > 0 { // a service that there is not: the analysis knows what to say
		if found, err = p.Find(ctx, o.analysis, root); err != nil {
			return nil, err
		}
		wanted, beside = found.Documents, nil
	}
	if len(wanted) == 0 {
		visible.Fprintf(p.Err, "aipack: %s\n", found.Context.Structure().Missing)
		return nil, cli.ErrNothing
	}
	if err := asked(signIn, wanted); err != nil {
		return nil, err
	}
	o.known = export.KnownOf(found.Context.Scan().Index).Files
	o.limits.Memory = o.memory << 20
	dir, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if o.sbom != "" {
		if err := writeSBOM(ctx, p, dir, o.sbom); err != nil {
			return nil, err
		}
	}
	requests := make([]prove.Request, len(wanted))
	for i, d := range wanted {
		requests[i] = prove.Request{Document: d, Dir: dir, Env: env, Secrets: signIn, Beside: beside, Files: files}
	}
	return requests, o.answer(requests)
}

// notTried reports what can be said without a builder, or of what was stopped
// before one was found.
func notTried(ctx context.Context, p *cli.Program, requests []prove.Request, why error, check lint.Checker) (reports []*prove.Report, err error) {
	for _, r := range requests {
		report, err := prove.NotTried(ctx, r, why, p.Now(), check)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			report.Verdict, report.Warnings = prove.Stopped, []prove.Warning{}
		}
		reports = append(reports, report)
	}
	return reports, nil
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
		list, err := sbom.Read(os.DirFS(dir))
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

// verdict is the exit code's: incomplete and stopped are not enough.
func verdict(reports []*prove.Report) error {
	for _, r := range reports {
		if !r.Verdict.Good() {
			return cli.ErrFailed
		}
	}
	return nil
}

// live prints steps as they end, and what is waited for after them. Several
// builders may tell at once.
func live(w io.Writer) func(prove.Progress) {
	var mu sync.Mutex
	return func(p prove.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if s := p.Step; s != nil && s.State != "running" {
			visible.Fprintf(w, "%-7s %6.1fs  %s\n", s.State, float64(s.DurationMS)/1000, s.Name)
		}
		if p.Try != nil {
			liveTry(w, *p.Try)
		}
		if p.Waiting != "" {
			visible.Fprintf(w, "%-15s  %s\n", "waiting", p.Waiting)
		}
	}
}
