package proving

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/packaging/export"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/owntests"
	"aipack/backend/store/projectdb"
)

// testRun are the flags of test.
type testRun struct {
	analysis cli.Analysis
	builder  string
	format   string
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
		Long: "Test finds the tests of each service and runs them in a container of its build stage,\nwhich has the toolchain and what development needs besides, on a copy of the project,\nwithout network unless --network says so, beside the data services of its plan (and\nonce more alone where something fails so: the better of the two counts). Nothing is written into the project. Exit\ncode 0: all that were found passed; 1: one failed, or could not run.",
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
	all := make([]owntests.Ran, 0, len(found.Documents))
	order := owntests.Order{Dir: dir, Limit: o.limit, Network: o.network, Now: p.Now}
	inside, err := os.OpenRoot(dir)
	if err != nil {
		return fault.OfFile("cannot open "+root, err, "check the folder's name")
	}
	defer inside.Close()
	for _, s := range owntests.Find(inside.FS(), files, found.Documents) {
		if s.Command != "" && order.Builder.Address == "" {
			if order.Builder, err = builder.Choose(ctx, o.builder); err != nil {
				return err
			}
			visible.Fprintf(p.Err, "aipack: testing on %s, because %s\n", order.Builder.Address, order.Builder.Why)
		}
		if s.Command != "" && o.format == "text" {
			visible.Fprintf(p.Out, "%s: %s, because of %s\n", s.Service, s.Command, s.Because)
		}
		one, err := s.Run(ctx, order)
		if err != nil {
			return err
		}
		if all = append(all, one); o.format == "text" {
			printTests(p.Out, one)
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

// printTests says what came of a suite, and where what failed is.
func printTests(w io.Writer, t owntests.Ran) {
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

func saveTests(p *cli.Program, dir string, all []owntests.Ran) error {
	rows := make([]projectdb.Tests, len(all))
	for i, t := range all {
		rows[i] = projectdb.Tests{
			Service: t.Service, State: string(t.State), Passed: t.Passed, Failed: t.Failed, Skipped: t.Skipped, Said: t.Result.Words(), RanAt: p.Now().UnixMilli(),
		}
	}
	return inProject(p, dir, "aipack test", func(db *projectdb.Database) error { return db.SaveTests(rows) })
}
