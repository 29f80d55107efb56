package history

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/store"
)

type opener = func(dir string, now func() time.Time) (*store.DB, error)

// row is one run in a list.
type row struct {
	ID         string  `json:"id"`
	Path       string  `json:"path"`
	Name       string  `json:"name"`
	State      string  `json:"state"` // running, completed, failed, cancelled, interrupted
	Proof      string  `json:"proof"` // verdict of the newest proof, "" for none
	StartedAt  string  `json:"started_at"`
	DurationMS int64   `json:"duration_ms"`
	Services   int     `json:"services"`
	Language   string  `json:"language"`
	Framework  string  `json:"framework"`
	Model      string  `json:"model"` // that was asked, "" for none
	Confidence float64 `json:"confidence"`
	Edited     bool    `json:"edited"`
	Imported   bool    `json:"imported"`
}

func rowOf(r store.Run) row {
	return row{
		r.ID, r.Path, r.Name, r.Outcome(), r.Proof, time.UnixMilli(r.StartedAt).UTC().Format(time.RFC3339), r.DurationMS,
		r.Services, r.Language, r.Framework, r.Model, r.Confidence, r.Edited, r.Imported.Valid,
	}
}

func (d desk) list() *cobra.Command {
	var f store.Filter
	var format, project string
	var days, limit int
	c := &cobra.Command{
		Use: "list", Short: "Lists the runs, newest first", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return cli.Misuse("the format is text or json, not " + format)
			}
			if f.Result != "" && !slices.Contains(store.Results, f.Result) {
				return cli.Misuse(fmt.Sprintf("--result is one of %s, not %q", strings.Join(store.Results, ", "), f.Result))
			}
			if limit < 1 || days < 0 {
				return cli.Misuse("--limit wants a number from 1, --days one from 0")
			}
			if project != "" {
				full, err := filepath.Abs(project)
				if err != nil {
					return err
				}
				f.Folder = full
			}
			if days > 0 {
				f.Since = d.p.Now().Add(-time.Duration(days) * 24 * time.Hour).UnixMilli()
			}
			return d.reading(c.Context(), func(s *store.DB) error {
				runs, total, err := s.Runs(f, 0, limit)
				if err != nil {
					return err
				}
				return d.print(runs, total, format)
			})
		},
	}
	c.Flags().StringVar(&project, "project", "", "only runs of this folder")
	c.Flags().StringVar(&f.Words, "filter", "", "only runs with these words in the name, path, language, framework, model, state or proof")
	c.Flags().StringVar(&f.Result, "result", "", "only runs that came to this: "+strings.Join(store.Results, ", "))
	c.Flags().StringVar(&f.Model, "model", "", "only runs that asked this model; none for the rules alone")
	c.Flags().IntVar(&days, "days", 0, "only runs of the last so many days; 0 for all")
	c.Flags().IntVar(&limit, "limit", 50, "at most so many")
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func (d desk) print(runs []store.Run, total int, format string) error {
	if format == "json" {
		rows := []row{}
		for _, r := range runs {
			rows = append(rows, rowOf(r))
		}
		out := json.NewEncoder(d.p.Out)
		out.SetIndent("", "  ")
		return out.Encode(map[string]any{"total": total, "runs": rows})
	}
	if len(runs) == 0 {
		_, err := fmt.Fprintln(d.p.Out, "No run is like this.")
		return err
	}
	w := tabwriter.NewWriter(visible.Lines(d.p.Out), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tWHEN\tPROJECT\tSTATE\tSERVICES\tCONFIDENCE\tSTACK")
	for _, r := range runs {
		confidence := ""
		switch {
		case r.Proof == "proven", r.Proof == "ran", r.Proof == "failed":
			confidence = r.Proof // in place of what was a guess
		case r.Services > 0:
			confidence = fmt.Sprintf("%.2f", r.Confidence)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", visible.Text(short(r.ID)), time.UnixMilli(r.StartedAt).In(d.p.Now().Location()).Format("2006-01-02 15:04"),
			visible.Text(r.Name), visible.Text(state(r)), r.Services, confidence, visible.Text(stack(r)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if total > len(runs) {
		fmt.Fprintf(d.p.Err, "aipack: %d more; --limit shows them\n", total-len(runs))
	}
	return nil
}

// short is as much of an id as tells it from all others: those that are made here
// begin with the millisecond.
func short(id string) string { return id[:min(len(id), 13)] }

func state(r store.Run) string {
	text := r.Outcome()
	if r.Proof != "" {
		text = r.Proof
	}
	if r.Edited {
		text += ", edited"
	}
	if r.Imported.Valid {
		text += ", imported"
	}
	return text
}

func stack(r store.Run) string {
	if r.Framework == "" {
		return r.Language
	}
	return r.Language + ", " + r.Framework
}
