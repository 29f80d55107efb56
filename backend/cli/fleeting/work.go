package fleeting

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/appdir"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/fleet"
	"aipack/backend/fleet/child"
	"aipack/backend/fleet/clone"
	"aipack/backend/fleet/report"
)

// worker are the flags of who works.
type worker struct {
	name, cache, metrics       string
	jobs, tries, losses        int
	clones                     int
	limit, proveLimit          time.Duration
	fetchLimit, lease          time.Duration
	memory, disk, one, printed int64 // MiB
	builders, extra            []string
	verbose                    bool
}

func (w *worker) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&w.name, "name", "", "what the worker is called (absent: the machine's name)")
	f.IntVarP(&w.jobs, "jobs", "j", runtime.NumCPU(), "repositories at once")
	f.DurationVar(&w.limit, "limit", 10*time.Minute, "end a detection that takes longer")
	f.DurationVar(&w.proveLimit, "prove-limit", 2*time.Hour, "end a proof or a repair that takes longer")
	f.Int64Var(&w.memory, "memory", 4096, "MiB that the process of a detection may use, on Linux; 0: no limit")
	f.Int64Var(&w.printed, "most-output", 32, "MiB that the process of a repository may print")
	f.StringVar(&w.cache, "cache", "", "where clones and what jobs need for a while lie (absent: fleet in aipack's cache folder)")
	f.Int64Var(&w.disk, "most-disk", 20<<10, "MiB that all clones may have, but for those in use")
	f.Int64Var(&w.one, "most-one", 4<<10, "MiB that one clone may have")
	f.IntVar(&w.clones, "most-clones", 2000, "clones that are kept")
	f.DurationVar(&w.fetchLimit, "fetch-limit", 15*time.Minute, "end fetching a repository that takes longer")
	f.DurationVar(&w.lease, "lease", time.Minute, "how long a worker that gives no sign of life keeps its jobs")
	f.IntVar(&w.tries, "tries", 3, "how often what may pass by itself is tried: a network, a kill")
	f.IntVar(&w.losses, "most-losses", 10, "give a repository up over which so many workers died")
	f.StringSliceVar(&w.builders, "builder", nil, "address of a builder for proofs; several: each repository always goes to the same one")
	f.StringArrayVar(&w.extra, "prove-arg", nil, "a further argument of aipack prove and repair, such as --env=NAME, whose value is that of this worker's environment")
	f.StringVar(&w.metrics, "metrics", "", "answer with Prometheus' metrics at http://ADDRESS/metrics: 127.0.0.1:9187")
	f.BoolVarP(&w.verbose, "verbose", "v", false, "say what came of each repository as it is done")
}

func (w *worker) check() error {
	switch {
	case w.jobs < 1:
		return cli.Misuse("--jobs is 1 or more")
	case w.lease < time.Second:
		return cli.Misuse("--lease is a second or longer")
	case w.limit <= 0 || w.proveLimit <= 0 || w.fetchLimit <= 0:
		return cli.Misuse("a limit is longer than nothing")
	case w.tries < 1 || w.losses < 1:
		return cli.Misuse("--tries and --most-losses are 1 or more")
	case w.memory < 0 || w.printed < 1 || w.disk < 0 || w.one < 1 || w.clones < 0:
		return cli.Misuse("a bound is not below nothing")
	}
	return nil
}

// worker makes the worker of the flags.
func (d *desk) worker(ctx context.Context, q *fleet.Queue, w worker) (*fleet.Worker, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	if w.cache == "" {
		dir, err := appdir.Cache()
		if err != nil {
			return nil, err
		}
		w.cache = filepath.Join(dir, "fleet")
	}
	w.cache, _ = filepath.Abs(w.cache) // it fails where there is no current folder, and then everything does
	programs, err := d.programs(ctx)
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname() // "" is a name as well
	clones := &clone.Cache{
		Folder: filepath.Join(w.cache, "clones"), MostBytes: w.disk << 20, MostClones: w.clones, MostOne: w.one << 20, Limit: w.fetchLimit,
	}
	handler := &child.Handler{
		Programs: programs, Builders: w.builders, Extra: w.extra, Folder: filepath.Join(w.cache, "jobs"),
		Detect: child.Limits{Time: w.limit, Memory: w.memory << 20, Output: int(w.printed << 20)},
		Prove:  child.Limits{Time: w.proveLimit, Output: int(w.printed << 20)},
	}
	return &fleet.Worker{
		Queue: q, Name: cmp.Or(w.name, host), Version: d.p.Version, Slots: w.jobs, Fetch: clones.Fetch, Handle: handler.Handle,
		Lease: w.lease, Tries: w.tries, Pause: 10 * time.Second, MostLosses: w.losses, Patience: 10 * time.Minute,
		Log: func(text string) { visible.Fprintf(d.p.Err, "aipack: %s\n", text) },
		Done: func(r fleet.Result, known bool) {
			if !w.verbose {
				return
			}
			if known {
				visible.Fprintf(d.p.Err, "aipack: %s is as it was\n", r.String())
				return
			}
			visible.Fprintf(d.p.Err, "aipack: %s: %s, %s (%.1f s)\n", r.String(), report.Words(r.Cause), report.What(r), r.Seconds)
		},
	}, nil
}

// light is the program beside this one that detects without what proofs need, and so
// starts in a tenth of the time.
const light = "aipack-cli"

// programs are those that handle repositories. One of another version would find something
// else under this version's name.
func (d *desk) programs(ctx context.Context) (child.Programs, error) {
	self, err := os.Executable()
	if err != nil {
		return child.Programs{}, fmt.Errorf("finding this program: %w", err)
	}
	own := child.Programs{Detect: []string{self}, Engine: []string{self}}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		beside := filepath.Join(filepath.Dir(real), light)
		said, err := exec.CommandContext(ctx, beside, "version").Output()
		if err == nil && string(bytes.TrimSpace(said)) == d.p.Version {
			own.Detect = []string{beside}
		}
	}
	return own, nil
}

func (d *desk) work() *cobra.Command {
	var w worker
	var untilEmpty bool
	c := &cobra.Command{
		Use: "work", Short: "Takes jobs out of the queue, until it is ended", Args: cobra.NoArgs,
		Long: "Work takes repositories out of the queue, each in a process of its own with limits. Any number\nof workers may share a queue: in PostgreSQL from any machine, in a file on one. What signs git\nin, and what proofs need, is found in this worker's environment.",
		RunE: func(c *cobra.Command, _ []string) error {
			return d.with(c.Context(), func(q *fleet.Queue) error {
				return d.works(c.Context(), q, w, untilEmpty)
			})
		},
	}
	w.flags(c)
	c.Flags().BoolVar(&untilEmpty, "until-empty", false, "end where the queue is empty and nobody works on anything")
	return c
}

// works works, and answers who asks for metrics meanwhile.
func (d *desk) works(ctx context.Context, q *fleet.Queue, w worker, untilEmpty bool) error {
	fw, err := d.worker(ctx, q, w)
	if err != nil {
		return err
	}
	fw.UntilEmpty = untilEmpty
	if w.metrics != "" {
		m, err := serve(w.metrics, q)
		if err != nil {
			return err
		}
		defer m.close()
		said := fw.Done
		fw.Done = func(r fleet.Result, known bool) { m.count(r, known); said(r, known) }
	}
	return fw.Run(ctx)
}
