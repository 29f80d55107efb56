// Command code measures the code graph on the sources of Go that lie on every
// developer's machine, against gofmt on the same files in the same run: both parse
// every line. It writes the figures into docs/BENCHMARKS.md.
//
//	go run ./build/bench/code -engine build/bin/aipack-engine
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"aipack/backend/base/tokens"
	"aipack/backend/code/briefing"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex"
	"aipack/backend/code/compress"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/repo"
)

func main() {
	engine := flag.String("engine", filepath.Join("build", "bin", "aipack-engine"), "the program to measure")
	out := flag.String("out", filepath.Join("docs", "BENCHMARKS.md"), "file to write the figures into")
	flag.Parse()
	if err := bench(*engine, *out); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(engine, out string) error {
	engine, err := filepath.Abs(engine)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("finding Go's sources: %w", err)
	}
	work, err := os.MkdirTemp("", "aipack-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var b strings.Builder
	b.WriteString("| Go's own sources | first | again | gofmt -l on the same files | ratio | peak memory of the largest process |\n|---|---|---|---|---|---|\n")
	for _, lines := range []int{10_000, 100_000, 1_000_000} {
		tree := filepath.Join(work, fmt.Sprint(lines))
		n, files, err := sources(filepath.Join(strings.TrimSpace(string(root)), "src"), tree, lines)
		if err != nil {
			return err
		}
		row, err := whole(engine, tree, n, files)
		if err != nil {
			return err
		}
		fmt.Print(row)
		b.WriteString(row)
	}
	b.WriteString("\n| in the program | figure | goal |\n|---|---|---|\n")
	for _, lines := range []int{10_000, 100_000} {
		rows, err := within(engine, filepath.Join(work, fmt.Sprint(lines)), lines)
		if err != nil {
			return err
		}
		fmt.Print(rows)
		b.WriteString(rows)
	}
	return write(out, b.String())
}

// sources copies packages until there are so many lines; it gives how many there
// are, and the files.
func sources(from, to string, most int) (lines, files int, err error) {
	err = filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil || lines >= most {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "vendor") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(p) != ".go" {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil || len(text) > 512<<10 {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		lines, files = lines+bytes.Count(text, []byte("\n")), files+1
		return os.WriteFile(target, text, 0o644)
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(to, "go.mod"), []byte("module std\n"), 0o644)
	}
	return lines, files, err
}

// whole times whole programs: with no shelf, with one, and gofmt.
func whole(engine, tree string, lines, files int) (string, error) {
	cache := tree + ".cache"
	var first, again, other []time.Duration
	var peak int64
	const rounds = 3
	for range rounds {
		if err := os.RemoveAll(cache); err != nil {
			return "", err
		}
		for _, into := range []*[]time.Duration{&first, &again} {
			c := exec.Command(engine, "code", "graph", tree)
			c.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
			took, most, err := once(c)
			if err != nil {
				return "", err
			}
			*into = append(*into, took)
			peak = max(peak, most)
		}
		took, _, err := once(exec.Command("gofmt", "-l", tree))
		if err != nil {
			return "", err
		}
		other = append(other, took)
	}
	peak = max(peak, childPeak())
	a, b, c := median(first), median(again), median(other)
	return fmt.Sprintf("| %d lines, %d files | %.2f s | %.2f s | %.2f s | %.2f | %d MB |\n", lines,
		files, a.Seconds(), b.Seconds(), c.Seconds(), a.Seconds()/c.Seconds(), peak>>20), nil
}

func once(c *exec.Cmd) (time.Duration, int64, error) {
	var said bytes.Buffer
	c.Stderr = &said
	began := time.Now()
	err := c.Run()
	took := time.Since(began)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w: %s", strings.Join(c.Args, " "), err, said.String())
	}
	usage, _ := c.ProcessState.SysUsage().(*syscall.Rusage)
	return took, usage.Maxrss << 10, nil
}

