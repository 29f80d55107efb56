// Package auditing holds the command that looks at a project for what should not go out.
package auditing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/osv"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// holder is what others read who want the project meanwhile.
const holder = "aipack audit"

// options are the flags.
type options struct {
	format, ignore, reason, until, heed string
	advisories                          string
	fetch                               bool
	limit                               time.Duration
}

// Audit looks at a project and lists what it found.
func Audit(p *cli.Program) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "audit PATH", Short: "Looks for credentials, known vulnerabilities and dangerous code in a project", Args: cli.OnePath,
		Long: "Audit looks for credentials in the files that .gitignore does not leave out and in the\nhistory of the repository, for packages in the lock files that have known\nvulnerabilities, and, where opengrep or semgrep is installed, for code that others could\nmisuse, and says of each what to do about it. It writes nothing into the project,\nruns nothing of it and asks no network, unless --fetch says to get OSV's list of\nvulnerabilities first. What it could not look at it says. A finding that may\nstand is ignored by its id, with a reason and until a day. Exit code 0: nothing critical;\n1: something critical is open.",
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case !slices.Contains([]string{"text", "json", "sarif"}, o.format):
				return cli.Misuse(fmt.Sprintf("--format is text, json or sarif, not %q", o.format))
			case o.limit <= 0:
				return cli.Misuse("--limit is longer than nothing")
			case o.ignore != "" && strings.TrimSpace(o.reason) == "":
				return cli.Misuse("--ignore wants a --reason")
			case o.ignore == "" && (o.reason != "" || o.until != ""):
				return cli.Misuse("--reason and --until belong to --ignore")
			}
			return o.run(c.Context(), p, args[0])
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "text, json or sarif")
	f.StringVar(&o.ignore, "ignore", "", "let the finding of this id stand")
	f.StringVar(&o.reason, "reason", "", "why it may stand")
	f.StringVar(&o.until, "until", "", "until which day, as 2027-03-31; absent: for 90 days")
	f.StringVar(&o.heed, "heed", "", "count the finding of this id again")
	f.BoolVar(&o.fetch, "fetch", false, "first fetch OSV's list of known vulnerabilities ("+osv.Source+") for the project's ecosystems")
	f.StringVar(&o.advisories, "advisories", "", "first take that list from this folder, which has ECOSYSTEM/all.zip as OSV publishes it")
	f.DurationVar(&o.limit, "limit", 2*time.Minute, "stop after this long")
	return c
}

func (o options) run(ctx context.Context, p *cli.Program, root string) error {
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	tree, err := repo.Open(dir)
	if err != nil {
		return fault.OfFile("cannot open "+root, err, "check the folder's name")
	}
	defer tree.Close()
	data, err := appdir.Data()
	if err != nil {
		return err
	}
	db, err := projectdb.Claim(holder, data, dir, p.Now)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // what it holds was saved before
	if err := o.settle(p, db); err != nil {
		return err
	}
	if o.fetch || o.advisories != "" {
		if err := o.list(ctx, p, dir, data); err != nil {
			return err
		}
	}
	limited, stop := context.WithTimeout(ctx, o.limit)
	defer stop()
	ignored, err := audit.Standing(db)
	if err != nil {
		return err
	}
	report, err := audit.Run(limited, audit.Request{Folder: dir, Data: data, Project: tree, Ignored: ignored, Now: p.Now})
	if err != nil {
		return err
	}
	if err := audit.Save(db, report); err != nil {
		visible.Fprintf(p.Err, "aipack: what was found is not kept for aipack keep: %v\n", err)
	}
	if err := o.print(p, report); err != nil {
		return err
	}
	if slices.ContainsFunc(report.Open(), func(f audit.Finding) bool { return f.Severity == audit.Critical }) {
		return cli.ErrFailed
	}
	return nil
}

