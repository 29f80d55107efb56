package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report collects figures: rates in tokens a second, times in milliseconds,
// memory in MB.
type report struct {
	what, load, device string
	threads            int

	plainLoad, stackLoad                  float64 // model and context, without the libraries
	plainPrompt, stackPrompt              []float64
	plainTokens, stackTokens, stackForced []float64
	plainCPU, stackCPU, forcedCPU         []float64 // milliseconds of the processor a token
	cold, warm                            []float64
	rejected, forcedTokens                int
	plainRSS, stackRSS                    int

	start, tinyLoad, cancel, restart []float64
	firstTurn, secondTurn            int

	gpu []string // lines about the GPU
}

// tell adds a line about the GPU, and shows it while the rest takes its time.
func (r *report) tell(line string) {
	fmt.Fprintln(os.Stderr, line)
	r.gpu = append(r.gpu, line)
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// spread writes a median with its least and most.
func spread(list []float64) string {
	if len(list) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)", median(list), slices.Min(list), slices.Max(list))
}

// ratio is the median of the pairs' ratios: both of a pair ran one after the
// other.
func ratio(a, b []float64) float64 {
	var list []float64
	for i := range a {
		list = append(list, a[i]/b[i])
	}
	return median(list)
}

func (r *report) text() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("Measured %s on %s, load %s, %s %s; %d threads, %s, layers on: %s. Median (least–most).\n",
		time.Now().Format("2006-01-02 15:04"), processor(), r.load, runtime.GOOS, runtime.Version(), r.threads, r.what, r.device)
	p("| what | the library's own loop | whole stack | ratio |\n|---|---|---|---|")
	p("| prompt, tokens/s | %s | %s | %.2f |", spread(r.plainPrompt), spread(r.stackPrompt), ratio(r.stackPrompt, r.plainPrompt))
	p("| answer, tokens/s | %s | %s | %.2f |", spread(r.plainTokens), spread(r.stackTokens), ratio(r.stackTokens, r.plainTokens))
	p("| answer forced into a schema, tokens/s | – | %s | %.2f |", spread(r.stackForced), ratio(r.stackForced, r.plainTokens))
	p("| processor time of a token of the answer, ms | %s | %s | %.2f |", spread(r.plainCPU), spread(r.stackCPU), ratio(r.plainCPU, r.stackCPU))
	p("| the same, forced | – | %s | %.2f |", spread(r.forcedCPU), ratio(r.plainCPU, r.forcedCPU))
	p("| load, ms | %.0f | %.0f | |", r.plainLoad, r.stackLoad)
	p("| resident, MB | %d | %d | |", r.plainRSS, r.stackRSS)
	p("| first piece of an answer, ms | – | %s cold, %s after the same prompt | |", spread(r.cold), spread(r.warm))
	p("\nOf %d forced tokens %d were drawn anew because they did not fit.", r.forcedTokens, r.rejected)
	if len(r.start) > 0 {
		p("\n| with the tiny model, ms | |\n|---|---|")
		p("| load | %s |\n| start of the worker, load and first token | %s |", spread(r.tinyLoad), spread(r.start))
		p("| cancelling in the middle of a prompt | %s |\n| first token after kill -9 | %s |", spread(r.cancel), spread(r.restart))
		p("\nA conversation's first turn evaluated %d tokens of prompt, its second %d (%.1f %%).",
			r.firstTurn, r.secondTurn, 100*float64(r.secondTurn)/float64(max(1, r.firstTurn)))
	}
	for _, line := range r.gpu {
		p("\n%s", line)
	}
	return b.String()
}

// write prints the figures and puts them between the marks of a target.
func (r *report) write(path, target string) error {
	text := r.text()
	fmt.Print(text)
	if path == "-" {
		return nil
	}
	from, to := "<!-- make "+target+" writes from here -->\n", "<!-- "+target+": to here -->\n"
	doc, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(doc, []byte(from))
	_, after, closed := bytes.Cut(rest, []byte(to))
	if !found || !closed {
		return fmt.Errorf("%s has no place for the figures of %s", path, target)
	}
	return os.WriteFile(path, []byte(string(before)+from+"\n"+text+"\n"+to+string(after)), 0o644)
}

func processor() string {
	out, err := exec.Command("sh", "-c", "grep -m1 'model name' /proc/cpuinfo | cut -d: -f2").Output()
	if err != nil || len(bytes.TrimSpace(out)) == 0 {
		return runtime.GOARCH
	}
	return string(bytes.TrimSpace(out))
}
