// Command bench measures the command-line program against programs that do
// less, in turn, in one run, so that the ratios hold on any machine, and
// writes the figures into docs/BENCHMARKS.md.
//
//	go run ./build/bench -cli build/bin/aipack-cli
//	go run ./build/bench -cli build/bin/aipack-cli -real ~/src -trees=false
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"time"
)

func main() {
	program := flag.String("cli", filepath.Join("build", "bin", "aipack-cli"), "the program to measure")
	rounds := flag.Int("n", 21, "runs of each command")
	out := flag.String("out", filepath.Join("docs", "BENCHMARKS.md"), "file to write the figures into")
	applications := flag.String("real", "", "folder with a folder for each application, all of which are measured, too")
	least := flag.Int("least", 5, "runs in each application, of which the least counts")
	trees := flag.Bool("trees", true, "measure the trees that are made for it")
	flag.Parse()
	if err := bench(*program, *rounds, *out, *trees, *applications, *least); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(program string, rounds int, out string, trees bool, applications string, least int) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "aipack-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	hello, err := helloProgram(work)
	if err != nil {
		return err
	}
	rg, err := exec.LookPath("rg")
	if err != nil {
		return errors.New("ripgrep is not installed: make deps")
	}
	if trees {
		if err := benchTrees(program, rg, hello, work, rounds, out); err != nil {
			return err
		}
	}
	if applications == "" {
		return nil
	}
	r, err := measureReal(program, rg, hello, applications, least)
	if err != nil {
		return err
	}
	fmt.Print(r.report())
	return replace(out, beginReal, endReal, r.table())
}

func benchTrees(program, rg, hello, work string, rounds int, out string) error {
	small := filepath.Join(work, "small")
	if err := smallProject(small); err != nil {
		return err
	}
	var rows []row
	add := func(what string, mine, other []string) error {
		r, err := compare(what, mine, other, rounds)
		rows = append(rows, r)
		fmt.Printf("%-34s %7.1f ms  %7.1f ms  ratio %.2f  %4d MB\n", what, r.mine.median, r.other.median, r.ratio, r.mine.peakMB)
		return err
	}
	if err := add("5 files, against a Go program that prints a line", []string{program, "detect", "--mode", "static", "--format", "json", small}, []string{hello}); err != nil {
		return err
	}
	for _, files := range []int{13000, 40000} {
		tree := filepath.Join(work, fmt.Sprint(files))
		services, err := monorepo(tree, files)
		if err != nil {
			return err
		}
		command := []string{program, "detect", "--mode", "static", "--format", "json", tree}
		if err := allFound(command, services); err != nil {
			return err
		}
		if err := add(fmt.Sprintf("%d files, %d services, against rg --files", files, services), command, []string{rg, "--files", tree}); err != nil {
			return err
		}
	}
	return write(out, rows, rounds)
}

// row is one comparison.
type row struct {
	what        string
	mine, other figures
	ratio       float64 // median of the ratios, pair by pair
}

// figures are wall milliseconds and the peak of resident memory.
type figures struct {
	least, median, most float64
	cpu                 float64 // median of user and system milliseconds
	peakMB              int64
}

// compare runs two commands in turn: a machine that slows down slows both.
func compare(what string, mine, other []string, rounds int) (row, error) {
	var a, b []sample
	for i := range rounds + 1 {
		x, err := once(mine)
		if err != nil {
			return row{}, err
		}
		y, err := once(other)
		if err != nil {
			return row{}, err
		}
		if i > 0 { // the first run warms the disk's cache
			a, b = append(a, x), append(b, y)
		}
	}
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = a[i].wall / b[i].wall
	}
	sort.Float64s(ratios)
	return row{what, sum(a), sum(b), ratios[len(ratios)/2]}, nil
}

// sample is one run; it stands beside an error, too, where a command ended
// with another code than 0.
type sample struct {
	wall, cpu float64
	peak      int64 // kilobytes
}

func once(command []string) (sample, error) {
	c := exec.Command(command[0], command[1:]...)
	var said bytes.Buffer
	c.Stderr = &said
	start := time.Now()
	err := c.Run()
	wall := float64(time.Since(start).Microseconds()) / 1000
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, said.String())
	}
	s := sample{wall: wall, cpu: float64((c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Microseconds()) / 1000}
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = usage.Maxrss
	}
	return s, err
}

func sum(all []sample) figures {
	var f figures
	var wall, cpu []float64
	for _, s := range all {
		wall, cpu = append(wall, s.wall), append(cpu, s.cpu)
		f.peakMB = max(f.peakMB, s.peak/1024)
	}
	sort.Float64s(wall)
	sort.Float64s(cpu)
	f.least, f.median, f.most, f.cpu = wall[0], wall[len(wall)/2], wall[len(wall)-1], cpu[len(cpu)/2]
	return f
}

// helloProgram builds the least a Go program can do.
func helloProgram(work string) (string, error) {
	dir := filepath.Join(work, "hello")
	files := map[string]string{
		"go.mod":  "module hello\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n",
	}
	if err := put(dir, files); err != nil {
		return "", err
	}
	c := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", "hello", ".")
	c.Dir = dir
	if b, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the reference: %w: %s", err, b)
	}
	return filepath.Join(dir, "hello"), nil
}

func machine() string {
	cpu := "unknown processor"
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for _, line := range strings.Split(string(b), "\n") {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				cpu = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s, %s", cpu, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}

const begin, end = "<!-- make bench writes from here", "<!-- to here -->"

func write(file string, rows []row, rounds int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s -->\n\nMeasured %s on %s. Whole processes, %d runs of each in turn; wall time in milliseconds, median (least–most);\nthe ratio is the median of the pairs.\n\n",
		begin, time.Now().UTC().Format("2006-01-02"), machine(), rounds)
	b.WriteString("| what | aipack detect | reference | ratio | CPU ms, both | peak memory |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %.1f (%.1f–%.1f) | %.1f (%.1f–%.1f) | %.2f | %.1f, %.1f | %d MB |\n", r.what,
			r.mine.median, r.mine.least, r.mine.most, r.other.median, r.other.least, r.other.most, r.ratio, r.mine.cpu, r.other.cpu, r.mine.peakMB)
	}
	b.WriteString("\n" + end)
	return replace(file, begin, end, b.String())
}

// replace puts text in the place of what stands from one line to another.
func replace(file, begin, end, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the figures: a line %q and a line %q", file, begin, end)
	}
	return os.WriteFile(file, []byte(before+text+after), 0o644)
}
