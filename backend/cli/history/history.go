// Package history holds the commands about the runs of the past, which the window
// keeps: they read them also while a window is open, and change them only where none
// is.
package history

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/store"
)

// Parts is what the commands work with.
type Parts struct {
	Folder func() (string, error) // where the window keeps its data
	In     io.Reader              // where an answer is read from
	Asks   bool                   // somebody is there to answer
}

// Command makes the commands of some parts.
func Command(parts Parts) func(*cli.Program) *cobra.Command {
	return func(p *cli.Program) *cobra.Command {
		c := &cobra.Command{Use: "history", Short: "Lists, shows, exports, imports, deletes and backs up the runs of the past", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				return cli.Misuse("say what: list, show, export, import, delete or backup")
			}}
		d := desk{parts, p}
		c.AddCommand(d.list(), d.show(), d.export(), d.bring(), d.delete(), d.backup())
		return c
	}
}

// desk is where one command works.
type desk struct {
	Parts
	p *cli.Program
}

// reading opens the history for reading, beside a window that may have it. Where
// damage is met and nobody has it, what can be read is saved first.
func (d desk) reading(ctx context.Context, do func(*store.DB) error) error {
	err := d.with(store.Read, do)
	if errors.Is(err, store.ErrDamaged) {
		err = d.writing(ctx, do)
	}
	return err
}

// writing opens the history for changing it, which only one program may do at a
// time.
// patience is how long a command waits for another one that changes the history.
const patience = 20 * time.Second

func (d desk) writing(ctx context.Context, do func(*store.DB) error) error {
	return d.with(func(dir string, now func() time.Time) (*store.DB, error) {
		ctx, stop := context.WithTimeout(ctx, patience)
		defer stop()
		return store.Wait(ctx, dir, now)
	}, do)
}

func (d desk) with(open opener, do func(*store.DB) error) (err error) {
	dir, err := d.Folder()
	if err != nil {
		return err
	}
	s, err := open(dir, d.p.Now)
	var newer store.Newer
	var other store.NotAFile
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &fault.Fault{
			Code: fault.FileNotFound, Message: "there is no history in " + dir,
			Hint: "analyse a project in the window first, or import a run; AIPACK_DATA names another folder",
		}
	case errors.Is(err, store.ErrInUse) && store.HeldByWindow(dir):
		return &fault.Fault{
			Code: fault.Busy, Message: "a window of aipack is open, and only one program may change the history at a time",
			Hint: "do this in the window, or close it and try again", Err: err,
		}
	case errors.Is(err, store.ErrInUse):
		return &fault.Fault{
			Code: fault.Busy, Message: "another aipack command has been changing the history for too long",
			Hint: "try again once it has ended", Err: err,
		}
	case errors.As(err, &other):
		return &fault.Fault{Code: fault.InvalidPath, Message: err.Error(), Hint: "move it away, or name another folder for the data with AIPACK_DATA"}
	case errors.As(err, &newer):
		return &fault.Fault{Code: fault.WrongUse, Message: err.Error(), Hint: "install the newer aipack again; the file was left as it is"}
	case err != nil:
		return fault.OfFile("cannot open the history in "+dir, err, "AIPACK_DATA names another folder")
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := d.tellSalvage(s); err != nil {
		return err
	}
	if err := do(s); store.IsDiskFull(err) {
		return &fault.Fault{
			Code: fault.DiskFull, Message: "the history in " + dir + " cannot be changed",
			Hint: "free some space on that disk; aipack history delete RUN --for-good frees that of a run", Err: err,
		}
	} else if err != nil {
		return err
	}
	return nil
}

// tellSalvage says what was saved when this command opened a damaged history.
func (d desk) tellSalvage(s *store.DB) error {
	if s.SetAside == "" {
		return nil
	}
	salvages, err := s.Salvages()
	if err != nil {
		return err
	}
	for _, salvage := range salvages {
		if salvage.Aside != s.SetAside {
			continue
		}
		visible.Fprintf(d.p.Err, "aipack: the history was damaged; the damaged file is kept as %s\n", salvage.Aside)
		for _, k := range salvage.Kinds {
			line := fmt.Sprintf("  %-9s %d saved", k.Kind, k.Rows)
			if k.Lost > 0 {
				line += fmt.Sprintf(", at least %d lost", k.Lost)
			}
			visible.Fprintf(d.p.Err, "%s\n", line)
		}
		if len(salvage.Kinds) == 0 {
			visible.Fprintf(d.p.Err, "  nothing of it could be read\n")
		}
	}
	return nil
}

// find gives the run that a text means: the beginning of its id, or "last".
func find(s *store.DB, text string) (store.Run, error) {
	if text == "last" {
		runs, _, err := s.Runs(store.Filter{}, 0, 1)
		if err != nil {
			return store.Run{}, err
		}
		if len(runs) == 1 {
			return runs[0], nil
		}
	} else if text != "" {
		runs, err := s.Like(text)
		switch {
		case err != nil:
			return store.Run{}, err
		case len(runs) > 1:
			return store.Run{}, &fault.Fault{
				Code: fault.Ambiguous, Message: fmt.Sprintf("%d runs begin with %s", len(runs), text),
				Hint: "give more of the id; aipack history list --format json has them whole",
			}
		case len(runs) == 1:
			return runs[0], nil
		}
	}
	return store.Run{}, &fault.Fault{
		Code: fault.FileNotFound, Message: "there is no run " + text + " in the history",
		Hint: "aipack history list shows them; the beginning of an id is enough, and last is the newest",
	}
}

// oneRun accepts exactly one run.
func oneRun(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Misuse(fmt.Sprintf("one run is wanted, not %d: its id, the beginning of it, or last", len(args)))
	}
	return nil
}