// childPeak is the most memory that any process below the measured ones had; Linux
// counts the readers to it, which end before who started them.
func childPeak() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage) != nil {
		return 0
	}
	return usage.Maxrss << 10
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// within times what the program does with a graph that it has.
func within(engine, dir string, lines int) (table string, err error) {
	ctx := context.Background()
	tree, err := repo.Open(dir)
	if err != nil {
		return "", err
	}
	defer tree.Close()
	readers := parserpool.New([]string{engine, parserpool.Command})
	defer func() { err = errors.Join(err, readers.Close()) }()
	index, err := codeindex.Read(ctx, tree, readers, nil, func(codeindex.Progress, func() *codeindex.Index) {})
	if err != nil {
		return "", err
	}
	g := index.Graph
	busiest := codegraph.None
	for n := range g.Nodes {
		if g.Symbol(codegraph.NodeID(n)) != nil && (busiest < 0 || len(g.To(codegraph.NodeID(n))) > len(g.To(busiest))) {
			busiest = codegraph.NodeID(n)
		}
	}
	var b strings.Builder
	row := func(what, goal string, took time.Duration) {
		fmt.Fprintf(&b, "| %s, of %d lines | %.3g ms | %s |\n", what, lines, float64(took.Nanoseconds())/1e6, goal)
	}
	name := g.ID(busiest)
	row("symbols like a text", "10 ms", times(20, func() { g.Search("readAll", codegraph.Filter{}, 100) }))
	row("a symbol by its name", "1 ms", times(20, func() { g.Named(name) }))
	row(fmt.Sprintf("the %d places that name the busiest symbol", len(g.To(busiest))), "10 ms", times(20, func() { g.To(busiest) }))
	row("all that depends on it", "10 ms", times(20, func() { g.Dependents(busiest, 0) }))
	row("a context of 16,000 tokens", "50 ms, 200 ms at 10,000 lines", times(10, func() {
		if _, failed := briefing.Assemble(g, tree.ReadFile, tokens.Estimate{}, busiest, briefing.Options{Tokens: 16_000}); failed != nil {
			err = failed
		}
	}))
	row("the map in 1,024 tokens", "", times(5, func() { briefing.Map(g, codegraph.Focus{}, tokens.Estimate{}, 1024) }))
	edited, failed := edit(ctx, tree, readers, index)
	if failed != nil {
		return "", failed
	}
	row("an edit of one file, until the graph has it", "50 ms", edited)
	took, of, saved, failed := squeezing(tree, g.Files)
	if failed != nil {
		return "", failed
	}
	row(fmt.Sprintf("compression of 1,000 lines (%d were; %.0f %% fewer tokens)", of, 100*saved), "1 ms", took*1000/time.Duration(max(of, 1)))
	return b.String(), err
}

func times(n int, do func()) time.Duration {
	var all []time.Duration
	for range n {
		began := time.Now()
		do()
		all = append(all, time.Since(began))
	}
	return median(all)
}

// edit writes a line into a function and has the graph follow, as often as that
// takes to say how long it does.
func edit(ctx context.Context, tree *repo.Tree, readers codeindex.Reader, index *codeindex.Index) (time.Duration, error) {
	path := index.Graph.Files[len(index.Graph.Files)/2].Path
	name := filepath.Join(tree.Dir(), filepath.FromSlash(path))
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	var all []time.Duration
	for i := range 9 {
		if err := os.WriteFile(name, append(slices.Clone(text), fmt.Sprintf("\n// %d\n", i)...), 0o644); err != nil {
			return 0, err
		}
		began := time.Now()
		if index, err = index.Again(ctx, tree, readers, []string{path}); err != nil {
			return 0, err
		}
		all = append(all, time.Since(began))
	}
	return median(all), nil
}

func squeezing(tree *repo.Tree, files []*facts.File) (took time.Duration, lines int, saved float64, err error) {
	var before, after int
	for _, one := range files {
		f := one.All()
		text, err := tree.ReadFile(f.Path)
		if err != nil {
			return 0, 0, 0, err
		}
		if f.Cut != "" || len(f.Comments) > 0 && f.Comments[len(f.Comments)-1].End > len(text) {
			continue
		}
		began := time.Now()
		short := compress.Text(f, text, 0, len(text))
		took += time.Since(began)
		lines += f.Lines
		before += tokens.Estimate{}.Count(string(text))
		after += tokens.Estimate{}.Count(string(short))
	}
	return took, lines, 1 - float64(after)/float64(max(before, 1)), nil
}

const begin, end = "<!-- make bench-code writes from here", "<!-- to here: code -->"

func write(file, table string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the figures: a line %q and a line %q", file, begin, end)
	}
	said := fmt.Sprintf("%s -->\n\nMeasured %s on %d cores, %s, %s. Medians of three runs each, in turn.\n\n%s\n", begin,
		time.Now().UTC().Format("2006-01-02"), runtime.NumCPU(), runtime.GOOS, runtime.Version(), table)
	return os.WriteFile(file, []byte(before+said+end+after), 0o644)
}
