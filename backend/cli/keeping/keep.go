// Package keeping holds the command that writes the files of an export and commits them by
// the user's git.
package keeping

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/appdir"
	"aipack/backend/base/fault"
	"aipack/backend/base/linesum"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/packaging/export"
	"aipack/backend/packaging/keep"
	"aipack/backend/prove/gate"
	"aipack/backend/prove/lint/apart"
	"aipack/backend/store/projectdb"
	"aipack/backend/universalbuild"
)

// holder is what others read who want the project meanwhile.
const holder = "aipack keep"

// Parts are what keeping needs of others.
type Parts struct {
	In   io.Reader
	Asks bool // somebody sits there
}

// options are the flags.
type options struct {
	analysis                              cli.Analysis
	from, message, branch, reason, format string
	merged, force, yes, push, undo, dry   bool
	limit                                 time.Duration
}

// usualLimit is how long git may take with the project's hooks.
const usualLimit = 10 * time.Minute

// Keep writes what export writes, and commits it.
func (parts Parts) Keep(p *cli.Program) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "keep PATH", Short: "Writes the files of export and commits them with your git", Args: cli.OnePath,
		Long: "Keep writes what aipack export writes, shows what speaks for and against it (the proof,\nthe linter, credentials in the\nproject and its history), and commits these files with your own git, and no others: hooks\nand signing count as always, what you have staged stays staged, and nothing is pushed\nunless --push says so. It never forces and changes no settings. Where a check failed,\n--anyway says why you commit all the same. --undo takes its last commit back, while that\nis the newest of its branch and was not pushed; the files stay.",
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case o.format != "text" && o.format != "json":
				return cli.Misuse(fmt.Sprintf("--format is text or json, not %q", o.format))
			case o.limit <= 0:
				return cli.Misuse("--limit is longer than nothing")
			case o.undo:
				return undo(c.Context(), p, args[0])
			}
			return parts.keep(c.Context(), p, o, args[0])
		},
	}
	o.analysis.Flags(c)
	f := c.Flags()
	f.StringVar(&o.from, "from", "", "keep the documents of this file (of prove --fix --out, of an earlier export) in place of what is found in the folder")
	f.BoolVar(&o.merged, "merged", false, "one document with projects instead of a list")
	f.BoolVar(&o.force, "force", false, "replace files of your own that are in the way, keeping a backup of each")
	f.StringVar(&o.message, "message", "", "the commit's message; absent: one by Conventional Commits")
	f.StringVar(&o.branch, "branch", "", "make this branch for the commit; absent: the one that is there")
	f.StringVar(&o.reason, "anyway", "", "why you commit although a check failed; it goes into the message")
	f.BoolVar(&o.push, "push", false, "push the branch afterwards, never by force")
	f.BoolVar(&o.yes, "yes", false, "do not ask")
	f.BoolVar(&o.dry, "dry-run", false, "say what would be done, and do nothing")
	f.BoolVar(&o.undo, "undo", false, "take the last commit of aipack keep back")
	f.DurationVar(&o.limit, "limit", usualLimit, "stop git, and its hooks, after this long")
	f.StringVar(&o.format, "format", "text", "text or json")
	return c
}

// outcome is what keep prints as JSON.
type outcome struct {
	Repository keep.Repository `json:"repository"`
	Files      []file          `json:"files"`
	Checks     []gate.Check    `json:"checks"`
	Message    string          `json:"message"`
	Commit     *keep.Commit    `json:"commit"` // null where none was made
	Pushed     string          `json:"pushed"` // where to: "origin/main"; "" for nowhere
}

type file struct {
	Path   string `json:"path"`
	Backup string `json:"backup,omitempty"` // where the old one lies now
}

func (parts Parts) keep(ctx context.Context, p *cli.Program, o options, root string) error {
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	set, err := p.Package(ctx, o.analysis.Whole(), root, o.from, o.merged)
	if err != nil {
		return err
	}
	order := keep.Order{Folder: dir, Branch: o.branch}
	for _, f := range set.Files {
		order.Paths = append(order.Paths, f.Path)
	}
	var out outcome
	var files []keep.File
	if out.Repository, files, err = keep.Look(ctx, dir, order.Paths); err != nil {
		return err
	}
	db, err := open(p, dir)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // what it holds was saved before
	proven, err := proofs(p, db, dir, set)
	if err != nil {
		return err
	}
	subject := gate.Subject{Proofs: proven, Files: set.Files}
	if subject.Tests, err = tests(db, set); err != nil {
		return err
	}
	if subject.Audit, subject.Sources, err = looked(ctx, p, db, dir, set.Files); err != nil {
		return err
	}
	if out.Checks, err = checks(ctx, subject); err != nil {
		return err
	}
	order.Message = keep.WithReason(cmp.Or(o.message, keep.Suggest(subject.About(files))), o.reason)
	out.Message = order.Message
	if o.format == "text" {
		show(p, out, order, files)
	}
	if err := keep.Against(out.Repository, files, order); err != nil {
		return err
	}
	over := again(dir, set.Files, files)
	if err := export.Check(dir, set.Files, over...); err != nil && !o.force {
		return err
	}
	if held := gate.Against(out.Checks); len(held) > 0 && o.reason == "" && !o.dry {
		return &fault.Fault{
			Code: fault.CommandFailed, Message: held[0].Said, Hint: "Nothing was written. --anyway REASON commits all the same, and says why in the message.",
		}
	}
	if o.dry {
		return o.print(p, out)
	}
	if !o.yes {
		if err := parts.sure(p); err != nil {
			return err
		}
	}
	return carryOut(ctx, p, o, db, order, set, over, out)
}