// list gets the list of known vulnerabilities for the ecosystems of a project.
func (o options) list(ctx context.Context, p *cli.Program, dir, data string) error {
	wanted, err := audit.Ecosystems(dir)
	if err != nil {
		return err
	}
	db, err := osv.Open(data, p.Now())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // what it holds was saved before
	if o.advisories != "" {
		done, err := db.ImportFolder(o.advisories, wanted)
		if err == nil && len(done) == 0 && len(wanted) > 0 {
			err = &fault.Fault{
				Code: fault.NothingFound, Message: o.advisories + " has no list for " + strings.Join(wanted, ", "),
				Hint: "It lies there as " + filepath.Join(wanted[0], "all.zip") + ", which " + osv.Source + " publishes.",
			}
		}
		if err != nil || !o.fetch {
			return err
		}
	}
	for _, e := range wanted {
		const step = 10 << 20
		told := int64(0)
		n, err := db.Fetch(ctx, osv.Source, e, p.Now(), func(bytes int64) {
			if bytes-told >= step {
				told = bytes
				visible.Fprintf(p.Err, "aipack: known vulnerabilities of %s: %d MB so far\n", e, bytes/1_000_000)
			}
		})
		if err != nil {
			return err
		}
		visible.Fprintf(p.Err, "aipack: %d known vulnerabilities of %s are on this computer now\n", n, e)
	}
	return nil
}

// settle keeps what the user says of single findings.
func (o options) settle(p *cli.Program, db *projectdb.Database) error {
	if o.heed != "" {
		if err := db.Heed(o.heed); errors.Is(err, projectdb.ErrAbsent) {
			return &fault.Fault{Code: fault.NothingFound, Message: "no finding of the id " + o.heed + " is ignored", Hint: "aipack audit lists the ids."}
		} else if err != nil {
			return err
		}
	}
	if o.ignore == "" {
		return nil
	}
	until, err := audit.Until(o.until, p.Now())
	if err != nil {
		return err
	}
	report, err := audit.Current(db, p.Now())
	if err != nil || !slices.ContainsFunc(report.Findings, func(f audit.Finding) bool { return f.ID == o.ignore }) {
		return errors.Join(err, &fault.Fault{Code: fault.NothingFound, Message: "the newest audit has no finding of the id " + o.ignore, Hint: "Run aipack audit first; it lists the ids."})
	}
	return db.Ignore(projectdb.Ignored{Finding: o.ignore, Reason: strings.TrimSpace(o.reason), Until: until.UnixMilli()})
}

func (o options) print(p *cli.Program, r audit.Report) error {
	switch o.format {
	case "sarif":
		text, err := r.SARIF(p.Version)
		if err == nil {
			_, err = p.Out.Write(text)
		}
		return err
	case "json":
		enc := json.NewEncoder(p.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	for _, f := range r.Findings {
		at := f.Path
		if f.Line > 0 {
			at = fmt.Sprintf("%s:%d", f.Path, f.Line)
		}
		if f.Commit != "" {
			at += " in " + f.Commit[:min(len(f.Commit), 12)]
		}
		word := string(f.Severity)
		if f.Ignored != nil {
			word = "ignored"
		}
		visible.Fprintf(p.Out, "%-8s  %s  %s\n          %s.\n", word, f.ID, at, f.Message)
		if f.Evidence != "" {
			visible.Fprintf(p.Out, "          %s\n", f.Evidence)
		}
		if f.Ignored != nil {
			visible.Fprintf(p.Out, "          Ignored until %s: %s\n\n", f.Ignored.Until.Format(time.DateOnly), f.Ignored.Reason)
			continue
		}
		visible.Fprintf(p.Out, "          %s\n\n", f.Fix)
	}
	for _, l := range r.Looks {
		word := "looked at"
		if !l.Looked {
			word = "NOT LOOKED AT"
		}
		visible.Fprintf(p.Out, "%s: %s (%s)\n", l.Name, word, l.Said)
	}
	if counts := r.Counts(); counts != "" {
		visible.Fprintf(p.Out, "%s\n", counts)
	} else {
		visible.Fprintf(p.Out, "nothing found\n")
	}
	return nil
}
