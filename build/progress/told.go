package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// event is one line of `go test -json`; see `go doc test2json` and `go help buildjson`.
type event struct {
	Action, Package, ImportPath, Test, Output string

	Elapsed float64
}

// test names a test of a package; a package's own output has no name.
type test struct{ pkg, name string }

// told is what was said so far, and what may have to be said yet.
type told struct {
	out    io.Writer
	module string
	now    func() time.Time
	began  time.Time

	of, done int
	output   map[test][]string // of tests that have not passed, in the order of their lines
	order    map[string][]test // those tests of a package
	running  map[string]bool
	failed   []string
	notRun   []string
	said     bool
}

func newTold(out io.Writer, of int, module string, now func() time.Time) *told {
	return &told{
		out: out, of: of, module: module, now: now, began: now(),
		output: map[test][]string{}, order: map[string][]test{}, running: map[string]bool{},
	}
}

func (t *told) add(e event) {
	at := test{e.Package, e.Test}
	switch e.Action {
	case "start":
		t.running[e.Package] = true
	case "output":
		t.keep(at, e.Output)
	case "build-output":
		t.plain(e.Output)
	case "pass", "skip", "fail":
		if e.Test == "" {
			t.ended(e)
			return
		}
		if e.Action == "skip" && !strings.HasPrefix(e.Test, "Fuzz") { // an input that a fuzz test passes over says nothing
			t.notRun = append(t.notRun, fmt.Sprintf("%s of %s, because %s", e.Test, t.short(e.Package), reason(t.output[at])))
		}
		if e.Action != "fail" {
			delete(t.output, at)
		}
	}
}

func (t *told) keep(at test, output string) {
	if _, known := t.output[at]; !known {
		t.order[at.pkg] = append(t.order[at.pkg], at)
	}
	t.output[at] = append(t.output[at], output)
}

// ended says how a package ended, and what its failed tests wrote.
func (t *told) ended(e event) {
	t.done++
	if e.Action == "fail" {
		t.failed = append(t.failed, t.short(e.Package))
	}
	delete(t.running, e.Package)
	words := map[string]string{"pass": "ok", "skip": "has no tests", "fail": "FAILED"}[e.Action]
	for _, at := range t.order[e.Package] {
		for _, line := range t.output[at] {
			if at.name == "" && strings.Contains(line, "(cached)") {
				words += " (as before: nothing it depends on has changed)"
			}
			if e.Action == "fail" && !noise(line) {
				t.plain(line)
			}
		}
		delete(t.output, at)
	}
	delete(t.order, e.Package)
	t.line(fmt.Sprintf("%s %s", t.short(e.Package), words))
}

// goesOn says what is waited for after a silence.
func (t *told) goesOn() {
	doing := "compiling"
	if len(t.running) > 0 {
		names := slices.Sorted(maps.Keys(t.running))
		for i := range names {
			names[i] = t.short(names[i])
		}
		doing = "testing " + strings.Join(names, ", ")
		if t.done+len(names) < t.of {
			doing += ", compiling for the others"
		}
	}
	t.line(doing + " …")
}

// last says which packages failed and which tests were not run.
func (t *told) last() string {
	var said strings.Builder
	for _, one := range t.notRun {
		fmt.Fprintln(&said, "not run:", one)
	}
	for _, one := range t.failed {
		fmt.Fprintln(&said, "FAILED:", one)
	}
	return said.String()
}

func (t *told) line(words string) {
	took := t.now().Sub(t.began).Round(time.Second)
	t.plain(fmt.Sprintf("  %d:%02d  %2d of %d  %s\n", int(took.Minutes()), int(took.Seconds())%60, t.done, max(t.of, t.done), words))
}

func (t *told) plain(text string) {
	t.said = true
	fmt.Fprint(t.out, text)
}

// spoke tells whether anything was said since it was last asked.
func (t *told) spoke() bool {
	said := t.said
	t.said = false
	return said
}

func (t *told) short(pkg string) string {
	if pkg == t.module {
		return path.Base(pkg)
	}
	return strings.TrimPrefix(pkg, t.module+"/")
}

// reason is what a test said as it was passed over: `file_test.go:12: words`.
func reason(output []string) string {
	for i := len(output) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(output[i]); !noise(output[i]) {
			if _, words, ok := strings.Cut(line, ".go:"); ok {
				_, words, _ = strings.Cut(words, ": ")
				return cmp.Or(words, line)
			}
			return line
		}
	}
	return "it says no more"
}

// noise is what the testing package says of every test.
func noise(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- PASS") || strings.HasPrefix(line, "--- SKIP") || line == "PASS"
}
