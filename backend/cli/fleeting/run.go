package fleeting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/fleet"
	"aipack/backend/fleet/report"
)

func (d *desk) run() *cobra.Command {
	var o wish
	var w worker
	var s shown
	c := &cobra.Command{
		Use: "run LIST", Short: "Puts repositories into the queue, works until it is empty, and reports", Args: cobra.ExactArgs(1),
		Long: "Run is add, work and results in one. It ends where the queue is empty; other workers may help.\nExit code 1: at least one repository failed, was given up or could not be fetched.\n\n" + aboutLists,
		RunE: func(c *cobra.Command, args []string) error {
			if err := s.check(); err != nil {
				return err
			}
			list, err := d.read(args[0])
			if err != nil {
				return err
			}
			return d.with(c.Context(), func(q *fleet.Queue) error {
				ctx := c.Context()
				if err := d.put(ctx, q, list, o); err != nil {
					return err
				}
				if err := d.works(ctx, q, w, true); err != nil {
					return err
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return d.report(ctx, q, s, of(list, fleet.Want(o.want)))
			})
		},
	}
	o.flags(c)
	w.flags(c)
	s.flags(c)
	return c
}

func (d *desk) results() *cobra.Command {
	var s shown
	c := &cobra.Command{
		Use: "results", Short: "Says what came of each repository, and what has changed since a time", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := s.check(); err != nil {
				return err
			}
			return d.with(c.Context(), func(q *fleet.Queue) error {
				err := d.report(c.Context(), q, s, func(fleet.Result) bool { return true })
				if errors.Is(err, cli.ErrFailed) { // it says what is; whether that is good is another question
					return nil
				}
				return err
			})
		},
	}
	s.flags(c)
	return c
}

// shown is how results are shown.
type shown struct{ format, since string }

func (s *shown) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.format, "format", "text", "text, jsonl (a result a line) or html")
	c.Flags().StringVar(&s.since, "since", "", "also say what has changed since this time: 2026-11-23, \"2026-11-23 09:00\", monday, 36h, 7d")
}

func (s *shown) check() error {
	if s.format != "text" && s.format != "jsonl" && s.format != "html" {
		return cli.Misuse(fmt.Sprintf("--format is text, jsonl or html, not %q", s.format))
	}
	return nil
}

// of picks the results of a list.
func of(list []fleet.Repository, want fleet.Want) func(fleet.Result) bool {
	listed := map[fleet.Repository]bool{}
	for _, r := range list {
		listed[r] = true
	}
	return func(r fleet.Result) bool { return listed[r.Repository] && r.Want == want }
}

// report shows results; ErrFailed says that some are not in order.
func (d *desk) report(ctx context.Context, q *fleet.Queue, s shown, wanted func(fleet.Result) bool) error {
	all, err := q.Results(ctx)
	if err != nil {
		return err
	}
	now := pick(all, wanted)
	var growth *report.Growth
	if s.since != "" {
		at, err := moment(s.since, d.p.Now())
		if err != nil {
			return err
		}
		before, err := q.ResultsAt(ctx, at)
		if err != nil {
			return err
		}
		g := report.Since(at, pick(before, wanted), now)
		growth = &g
	}
	switch s.format {
	case "jsonl":
		err = report.JSON(d.p.Out, now)
	case "html":
		err = report.HTML(d.p.Out, now, growth, d.p.Now())
	default:
		report.Text(visible.Lines(d.p.Out), now)
		if growth != nil {
			growth.Text(visible.Lines(d.p.Out))
		}
	}
	sum := report.Of(now)
	if err == nil && sum.Causes[fleet.Failed]+sum.Causes[fleet.GaveUp]+sum.Causes[fleet.Unavailable] > 0 {
		err = cli.ErrFailed
	}
	return err
}

func pick(all []fleet.Result, wanted func(fleet.Result) bool) (out []fleet.Result) {
	for _, r := range all {
		if wanted(r) {
			out = append(out, r)
		}
	}
	return out
}

// moment reads a time of the past.
func moment(text string, now time.Time) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	for back := range 7 {
		day := midnight.AddDate(0, 0, -back)
		if strings.EqualFold(day.Weekday().String(), text) {
			return day, nil
		}
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if ago, err := time.ParseDuration(text); err == nil && ago > 0 {
		return now.Add(-ago), nil
	}
	return time.Time{}, cli.Misuse(fmt.Sprintf("--since is a date, a day of the week or how long ago, not %q", text))
}

func indented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
