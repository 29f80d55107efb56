package evaluate

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed report.html
var reportPage string

// WriteJSON writes a report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// WriteHTML writes a report as one page that needs nothing else.
func (r *Report) WriteHTML(w io.Writer) error {
	page, err := template.New("report").Funcs(template.FuncMap{
		"percent": percent,
		"seconds": func(ms int64) string { return fmt.Sprintf("%.1f", float64(ms)/1000) },
		"join":    func(names []string) string { return strings.Join(names, ", ") },
		"good":    Verdict.passes,
	}).Parse(reportPage)
	if err != nil {
		return err
	}
	return page.Execute(w, r)
}

// WriteText writes a report for a terminal: the figures, and every case that
// did not pass.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Suite %s  %s\n", r.Suite, r.Title)
	fmt.Fprintf(&b, "Subject  %s%s\n\n", r.Subject, map[bool]string{true: ", replayed: this measures the program, not the model"}[r.Replayed])
	fmt.Fprintf(&b, "%d of %d pass: %s (95%% interval %s to %s)", r.Passed, r.Total, percent(r.Rate), percent(r.Low), percent(r.High))
	if r.Target > 0 {
		fmt.Fprintf(&b, ", target %s", percent(r.Target))
	}
	fmt.Fprintf(&b, ", in %.1f s\n\n", float64(r.DurationMS)/1000)
	for _, g := range r.Groups {
		fmt.Fprintf(&b, "  %-24s %4d of %4d\n", g.Name, g.Passed, g.Total)
	}
	for i, m := range r.Metrics {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "  %-36s %8s", m.Name, figure(m))
		if m.Limit != "" {
			fmt.Fprintf(&b, "  (%s: %s)", m.Limit, map[bool]string{true: "met", false: "missed"}[m.Met])
		}
		b.WriteByte('\n')
	}
	for _, w := range r.Worth {
		w.write(&b)
	}
	for _, c := range r.Cases {
		if c.Verdict.passes() {
			continue
		}
		fmt.Fprintf(&b, "\n%s  %s: %s", c.Verdict, c.Group, c.Name)
		if c.Spec != "" {
			fmt.Fprintf(&b, " (%s)", c.Spec)
		}
		if c.Cost != nil {
			fmt.Fprintf(&b, " (%s)", c.Cost)
		}
		b.WriteByte('\n')
		for _, p := range c.Problems {
			fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(p, "\n", " "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", share*100) }

// figure writes a metric: a share where it is one of cases, else a number.
func figure(m Metric) string {
	if m.Of > 0 {
		return percent(m.Value)
	}
	return fmt.Sprintf("%g", m.Value)
}
