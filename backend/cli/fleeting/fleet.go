// Package fleeting holds the commands about many repositories: a queue in a file or in
// PostgreSQL, workers for it, and what came of each repository.
package fleeting

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/fleet"
	"aipack/backend/fleet/report"
)

// desk is where one command works.
type desk struct {
	p     *cli.Program
	queue string
}

// Command makes the commands.
func Command(p *cli.Program) *cobra.Command {
	d := &desk{p: p}
	c := &cobra.Command{
		Use: "fleet", Short: "Detects, proves and repairs many repositories, by any number of workers", Args: cobra.NoArgs,
		Long: "Fleet handles hundreds of repositories: a list of them goes into a queue, workers take them\nfrom there, and what came of each is kept by its commit and aipack's version. The queue is a\nfile, or a PostgreSQL where workers on several machines share it. A worker may be killed at any\ntime: its jobs go to others, and nothing is lost or done twice.",
		RunE: func(*cobra.Command, []string) error {
			return cli.Misuse("say what: add, run, work, status, results, retry or stop")
		},
	}
	c.PersistentFlags().StringVar(&d.queue, "queue", "", "the queue: a file, or postgres://… (absent: $"+fleet.Variable+", else "+fleet.File+" in aipack's data folder)")
	c.AddCommand(d.add(), d.run(), d.work(), d.status(), d.results(), d.retry(), d.stop())
	return c
}

// address is where the queue is.
func (d *desk) address() (string, error) {
	if at := cmp.Or(d.queue, os.Getenv(fleet.Variable)); at != "" {
		return at, nil
	}
	dir, err := appdir.Data()
	return filepath.Join(dir, fleet.File), err
}

// with opens the queue for something.
func (d *desk) with(ctx context.Context, do func(*fleet.Queue) error) error {
	at, err := d.address()
	if err != nil {
		return err
	}
	q, err := fleet.Open(ctx, at)
	if err != nil {
		return &fault.Fault{
			Code: fault.CommandFailed, Message: "the queue " + fleet.Shown(at) + " cannot be opened", Err: err,
			Hint: "--queue names a file or a PostgreSQL: postgres://USER@HOST/DATABASE, with its password in PGPASSWORD or ~/.pgpass",
		}
	}
	defer func() { _ = q.Close() }() // what was written is committed
	return do(q)
}

func (d *desk) add() *cobra.Command {
	var o wish
	c := &cobra.Command{
		Use: "add LIST", Short: "Puts repositories into the queue", Args: cobra.ExactArgs(1), Long: "Add puts the repositories of a list into the queue.\n\n" + aboutLists,
		RunE: func(c *cobra.Command, args []string) error {
			list, err := d.read(args[0])
			if err != nil {
				return err
			}
			return d.with(c.Context(), func(q *fleet.Queue) error { return d.put(c.Context(), q, list, o) })
		},
	}
	o.flags(c)
	return c
}

// wish is what is wanted of a list.
type wish struct {
	want  string
	again bool
}

func (o *wish) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.want, "want", string(fleet.Detect), "what is wanted of each: detect, prove or repair")
	c.Flags().BoolVar(&o.again, "again", false, "do it again also where it was done")
}

// put puts a list into the queue and says so.
func (d *desk) put(ctx context.Context, q *fleet.Queue, list []fleet.Repository, o wish) error {
	if !slices.Contains(fleet.Wants, fleet.Want(o.want)) {
		return cli.Misuse(fmt.Sprintf("--want is detect, prove or repair, not %q", o.want))
	}
	added, err := q.Add(ctx, list, fleet.Order{Want: fleet.Want(o.want), Version: d.p.Version, Again: o.again})
	if err != nil {
		return err
	}
	visible.Fprintf(d.p.Err, "aipack: %d put into the queue", added.New)
	if added.Waiting > 0 {
		visible.Fprintf(d.p.Err, ", %d were there", added.Waiting)
	}
	if added.Done > 0 {
		visible.Fprintf(d.p.Err, ", %d are done", added.Done)
	}
	fmt.Fprintln(d.p.Err)
	return nil
}

func (d *desk) retry() *cobra.Command {
	var causes []string
	for _, one := range fleet.Bad {
		causes = append(causes, string(one))
	}
	c := &cobra.Command{
		Use: "retry", Short: "Puts what failed into the queue again", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var of []fleet.Cause
			for _, one := range causes {
				if !slices.Contains(fleet.Causes, fleet.Cause(one)) {
					return cli.Misuse(fmt.Sprintf("%q is no result: %v are", one, fleet.Causes))
				}
				of = append(of, fleet.Cause(one))
			}
			return d.with(c.Context(), func(q *fleet.Queue) error {
				added, err := q.Retry(c.Context(), d.p.Version, of...)
				if err == nil {
					visible.Fprintf(d.p.Err, "aipack: %d put into the queue again\n", added.New)
				}
				return err
			})
		},
	}
	c.Flags().StringSliceVar(&causes, "result", causes, "those with this result")
	return c
}

func (d *desk) stop() *cobra.Command {
	return &cobra.Command{
		Use: "stop", Short: "Takes everything out of the queue", Args: cobra.NoArgs,
		Long: "Stop takes everything out of the queue, also what workers have: they notice within the fourth\nof their lease and end it. Results stay, and workers go on waiting for what is added next.",
		RunE: func(c *cobra.Command, _ []string) error {
			return d.with(c.Context(), func(q *fleet.Queue) error {
				n, err := q.Stop(c.Context())
				if err == nil {
					visible.Fprintf(d.p.Err, "aipack: %d taken out of the queue\n", n)
				}
				return err
			})
		},
	}
}

func (d *desk) status() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "status", Short: "Says how many wait and run, what came of the others, and who works", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", format))
			}
			return d.with(c.Context(), func(q *fleet.Queue) error {
				s, err := q.Status(c.Context())
				if err != nil {
					return err
				}
				return d.showStatus(s, format)
			})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func (d *desk) showStatus(s fleet.Status, format string) error {
	if format == "json" {
		return indented(d.p.Out, s)
	}
	visible.Fprintf(d.p.Out, "%d wait, %d run, %d are tried again later\n", s.Waiting, s.Running, s.Later)
	for _, c := range fleet.Causes {
		if n := s.Causes[c]; n > 0 {
			visible.Fprintf(d.p.Out, "  %6d %s\n", n, report.Words(c))
		}
	}
	for _, m := range s.Workers {
		visible.Fprintf(d.p.Out, "worker %s (%s): %d at once, since %s\n", m.Name, m.Version, m.Slots, m.Began.Local().Format("2 January, 15:04"))
	}
	if len(s.Workers) == 0 {
		visible.Fprintf(d.p.Out, "no worker is there\n")
	}
	return nil
}
