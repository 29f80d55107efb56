// Command real measures aipack on public applications that lie below a folder,
// one folder OWNER+NAME each, at the commits that the lists beside this file
// name. It fetches nothing and writes nothing into them.
//
//	go run ./build/bench/real score DIR    what a scan says, against what people have read
//	go run ./build/bench/real prove DIR    what comes up; writes docs/BENCHMARKS.md
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"aipack/build/bench/real/label"
)

// options are the flags of both commands.
type options struct {
	program string // that is measured
	labels  string
	sets    string // of which labels; "" for all
	only    string // part of an application's name
	side    int    // applications at a time
	limit   time.Duration

	// of score
	open bool // list the misses of the unseen set, too

	// of prove
	builder string
	rows    string // file of results
	out     string // file of the table
	earlier string // versions whose results stand where the measured one has none
	all     bool   // try also what cannot be built here by its label
	fix     bool   // a second pass with --fix
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] != "score" && args[0] != "prove" {
		return errors.New("say score DIR or prove DIR")
	}
	o, dir, err := read(args[0], args[1:])
	if err != nil {
		return err
	}
	var from []fs.FS
	for _, dir := range strings.Split(o.labels, ",") {
		from = append(from, os.DirFS(dir))
	}
	labels, err := label.Read(from...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "real: labels that cannot be read are left out:", err)
	}
	folders, err := find(dir, labels)
	if err != nil {
		return err
	}
	folders = slices.DeleteFunc(folders, func(f folder) bool {
		return !strings.Contains(f.label.Name(), o.only) || o.sets != "" && !slices.Contains(strings.Split(o.sets, ","), f.label.Set)
	})
	if len(folders) == 0 {
		return fmt.Errorf("no application lies below %s: a folder OWNER+NAME for each is wanted", dir)
	}
	if args[0] == "score" {
		return scoreAll(ctx, os.Stdout, o, folders)
	}
	return proveAll(ctx, o, dir, folders)
}

// read takes flags before and after the folder.
func read(command string, args []string) (options, string, error) {
	o := options{limit: time.Minute, side: runtime.NumCPU()}
	program := "aipack-cli"
	if command == "prove" {
		program, o.side, o.limit = "aipack-engine", 2, 15*time.Minute
	}
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.StringVar(&o.program, "program", filepath.Join("build", "bin", program), "the program to measure")
	f.StringVar(&o.labels, "labels", filepath.Join("build", "bench", "real"), "folders of the labels, separated by commas")
	f.StringVar(&o.sets, "sets", "", "only the applications of these lists, separated by commas: a,unseen")
	f.StringVar(&o.only, "only", "", "only applications whose name holds this")
	f.IntVar(&o.side, "side", o.side, "applications at a time")
	f.DurationVar(&o.limit, "limit", o.limit, "end an application that takes longer")
	if command == "score" {
		f.BoolVar(&o.open, "open", false, "list what is missed of the unseen set, too")
		f.StringVar(&o.out, "out", "", "file to write the totals into: docs/BENCHMARKS.md")
	} else {
		f.StringVar(&o.builder, "builder", os.Getenv("AIPACK_BUILDER"), "address of the builder; absent: found")
		f.StringVar(&o.rows, "rows", "", "file of results, which a later run continues; absent: DIR/real.jsonl")
		f.StringVar(&o.out, "out", filepath.Join("docs", "BENCHMARKS.md"), "file to write the table into")
		f.StringVar(&o.earlier, "earlier", "", "versions whose results stand where this one has none, separated by commas; the table names them")
		f.BoolVar(&o.all, "all", false, "try also what cannot be built here by its label")
		f.BoolVar(&o.fix, "fix", true, "prove what failed once more with --fix")
	}
	var dir string
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return o, "", err
		}
		if args = f.Args(); len(args) > 0 {
			if dir != "" {
				return o, "", fmt.Errorf("one folder is wanted, not %q and %q", dir, args[0])
			}
			dir, args = args[0], args[1:]
		}
	}
	if dir == "" {
		return o, "", errors.New("the folder that the applications lie in is wanted")
	}
	var err error
	o.side = max(o.side, 1)
	o.program, err = filepath.Abs(o.program)
	return o, dir, err
}