// again are the files that an earlier export wrote and that can take the place of those:
// nobody has changed them since, or the newest commit has the document as it is.
func again(dir string, files []export.File, known []keep.File) (over []string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	for i, f := range files {
		name := filepath.FromSlash(f.Path)
		info, err := root.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostRead {
			continue
		}
		text, err := root.ReadFile(name)
		if err != nil {
			continue
		}
		reading, wrong := universalbuild.Read(text)
		document := wrong == nil && len(reading.Documents) > 0
		if linesum.Unchanged(text) || document && known[i].Clean {
			over = append(over, f.Path)
		}
	}
	return over
}

// mostRead bounds a file of ours, in bytes: a compose.yaml of 5,000 services has 10 MB.
const mostRead = 64 << 20

// carryOut writes, commits, and pushes where that is wanted.
func carryOut(ctx context.Context, p *cli.Program, o options, db *projectdb.Database, order keep.Order, set cli.Packaged, over []string, out outcome) error {
	written, err := export.Write(order.Folder, set.Files, export.WriteOptions{Force: o.force, Over: over})
	for _, w := range written {
		out.Files = append(out.Files, file{w.Path, w.Backup})
	}
	if o.format == "text" {
		p.ToldOf(order.Folder, written)
	}
	if err != nil {
		return err
	}
	limited, stop := context.WithTimeout(ctx, o.limit)
	defer stop()
	c, err := keep.Make(limited, order, said{p.Err})
	if c.ID != "" { // it stands, also where something afterwards went wrong
		out.Commit = &c
		err = errors.Join(err, save(db, c, o.reason, 0))
	}
	if err != nil {
		visible.Fprintf(p.Err, "aipack: the files are written\n")
		return errors.Join(err, o.print(p, out))
	}
	if o.push {
		if out.Pushed, err = keep.Push(limited, order.Folder, said{p.Err}); err != nil {
			out.Pushed = ""
			visible.Fprintf(p.Err, "aipack: the commit is made, but not pushed\n")
			return errors.Join(err, o.print(p, out))
		}
	}
	if o.format == "text" {
		told(p, out)
		p.Remind(set.Documents)
	}
	return o.print(p, out)
}

func (o options) print(p *cli.Program, out outcome) error {
	if o.format != "json" {
		return nil
	}
	enc := json.NewEncoder(p.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// sure asks before anything is written.
func (parts Parts) sure(p *cli.Program) error {
	if !parts.Asks {
		return cli.Misuse("nobody is there to agree; --yes says it, --dry-run shows what would be done")
	}
	agreed, err := p.Agreed(parts.In, "Write and commit?")
	if err != nil || agreed {
		return err
	}
	fmt.Fprintln(p.Err, "aipack: nothing was written")
	return cli.ErrFailed
}

func open(p *cli.Program, dir string) (*projectdb.Database, error) {
	data, err := appdir.Data()
	if err != nil {
		return nil, err
	}
	return projectdb.Claim(holder, data, dir, p.Now)
}

func save(db *projectdb.Database, c keep.Commit, reason string, undone int64) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return db.SaveCommit(projectdb.Commit{ID: c.ID, Made: text, Reason: reason, UndoneAt: undone})
}

func checks(ctx context.Context, s gate.Subject) ([]gate.Check, error) {
	linter, err := apart.Self()
	if err != nil {
		return nil, err
	}
	defer func() { _ = linter.Close() }() // its process ends with it
	return gate.Checks(ctx, s, linter.Check)
}

// undo takes the last commit of this command back.
func undo(ctx context.Context, p *cli.Program, root string) error {
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	db, err := open(p, dir)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // what it holds was saved before
	last, err := db.LastCommit()
	if errors.Is(err, projectdb.ErrAbsent) {
		return &fault.Fault{Code: fault.NothingFound, Message: "aipack has made no commit in " + root + " that still stands", Hint: "git log shows those of others."}
	}
	var c keep.Commit
	if err == nil {
		err = json.Unmarshal(last.Made, &c)
	}
	if err == nil {
		err = keep.Undo(ctx, dir, c)
	}
	if err != nil {
		return err
	}
	last.UndoneAt = p.Now().UnixMilli()
	if err := db.SaveCommit(last); err != nil {
		return err
	}
	subject, _, _ := strings.Cut(c.Message, "\n")
	visible.Fprintf(p.Out, "Taken back: %s %s. The files stay in the folder.\n", keep.Short(c.ID), subject)
	return nil
}

// said shows what git and the project's hooks say, and lets nothing steer the terminal.
type said struct{ w io.Writer }

// Write gives the length of what it was given, as io.Writer wants it.
func (s said) Write(b []byte) (int, error) {
	if _, err := io.WriteString(s.w, visible.Block(string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}
