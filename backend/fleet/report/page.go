package report

import (
	_ "embed"
	"html/template"
	"io"
	"time"

	"aipack/backend/fleet"
)

//go:embed page.html
var page string

// HTML writes a page that needs nothing beside itself. growth is nil where no other time is
// compared with.
func HTML(w io.Writer, results []fleet.Result, growth *Growth, at time.Time) error {
	t, err := template.New("page").Funcs(template.FuncMap{"words": Words, "what": What}).Parse(page)
	if err != nil {
		return err
	}
	sum := Of(results)
	type count struct {
		Cause fleet.Cause
		N     int
	}
	var counts []count
	for _, c := range fleet.Causes {
		if sum.Causes[c] > 0 {
			counts = append(counts, count{c, sum.Causes[c]})
		}
	}
	return t.Execute(w, struct {
		At      string
		Sum     Sum
		Counts  []count
		Growth  *Growth
		Since   string
		Results []fleet.Result
	}{at.Local().Format("2 January 2006, 15:04"), sum, counts, growth, since(growth), results})
}

func since(g *Growth) string {
	if g == nil {
		return ""
	}
	return g.Since.Local().Format("Monday 2 January 2006, 15:04")
}
