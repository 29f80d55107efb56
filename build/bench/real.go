package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// measured is what a whole detection takes in applications that somebody wrote,
// each beside a search of the same tree that finds nothing.
type measured struct {
	start        row // of the program that is asked for its version alone
	applications []application
	nothing      []string // those in which there is nothing to deploy
	runs         int
}

// application is one folder. Times are milliseconds, wall and processor, each
// the least of several runs, since whatever else the machine does only adds.
type application struct {
	name         string
	mine, search sample
}

func (a application) ratio() float64 { return a.mine.wall / a.search.wall }

// cpuRatio says more than the wall's where others use the machine, too: what
// takes longer is interrupted more often.
func (a application) cpuRatio() float64 { return a.mine.cpu / a.search.cpu }

// nothingToDeploy is the program's exit code where it finds no service, and
// noMatch that of ripgrep where no line fits.
const nothingToDeploy, noMatch = 3, 1

// searched is a pattern for which every file has to be read and which no file
// holds: ripgrep has a literal to look for, as it mostly has.
const searched = "qqzz[a-f]qq"

// measureReal measures every folder below dir as an application of its own.
func measureReal(program, rg, hello, dir string, runs int) (measured, error) {
	all := measured{runs: runs}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return all, err
	}
	if all.start, err = compare("start-up", []string{program, "--version"}, []string{hello}, 10*runs); err != nil {
		return all, err
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		a, deploys, err := measureOne(program, rg, filepath.Join(dir, e.Name()), runs)
		if err != nil {
			return all, err
		}
		if !deploys {
			all.nothing = append(all.nothing, a.name)
			continue
		}
		all.applications = append(all.applications, a)
	}
	if len(all.applications) == 0 {
		return all, fmt.Errorf("%s has no folder in which there is something to deploy: it wants one folder for each application", dir)
	}
	slices.SortStableFunc(all.applications, func(a, b application) int {
		if a.ratio() < b.ratio() {
			return 1
		}
		return -1
	})
	return all, nil
}

// measureOne takes both commands in turn, once more than is counted: the
// first run brings the tree into memory.
func measureOne(program, rg, dir string, runs int) (application, bool, error) {
	a, deploys := application{name: filepath.Base(dir)}, true
	for i := range runs + 1 {
		mine, err := once([]string{program, "detect", "--mode", "static", "--format", "json", dir})
		if exited(err) == nothingToDeploy {
			deploys, err = false, nil
		}
		if err != nil {
			return a, deploys, err
		}
		search, err := once([]string{rg, "-c", searched, dir})
		if err != nil && exited(err) != noMatch {
			return a, deploys, err
		}
		switch i {
		case 0:
		case 1:
			a.mine, a.search = mine, search
		default:
			a.mine, a.search = lesser(a.mine, mine), lesser(a.search, search)
		}
	}
	return a, deploys, nil
}

func lesser(a, b sample) sample {
	return sample{wall: min(a.wall, b.wall), cpu: min(a.cpu, b.cpu), peak: max(a.peak, b.peak)}
}

// exited is the exit code that an error of once is about, or -1.
func exited(err error) int {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return e.ExitCode()
	}
	return -1
}

// quantile of what f says of each application: a half is the median. Nothing
// is interpolated.
func (r measured) quantile(share float64, f func(application) float64) float64 {
	var values []float64
	for _, a := range r.applications {
		values = append(values, f(a))
	}
	return quantile(values, share)
}

func quantile(values []float64, share float64) float64 {
	slices.Sort(values)
	return values[min(int(share*float64(len(values))), len(values)-1)]
}

const beginReal, endReal = "<!-- make bench DIR=… writes from here", "<!-- make bench DIR=… to here -->"

// table is what stands in the document, and report what the terminal shows.
func (r measured) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s -->\n\nMeasured %s on %s, warm: `aipack detect --mode static --format json DIR` beside `rg -c '%s' DIR`, whole processes in turn,\n"+
		"the least of %d runs of each; %d applications", beginReal, time.Now().UTC().Format("2006-01-02"), machine(), searched, r.runs, len(r.applications))
	if n := len(r.nothing); n > 0 {
		fmt.Fprintf(&b, " (%d more have nothing to deploy and are not counted)", n)
	}
	b.WriteString(". Start-up: `--version` beside a Go program that prints a line.\n\n")
	b.WriteString("| what | median | p90 | worst | goal |\n|---|---|---|---|---|\n")
	line := func(what, format string, f func(application) float64, goal string) {
		fmt.Fprintf(&b, "| "+what+" | "+format+" | "+format+" | "+format+" | %s |\n", r.quantile(0.5, f), r.quantile(0.9, f), r.quantile(1, f), goal)
	}
	line("detection ÷ search", "%.2f", application.ratio, "2.0, p90 4.0")
	line("the same, processor time", "%.2f", application.cpuRatio, "")
	line("detection, ms", "%.1f", func(a application) float64 { return a.mine.wall }, "")
	line("search, ms", "%.1f", func(a application) float64 { return a.search.wall }, "")
	line("detection, ms of processor time", "%.1f", func(a application) float64 { return a.mine.cpu }, "")
	fmt.Fprintf(&b, "| start-up ÷ a line printed | %.2f (%.1f, %.1f ms) | | | 3.5 |\n", r.start.ratio, r.start.mine.median, r.start.other.median)
	b.WriteString("\n" + endReal)
	return b.String()
}

func (r measured) report() string {
	var b strings.Builder
	for _, a := range r.applications {
		fmt.Fprintf(&b, "%-52s %8.1f ms %7.1f ms ratio %6.2f; processor %8.1f ms %7.1f ms ratio %6.2f\n",
			a.name, a.mine.wall, a.search.wall, a.ratio(), a.mine.cpu, a.search.cpu, a.cpuRatio())
	}
	for _, name := range r.nothing {
		fmt.Fprintf(&b, "%-52s nothing to deploy\n", name)
	}
	fmt.Fprintf(&b, "%d applications: median %.2f, p90 %.2f, worst %.2f; processor time %.2f, %.2f; start-up %.2f\n",
		len(r.applications), r.quantile(0.5, application.ratio), r.quantile(0.9, application.ratio), r.quantile(1, application.ratio),
		r.quantile(0.5, application.cpuRatio), r.quantile(0.9, application.cpuRatio), r.start.ratio)
	return b.String()
}
