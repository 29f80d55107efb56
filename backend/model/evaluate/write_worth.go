package evaluate

import (
	"fmt"
	"slices"
	"strings"
)

// write writes one table, and below it the projects that it speaks of.
func (w Worth) write(b *strings.Builder) {
	const row = "  %-16s %14s %15s %10s %11s %8s\n"
	of := func(n, all int) string { return fmt.Sprintf("%d of %d", n, all) }
	count := func(n int) string { return fmt.Sprint(n) }
	fmt.Fprintf(b, "\nWhat the model changed: %s\n\n", w.Name)
	fmt.Fprintf(b, row, "field", "right by rules", "with the model", "put right", "made wrong", "changed")
	n := len(w.Projects)
	for _, f := range w.Fields {
		fmt.Fprintf(b, row, f.Name, of(f.Rules, n), of(f.Right, n), count(len(f.Gained)), count(len(f.Lost)), count(len(f.Changed)))
	}
	s := w.Sums()
	fmt.Fprintf(b, row, "all", of(s.Rules, s.Fields), of(s.Right, s.Fields), count(s.Gained), count(s.Lost), count(s.Changed))
	b.WriteString("\n  changed: another value, wrong as before\n")
	for _, f := range w.Fields {
		names(b, "put right", f.Name, f.Gained)
		names(b, "made wrong", f.Name, f.Lost)
		names(b, "changed", f.Name, f.Changed)
	}
	fmt.Fprintf(b, "\n  %s\n", w.Took())
	for _, problem := range w.problems() {
		fmt.Fprintf(b, "  the model could not be asked to the end: %s\n    in %s\n",
			strings.ReplaceAll(problem.text, "\n", " "), strings.Join(problem.projects, ", "))
	}
}

type problem struct {
	text     string
	projects []string
}

// problems are those that kept the model from being asked to the end, in the
// order in which they came.
func (w Worth) problems() []problem {
	var out []problem
	for _, p := range w.Unfinished() {
		i := slices.IndexFunc(out, func(o problem) bool { return o.text == p.Problem })
		if i < 0 {
			i = len(out)
			out = append(out, problem{text: p.Problem})
		}
		out[i].projects = append(out[i].projects, p.Name)
	}
	return out
}

func names(b *strings.Builder, what, field string, projects []string) {
	if len(projects) > 0 {
		fmt.Fprintf(b, "  %s, %s: %s\n", what, field, strings.Join(projects, ", "))
	}
}

// Took says in a line what the model was asked, and what that cost.
func (w Worth) Took() string {
	about := ""
	if w.Estimated {
		about = "at least "
	}
	return fmt.Sprintf("%d questions, %d answers taken; %s%d tokens read, %d written; %s; %.1f s in all, %.1f s a project (median), %.1f s the slowest.",
		w.Questions, w.Taken, about, w.Prompt, w.Completion, w.dollars(), float64(w.DurationMS)/1000, float64(w.MedianMS)/1000, float64(w.SlowestMS)/1000)
}

// dollars writes what was paid.
func (w Worth) dollars() string {
	switch {
	case !w.Priced:
		return "cost not known"
	case w.USD > 0 && w.USD < 0.01:
		return fmt.Sprintf("$%.4f", w.USD)
	}
	return fmt.Sprintf("$%.2f", w.USD)
}
