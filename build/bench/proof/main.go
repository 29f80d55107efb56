// Command proof measures how long proofs take on a builder (the lab's, say):
// from nothing cached, of an unchanged project, and after one line of source
// was changed. It writes the figures into docs/BENCHMARKS.md.
//
//	AIPACK_BUILDER=unix://… go run ./build/bench/proof -engine build/bin/aipack-engine
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// What the figures stand between.
const (
	begin = "<!-- make bench-prove writes from here -->"
	end   = "<!-- make bench-prove writes to here -->"
)

func main() {
	program := flag.String("engine", filepath.Join("build", "bin", "aipack-engine"), "the program to measure")
	builder := flag.String("builder", os.Getenv("AIPACK_BUILDER"), "address of the builder")
	rounds := flag.Int("n", 5, "warm proofs of each project")
	out := flag.String("out", filepath.Join("docs", "BENCHMARKS.md"), "file to write the figures into")
	flag.Parse()
	if err := bench(*program, *builder, *rounds, *out); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// project is a fixture, the source file that is changed in it, and the line.
type project struct{ fixture, source, line string }

func projects() []project {
	return []project{
		{"single/node-npm", "server.js", "// changed %d"},
		{"single/node-express", "app.js", "// changed %d"},
		{"single/static-html", "index.html", "<!-- changed %d -->"},
		{"single/go-mod", "main.go", "// changed %d"},
		{"single/python-stdlib", "server.py", "# changed %d"},
	}
}

func bench(program, builder string, rounds int, out string) error {
	if builder == "" {
		return errors.New("AIPACK_BUILDER names no builder: make lab gives one")
	}
	text := heading(rounds)
	for _, p := range projects() {
		line, err := p.measure(program, builder, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", p.fixture, err)
		}
		fmt.Print(line)
		text += line
	}
	return write(out, text)
}

func heading(rounds int) string {
	load := "unknown"
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		load = strings.Fields(string(b))[0]
	}
	return fmt.Sprintf("Measured %s on %d cores, load %s when it began. Whole `aipack-engine prove`, analysis, start, checks and stop included; seconds; the warm ones are the median\n"+
		"(least–most) of %d.\n\n| project | first | unchanged | unchanged, with a browser | one source line changed | steps built again |\n|---|---|---|---|---|---|\n",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), load, rounds)
}

// measure proves a copy of the fixture in every state.
func (p project) measure(program, builder string, rounds int) (string, error) {
	work, err := os.MkdirTemp("", "aipack-proofs-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	dir := filepath.Join(work, filepath.Base(p.fixture))
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "repos", filepath.FromSlash(p.fixture)))); err != nil {
		return "", err
	}
	prove := func(more ...string) (time.Duration, int, error) {
		return run(program, append([]string{"prove", dir, "--format", "json", "--builder", builder}, more...)...)
	}
	first, _, err := prove("--browser", "none")
	if err != nil {
		return "", err
	}
	var warm, seen []time.Duration
	for range rounds {
		took, _, err := prove("--browser", "none")
		if err != nil {
			return "", err
		}
		warm = append(warm, took)
		if took, _, err = prove(); err != nil {
			return "", err
		}
		seen = append(seen, took)
	}
	changed, built, err := p.change(dir, prove)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s | %.1f | %s | %s | %s | %s |\n", p.fixture, first.Seconds(), spread(warm), spread(seen), changed, built), nil
}

// change adds a line to the source and proves once more.
func (p project) change(dir string, prove func(...string) (time.Duration, int, error)) (took, built string, err error) {
	file := filepath.Join(dir, p.source)
	b, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	b = append(b, []byte("\n"+fmt.Sprintf(p.line, time.Now().UnixNano())+"\n")...)
	if err := os.WriteFile(file, b, 0o644); err != nil {
		return "", "", err
	}
	d, n, err := prove("--browser", "none")
	return fmt.Sprintf("%.1f", d.Seconds()), fmt.Sprint(n), err
}

// run times one proof and counts the Dockerfile's steps that did not come out
// of the cache.
func run(program string, args ...string) (time.Duration, int, error) {
	var said, problems bytes.Buffer
	c := exec.Command(program, args...)
	c.Stdout, c.Stderr = &said, &problems
	began := time.Now()
	if err := c.Run(); err != nil {
		return 0, 0, fmt.Errorf("%w\n%s", err, problems.String())
	}
	took := time.Since(began)
	var reports []struct {
		Steps []struct {
			Name, State string
			Line        int
		}
	}
	if err := json.Unmarshal(said.Bytes(), &reports); err != nil {
		return 0, 0, err
	}
	built := 0
	for _, r := range reports {
		for _, s := range r.Steps {
			if s.Line > 0 && s.State == "done" && !strings.Contains(s.Name, "FROM ") {
				built++
			}
		}
	}
	return took, built, nil
}

func spread(list []time.Duration) string {
	slices.Sort(list)
	return fmt.Sprintf("%.1f (%.1f–%.1f)", list[len(list)/2].Seconds(), list[0].Seconds(), list[len(list)-1].Seconds())
}

// write replaces what stands between the marks.
func write(file, text string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(b), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return fmt.Errorf("%s has no place for the figures (%s)", file, begin)
	}
	return os.WriteFile(file, []byte(before+begin+"\n\n"+text+"\n"+end+after), 0o644)
}
