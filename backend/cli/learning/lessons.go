// Package learning holds the command for what aipack has learned from repairs.
package learning

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/appdir"
	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove/learned"
)

// Parts are what the command needs of others.
type Parts struct {
	In   io.Reader
	Asks bool // somebody sits there
}

// Lessons lists, shows, hands on and forgets lessons.
func (parts Parts) Lessons(p *cli.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "lessons", Short: "Lists, hands on and forgets what repairs have taught", Args: cobra.NoArgs,
		Long: "A lesson is an edit of a plan that a proof has shown to mend a failure which no rule knows:\nit is found again by what the failure says, proved like any other edit, and forgotten where\nit does not help. It holds no credentials, no paths of a project and no files, and never\nleaves this computer by itself.",
		RunE: func(*cobra.Command, []string) error { return list(p) },
	}
	c.AddCommand(
		&cobra.Command{Use: "show ID", Short: "Shows a lesson", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error { return show(p, args[0], false) }},
		&cobra.Command{
			Use: "rule ID", Short: "Writes one that helped in three projects as a suggestion to aipack's maintainers", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return show(p, args[0], true) },
		},
		&cobra.Command{Use: "forget ID", Short: "Forgets a lesson", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			return with(p, func(b learned.Book) error { return known(args[0], b.Forget(args[0])) })
		}},
		parts.clear(p),
		&cobra.Command{Use: "export FILE", Short: "Writes all lessons to a file", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error { return export(p, args[0]) }},
		&cobra.Command{
			Use: "import FILE", Short: "Takes lessons that somebody has exported; each is proved before it counts", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return take(p, args[0]) },
		},
		toggle(p, "on", "Learns again, or a category alone: "+strings.Join(learned.Categories, ", "), true),
		toggle(p, "off", "Learns and uses nothing, or nothing of a category", false),
	)
	return c
}

func with(p *cli.Program, do func(learned.Book) error) error {
	data, err := appdir.Data()
	if err != nil {
		return err
	}
	return do(learned.In(data, p.Now))
}

// known says it in the user's words where there is no such lesson.
func known(id string, err error) error {
	if errors.Is(err, learned.ErrAbsent) {
		return &fault.Fault{Code: fault.NothingFound, Message: "there is no lesson " + id, Hint: "aipack lessons lists them."}
	}
	return err
}

func list(p *cli.Program) error {
	return with(p, func(b learned.Book) error {
		all, err := b.List()
		if err != nil {
			return err
		}
		off, err := b.Off()
		if err != nil {
			return err
		}
		if len(all) == 0 {
			fmt.Fprintln(p.Out, "Nothing was learned yet.")
		}
		for _, l := range all {
			state := ""
			if l.Archived {
				state = ", put aside"
			}
			visible.Fprintf(p.Out, "%s  %s, %s: helped %d times in %d projects, taken back %d times%s\n    %s\n    %s\n",
				l.ID, l.Language, l.Category, l.Helped, l.Projects, l.Failed, state, l.Signature, l.Words())
		}
		switch {
		case slices.Contains(off, ""):
			fmt.Fprintln(p.Out, "Learning is off.")
		case len(off) > 0:
			visible.Fprintf(p.Out, "Off: %s.\n", strings.Join(off, ", "))
		}
		return nil
	})
}

func show(p *cli.Program, id string, rule bool) error {
	return with(p, func(b learned.Book) error {
		all, err := b.List()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(l learned.Lesson) bool { return l.ID == id })
		if i < 0 {
			return known(id, learned.ErrAbsent)
		}
		l := all[i]
		if rule {
			text, ok := l.Rule()
			if !ok {
				return &fault.Fault{Code: fault.NothingFound, Message: fmt.Sprintf("it has helped in %d projects", l.Projects), Hint: "Three are worth a rule for all."}
			}
			fmt.Fprint(p.Out, visible.Block(text))
			return nil
		}
		visible.Fprintf(p.Out, "signature  %s\nlanguage   %s\ncategory   %s\nimage      %s\nedits      %s\nwhy        %s\nfrom       %s, %s\nhelped     %d times in %d projects; taken back %d times; last on %s\n",
			l.Signature, l.Language, l.Category, l.Versions, l.Words(), l.Why, l.Source, day(l.CreatedAt), l.Helped, l.Projects, l.Failed, day(l.LastAt))
		return nil
	})
}

func day(ms int64) string { return time.UnixMilli(ms).Format(time.DateOnly) }

func (parts Parts) clear(p *cli.Program) *cobra.Command {
	var yes bool
	c := &cobra.Command{Use: "clear", Short: "Forgets all lessons", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		if !yes {
			if !parts.Asks {
				return cli.Misuse("nobody is there to agree; --yes says it")
			}
			if agreed, err := p.Agreed(parts.In, "Forget all lessons?"); err != nil || !agreed {
				return err
			}
		}
		return with(p, func(b learned.Book) error {
			n, err := b.Clear()
			if err == nil {
				fmt.Fprintf(p.Out, "Forgotten: %d\n", n)
			}
			return err
		})
	}}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return c
}

func export(p *cli.Program, file string) error {
	return with(p, func(b learned.Book) error {
		var out strings.Builder
		if err := b.Export(&out); err != nil {
			return err
		}
		return atomicfile.Write(file, []byte(out.String()), 0o600)
	})
}

func take(p *cli.Program, file string) error {
	in, err := os.Open(file)
	if err != nil {
		return fault.OfFile("cannot open "+file, err, "check the file's name")
	}
	defer in.Close()
	return with(p, func(b learned.Book) error {
		taken, refused, err := b.Import(in)
		if err == nil {
			fmt.Fprintf(p.Out, "Taken: %d; refused, because they could not be lessons: %d. Each is proved before it counts.\n", taken, refused)
		}
		return err
	})
}

func toggle(p *cli.Program, use, short string, on bool) *cobra.Command {
	return &cobra.Command{Use: use + " [CATEGORY]", Short: short, Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
		return with(p, func(b learned.Book) error { return b.Switch(strings.Join(args, ""), on) })
	}}
}
