package report

import (
	"fmt"
	"io"
	"time"

	"aipack/backend/fleet"
)

// Growth is what has changed between two times.
type Growth struct {
	Since   time.Time `json:"since"`
	Broke   []Change  `json:"broke"`   // was in order, and is not
	Mended  []Change  `json:"mended"`  // was not, and is
	Changed []Change  `json:"changed"` // is in order with other plans, or not in order for another reason
	New     []Change  `json:"new"`     // had no result then
	Same    int       `json:"same"`
}

// Change is one repository then and now.
type Change struct {
	Before *fleet.Result `json:"before,omitempty"`
	Now    fleet.Result  `json:"now"`
}

type subject struct {
	fleet.Repository
	want fleet.Want
}

// Since compares results with those of a time before.
func Since(at time.Time, before, now []fleet.Result) Growth {
	g := Growth{Since: at}
	then := map[subject]fleet.Result{}
	for _, r := range before {
		then[subject{r.Repository, r.Want}] = r
	}
	for _, r := range now {
		old, there := then[subject{r.Repository, r.Want}]
		c := Change{Before: &old, Now: r}
		switch {
		case !there:
			g.New = append(g.New, Change{Now: r})
		case old.Cause.Good() && !r.Cause.Good():
			g.Broke = append(g.Broke, c)
		case !old.Cause.Good() && r.Cause.Good():
			g.Mended = append(g.Mended, c)
		case old.Cause != r.Cause, r.Want == fleet.Detect && old.Digest != r.Digest, old.Said != r.Said && !r.Cause.Good():
			g.Changed = append(g.Changed, c)
		default:
			g.Same++
		}
	}
	return g
}

// Text prints what has changed.
func (g Growth) Text(w io.Writer) {
	fmt.Fprintf(w, "since %s\n", g.Since.Local().Format("Mon 2 January 2006, 15:04"))
	for _, part := range []struct {
		name string
		rows []Change
	}{{"broke", g.Broke}, {"mended", g.Mended}, {"changed", g.Changed}, {"new", g.New}} {
		for _, c := range part.rows {
			was := ""
			if c.Before != nil && c.Before.Cause != c.Now.Cause {
				was = Words(c.Before.Cause) + " before, now "
			}
			fmt.Fprintf(w, "  %-8s %s: %s%s", part.name, c.Now.Repository, was, Words(c.Now.Cause))
			if said := What(c.Now); said != "" {
				fmt.Fprintf(w, ", %s", said)
			}
			fmt.Fprintln(w)
		}
	}
	fmt.Fprintf(w, "%d broke, %d mended, %d changed, %d new, %d as they were\n", len(g.Broke), len(g.Mended), len(g.Changed), len(g.New), g.Same)
}
