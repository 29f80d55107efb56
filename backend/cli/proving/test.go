package proving

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/owntests"
	"aipack/backend/prove/sandbox"
	"aipack/backend/store/projectdb"
)

// testRun are the flags of test.
type testRun struct {
	analysis cli.Analysis
	builder  string
	format   string
	tls      builder.TLS
	network  bool
	limit    time.Duration
}

// usualTestLimit is how long the tests of one service may take.
const usualTestLimit = 10 * time.Minute

// Test runs the project's own tests.
func Test(p *cli.Program) *cobra.Command {
	var o testRun
	c := &cobra.Command{
		Use: "test PATH", Short: "Runs the project's own tests in the plan's build stage", Args: cli.OnePath,
		Long: "Test finds the tests of each service and runs them in a container of its build stage,\nwhich has the toolchain and what development needs besides, on a copy of the project,\nwithout network unless --network says so. Nothing is written into the project. Exit\ncode 0: all that were found passed; 1: one failed, or could not run.",
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case o.format != "text" && o.format != "json":
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", o.format))
			case o.limit <= 0:
				return cli.Misuse("--limit is longer than nothing")
			}
			return o.run(c.Context(), p, args[0])
		},
	}
	o.analysis.Flags(c)
	f := c.Flags()
	f.StringVar(&o.builder, "builder", "", "address of the builder: unix://, tcp://, docker+unix://, ssh://, kube-pod:// …; absent: found")
	f.BoolVar(&o.network, "network", false, "let the tests reach the network")
	f.DurationVar(&o.limit, "limit", usualTestLimit, "end the tests of a service that take longer")
	f.StringVar(&o.format, "format", "text", "text or json")
	return c
}

// tested is a suite with what came of it, as test prints it.
type tested struct {
	owntests.Suite
	owntests.Result
	Output string `json:"output"` // the end of what was printed
}

func (o testRun) run(ctx context.Context, p *cli.Program, root string) error {
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	found, err := p.Find(ctx, o.analysis, root)
	if err != nil {
		return err
	}
	if len(found.Documents) == 0 {
		visible.Fprintf(p.Err, "aipack: %s\n", found.Context.Structure().Missing)
		return cli.ErrNothing
	}
	files := export.KnownOf(found.Context.Scan().Index).Files
	all := make([]tested, 0, len(found.Documents))
	var b *builder.Found
	for _, s := range owntests.Find(os.DirFS(dir), files, found.Documents) {
		one := tested{Suite: s, Result: owntests.Result{State: owntests.NotFound, Failures: []owntests.Failure{}, Said: s.Because}}
		if s.Command != "" {
			if b == nil {
				chosen, err := builder.Choose(ctx, o.builder)
				if err != nil {
					return err
				}
				b = &chosen
				visible.Fprintf(p.Err, "aipack: testing on %s, because %s\n", b.Address, b.Why)
			}
			if one, err = o.one(ctx, p, *b, s, dir); err != nil {
				return err
			}
		}
		if all = append(all, one); o.format == "text" {
			one.print(p.Out)
		}
	}
	if err := saveTests(p, dir, all); err != nil {
		visible.Fprintf(p.Err, "aipack: what the tests came to is not kept for aipack keep: %v\n", err)
	}
	if o.format == "json" {
		enc := json.NewEncoder(p.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(all); err != nil {
			return err
		}
	}
	for _, one := range all {
		if one.State != owntests.Passed && one.State != owntests.NotFound {
			return cli.ErrFailed
		}
	}
	return nil
}

// one runs the tests of one service. A build stage that cannot be built is an answer, too.
func (o testRun) one(ctx context.Context, p *cli.Program, b builder.Found, s owntests.Suite, dir string) (tested, error) {
	sink := func(prove.Progress) {}
	if o.format == "text" {
		visible.Fprintf(p.Out, "%s: %s, because of %s\n", s.Service, s.Command, s.Because)
	}
	out := tested{Suite: s}
	box, err := sandbox.In(prove.Prover{Builder: b, Limits: prove.Usual(), Now: p.Now, Sink: sink}, s.Plan, dir)
	if err != nil {
		return out, err
	}
	said := &lastOf{}
	came, err := box.Run(ctx, sandbox.Order{Line: s.Line(box.Folder()), Network: o.network, Limit: o.limit, Out: said})
	if fault.CodeOf(err) == fault.BuildFailed {
		out.Result = owntests.Result{State: owntests.NotHere, Failures: []owntests.Failure{}, Said: err.Error()}
		return out, nil
	} else if err != nil {
		return out, err
	}
	left := map[string][]byte{}
	for _, f := range came.Files {
		left[f.Path] = f.Content
	}
	out.Output = said.String()
	out.Result = s.Read(came.Exit, came.Late, out.Output, left)
	return out, nil
}

// print says what came of a suite, and where what failed is.
func (t tested) print(w io.Writer) {
	visible.Fprintf(w, "%s: %s\n", t.Service, t.Result.Words())
	for _, f := range t.Failures {
		at := ""
		if f.File != "" {
			at = fmt.Sprintf("  (%s:%d)", f.File, f.Line)
		}
		visible.Fprintf(w, "  failed: %s%s\n", f.Name, at)
		for line := range strings.Lines(f.Text) {
			visible.Fprintf(w, "    %s\n", strings.TrimRight(line, "\r\n"))
		}
	}
	if t.State != owntests.Passed && t.State != owntests.NotFound && len(t.Failures) == 0 {
		lines := strings.Split(strings.TrimRight(t.Output, "\n"), "\n")
		for _, line := range lines[max(0, len(lines)-mostTail):] {
			visible.Fprintf(w, "    %s\n", line)
		}
	}
}

// mostTail is how many lines of the output are shown where no test is named.
const mostTail = 20

func saveTests(p *cli.Program, dir string, all []tested) error {
	rows := make([]projectdb.Tests, len(all))
	for i, t := range all {
		rows[i] = projectdb.Tests{
			Service: t.Service, State: string(t.State), Passed: t.Passed, Failed: t.Failed, Skipped: t.Skipped, Said: t.Result.Words(), RanAt: p.Now().UnixMilli(),
		}
	}
	return inProject(p, dir, "aipack test", func(db *projectdb.Database) error { return db.SaveTests(rows) })
}

// mostOutput is how much of what tests print is read, in bytes: the end of it.
const mostOutput = 16 << 20

// lastOf keeps the end of what is written to it. It is safe for use by several goroutines.
type lastOf struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write never fails.
func (l *lastOf) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(b)
	if over := l.text.Len() - mostOutput; over > mostOutput/4 {
		l.text.Next(over)
	}
	return len(b), nil
}

// String gives it as text.
func (l *lastOf) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.ToValidUTF8(l.text.String(), "\ufffd")
}
