package proving

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"aipack/backend/cli/visible"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
)

func printReports(w io.Writer, format string, reports []*prove.Report) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(reports)
	case "html":
		return prove.WriteHTML(w, reports)
	}
	for _, r := range reports {
		printReport(w, r)
	}
	return nil
}

func printReport(w io.Writer, r *prove.Report) {
	visible.Fprintf(w, "%s (%s): %s in %.1f s\n", r.Name, r.Service, r.Verdict.Words(), float64(r.DurationMS)/1000)
	for _, one := range r.Loud(true) {
		visible.Fprintf(w, "  WARNING: %s\n", one.Message)
	}
	for _, line := range r.Beside() {
		visible.Fprintf(w, "  %s\n", line)
	}
	if r.Probe != nil {
		printProbe(w, r)
	}
	if s := r.Start; s != nil && len(s.Listening) > 0 {
		visible.Fprintf(w, "  runs as %s, listens on %s, used %d MB of memory\n", s.User, strings.Join(s.Listening, ", "), s.PeakBytes/1_000_000)
	}
	if r.Image != nil {
		printImage(w, r.Image)
	}
	for _, one := range r.Loud(false) {
		visible.Fprintf(w, "  warning: %s\n", one.Message)
	}
	printChecks(w, r.Checks)
	if r.Failure != nil {
		printFailure(w, r.Failure)
	}
	switch {
	case r.Mending != nil:
		printMending(w, r.Mending)
	case r.Offer != nil:
		visible.Fprintf(w, "  a fix to try: %s\n", r.Offer.Why)
		printEdits(w, *r.Offer)
		visible.Fprintf(w, "  --fix does that, proves again, and keeps it where it helps\n")
	}
	printOpen(w, r)
}

// printProbe tells how the program came to be healthy, and what it answered.
func printProbe(w io.Writer, r *prove.Report) {
	p := r.Probe
	switch {
	case r.Verdict == prove.Ran && r.Start != nil && r.Start.ExitCode != nil:
		visible.Fprintf(w, "  ended by itself with exit code %d\n", *r.Start.ExitCode)
	case p.Healthy:
		visible.Fprintf(w, "  healthy %.1f s after its start\n", float64(p.AfterMS)/1000)
	}
	for _, line := range p.Sentences() {
		visible.Fprintf(w, "  %s\n", line)
	}
	if p.Speaks() != "" {
		visible.Fprintf(w, "  speaks %s\n", p.Speaks())
	}
}

// printImage tells the size, what made it, and what it stands on.
func printImage(w io.Writer, i *prove.Image) {
	if i.SizeBytes == 0 {
		return
	}
	visible.Fprintf(w, "  image of %d MB\n", i.SizeBytes/1_000_000)
	for _, l := range i.Layers {
		if l.Line > 0 {
			visible.Fprintf(w, "    %8.1f MB  line %-3d %s\n", float64(l.SizeBytes)/1e6, l.Line, l.Command)
		}
	}
	for _, b := range i.Bases {
		visible.Fprintf(w, "    built on %s@%s\n", b.Name, b.Digest)
	}
}

func printChecks(w io.Writer, checks []check.Result) {
	for _, c := range checks {
		visible.Fprintf(w, "  %-12s %s", strings.ReplaceAll(c.State, "_", " "), strings.ReplaceAll(c.Name, "_", "-"))
		if c.Reason != "" {
			visible.Fprintf(w, ": %s", c.Reason)
		}
		fmt.Fprintln(w)
		for _, f := range c.Problems {
			where := f.Path
			if f.Line > 0 {
				where = fmt.Sprintf("%s:%d", f.Path, f.Line)
			}
			visible.Fprintf(w, "    %s: %s %s\n", f.Severity, f.Message, where)
		}
	}
}

func printFailure(w io.Writer, f *cause.Failure) {
	visible.Fprintf(w, "  %s\n", f.Cause)
	switch {
	case f.Line > 0 && f.Field != "":
		visible.Fprintf(w, "  Dockerfile line %d (%s): %s\n", f.Line, f.Field, f.Text)
	case f.Line > 0:
		visible.Fprintf(w, "  Dockerfile line %d: %s\n", f.Line, f.Text)
	case f.Field != "":
		visible.Fprintf(w, "  field of the plan: %s\n", f.Field)
	}
	for _, line := range f.Log {
		visible.Fprintf(w, "  | %s\n", line)
	}
	if f.Fix != "" {
		visible.Fprintf(w, "  what to do: %s\n", f.Fix)
	}
	for _, e := range f.Edits {
		visible.Fprintf(w, "  set %s to %s\n", e.Field, valueText(e.Value))
	}
	for _, v := range f.Values {
		visible.Fprintf(w, "  give %s %s for the proof\n", v.Name, cmp.Or(v.Value, "a made-up value"))
	}
	if words := f.Class.Words(); words != "" {
		visible.Fprintf(w, "  %s\n", words)
	}
}
