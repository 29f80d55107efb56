package conversing

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/notes"
	"aipack/backend/agent/permission"
	"aipack/backend/agent/place"
	"aipack/backend/agent/session"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/code/overview"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// Notes is the command about the files of notes that models are shown.
func (parts Parts) Notes(p *cli.Program) *cobra.Command {
	o := options{format: "text", timeout: time.Minute}
	c := &cobra.Command{
		Use:   "notes PATH [list | write | show FILE | allow FILE | refuse FILE]",
		Short: "Writes " + notes.Own + " from the plan, and says which files of notes models are shown",
		Long: "Notes are what who works on a project should know: " + strings.Join(notes.Names(), ", ") + ", at its root. A model is shown one\n" +
			"only after you have allowed that very text; one that has changed since is asked about again, and none gives a model any right.\n" +
			"Write brings " + notes.Own + " up to date with how the project is built, tested, started and written: shown as a difference, made with your\n" +
			"consent, and taken as allowed. What you have added to it stays. Show prints a file as a model would be shown it.",
		Args: func(_ *cobra.Command, args []string) error {
			n := len(args)
			if n == 1 || n == 2 && slices.Contains([]string{"list", "write"}, args[1]) || n == 3 && slices.Contains([]string{"show", "allow", "refuse"}, args[1]) {
				return nil
			}
			return cli.Misuse("after the path stands list, write, show FILE, allow FILE or refuse FILE")
		},
		RunE: func(c *cobra.Command, args []string) (err error) {
			tree, err := o.folders.Open(args[0])
			if err != nil {
				return err
			}
			defer tree.Close()
			args = append(args, "list")
			if args[1] == "list" || args[1] == "show" {
				db, err := reading(args[0], p)
				if err != nil {
					return err
				}
				if db != nil {
					defer func() { err = errors.Join(err, db.Close()) }()
				}
				return showNotes(p, db, tree, args[1:])
			}
			db, err := open("aipack notes", args[0], p)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, db.Close()) }()
			if args[1] == "write" {
				ctx, cancel := context.WithTimeout(c.Context(), usualTime)
				defer cancel()
				return parts.writeNotes(ctx, p, o, args[0], tree, db)
			}
			return decideNotes(db, tree, args[2], args[1] == "allow")
		},
	}
	c.Flags().BoolVar(&o.yes, "yes", false, "with write: without asking")
	o.folders.Flags(c.Flags())
	return c
}

// showNotes lists the notes of a project, or prints one.
func showNotes(p *cli.Program, db *projectdb.Database, tree *repo.Tree, args []string) error {
	found, err := session.Notes(db, tree)
	if err != nil {
		return err
	}
	if args[0] == "show" {
		n, err := noteOf(found, args[1])
		if err == nil {
			fmt.Fprintln(p.Out, visible.Block(n.Text))
		}
		return err
	}
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for _, n := range found {
		state := "not decided"
		if n.Known && n.Agreed {
			state = "allowed"
		} else if n.Known {
			state = "refused"
		}
		if n.Cut {
			state += ", its beginning"
		}
		visible.Fprintf(w, "%s\t%s\n", n.Path, state)
	}
	return w.Flush()
}

func noteOf(found []session.Decided, name string) (notes.Note, error) {
	for _, n := range found {
		if n.Path == name {
			return n.Note, nil
		}
	}
	return notes.Note{}, &fault.Fault{
		Code: fault.FileNotFound, Message: "there are no notes " + name + " in this project", Hint: "aipack notes PATH lists those that there are",
	}
}

func decideNotes(db *projectdb.Database, tree *repo.Tree, name string, agreed bool) error {
	found, err := session.Notes(db, tree)
	if err != nil {
		return err
	}
	n, err := noteOf(found, name)
	if err != nil {
		return err
	}
	return session.Decide(db, n, agreed)
}

// conventionsOf are those that the sources share; nil where nobody could read them in time.
func conventionsOf(ctx context.Context, p *cli.Program, tree *repo.Tree) []string {
	code := readCode(ctx, p, tree)
	defer code.stop()
	code.wait(p)
	g := code.now().Graph
	if g == nil {
		return nil
	}
	return overview.Said(ctx, g, tree)
}

// writeNotes brings aipack's own notes up to date, with the user's consent.
func (parts Parts) writeNotes(ctx context.Context, p *cli.Program, o options, dir string, tree *repo.Tree, db *projectdb.Database) (err error) {
	plans, err := plansOf(ctx, p, o, dir)
	if err != nil {
		return err
	}
	desk, err := checkpoint.Open(dir, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, desk.Close()) }()
	before, err := desk.Read(notes.Own)
	if err != nil {
		return err
	}
	facts := notes.Facts{Plans: plans, Conventions: conventionsOf(ctx, p, tree)}
	if parts.Languages != nil {
		facts.Tests = place.Tests(parts.Languages(), plans)
	}
	c := edit.Change{Path: notes.Own, Before: before, After: []byte(notes.Write(string(before), facts))}
	if string(c.After) == string(before) {
		fmt.Fprintln(p.Err, "aipack: "+notes.Own+" says all of that already")
		return nil
	}
	switch {
	case o.yes:
	case !parts.Asks:
		return &fault.Fault{Code: fault.PermissionDenied, Message: "nobody is there to approve " + notes.Own, Hint: "run it in a terminal, or with --yes"}
	default:
		somebody := &asker{p: p, lines: make(chan string)}
		go somebody.read(bufio.NewReader(parts.In))
		answer := somebody.approve(ctx, c, permission.Decision{Level: permission.Ask, What: notes.Own})
		if answer.Answer == permission.Refused {
			fmt.Fprintln(p.Err, "aipack: nothing was written")
			return cli.ErrFailed
		}
		if answer.After != nil {
			c.After = answer.After
		}
	}
	if _, err := desk.Apply(c, checkpoint.Where{}); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s %s\n", c.Kind(), c.Path)
	return session.Decide(db, notes.Note{Path: notes.Own, Sum: notes.Sum(string(c.After))}, true)
}
