package conversing

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"aipack/backend/agent"
	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/agent/session"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/universalbuild"
)

// Change is the command that has a model change files.
func (parts Parts) Change(p *cli.Program) *cobra.Command {
	o := options{changes: true}
	c := &cobra.Command{
		Use: "change PATH TASK", Short: "Lets a model change files of a project, each change with your consent",
		Long: "Change lets a model do a task in a project. Each change of a file is shown as a difference before it is made: y makes it, e opens it in\n" +
			"$EDITOR first, n refuses it, with a word for the model where you give one. Only lines that the model has seen as they are can be changed;\n" +
			"files of credentials and git's own never. What files were is kept: aipack sessions PATH restore ID puts it back.\n" +
			"Commands that the model wants to run are shown first, too. They run on a copy of the project, without network: in a container of the\n" +
			"plan's build stage where a builder answers, else on this computer, within bubblewrap where that is there. Files that they change are\n" +
			"shown as differences like its own changes. aipack permissions PATH has your rules about what is not asked any more, but on this computer.\n" +
			"Without a terminal nothing is changed, unless --yes is given, and no command is run that no rule of yours allows.\n" +
			"Exit code 1: it was stopped, or not all could be changed.",
	}
	parts.turn(p, c, &o, "task")
	c.Flags().BoolVar(&o.yes, "yes", false, "make changes of files of the project without asking; what is denied stays denied, and commands are asked about,\n"+
		"as are files that other programs run by themselves (definitions of CI, hooks of git, tasks of editors, scripts of an installation)")
	c.Flags().StringVar(&o.builder, "builder", "", "the BuildKit in whose containers commands run; what aipack prove would find, else")
	return c
}

// hands are what the model changes files with; close is for when nothing is changed any
// more.
func (parts Parts) hands(
	ctx context.Context, p *cli.Program, o options, dir string, k keeping, plans []universalbuild.UniversalBuild, somebody *asker,
) (h *agent.Hands, closeHands func(), err error) {
	desk, err := checkpoint.Open(dir, k.db)
	if err != nil {
		return nil, nil, err
	}
	readers, err := parserpool.Own()
	if err != nil {
		return nil, nil, errors.Join(err, desk.Close())
	}
	h = &agent.Hands{Desk: desk, Session: k.id, Reader: readers}
	closeHands = func() { // processes that only read, and the folder: what was written is closed already
		h.Commands.Close()
		_, _ = readers.Close(), desk.Close()
	}
	if somebody != nil {
		h.Approve = somebody.approve
	}
	if h.Commands, err = parts.commands(ctx, p, o, plans, dir, somebody); err != nil {
		closeHands()
		return nil, nil, err
	}
	if o.yes {
		h.Approve = func(ctx context.Context, c edit.Change, d permission.Decision) agent.Approval {
			switch started := c.Starts(); {
			case c.Unparsed:
				return agent.Approval{Answer: permission.Refused, Word: "nobody is asked, and the file could not be parsed any more"}
			case started != "" && somebody != nil:
				return somebody.approve(ctx, c, d)
			case started != "":
				if o.format == "text" {
					visible.Fprintf(p.Err, "  not made without you: %s (%s)\n", c.Path, started)
				}
				return agent.Approval{Answer: permission.Refused, Word: "nobody is asked, and other programs run this file by themselves: " + started}
			}
			if o.format == "text" {
				visible.Fprintf(p.Err, "  %s %s\n", string(c.Kind()), c.Path)
			}
			return agent.Approval{}
		}
	}
	return h, closeHands, nil
}

// asker asks somebody at a terminal.
type asker struct {
	p     *cli.Program
	lines chan string // what is typed; closed at its end
	save  func([]permission.Rule) error
}

// somebody is who is asked about what would be done; nil where nobody is there, or nothing
// could be asked about.
func (parts Parts) somebody(p *cli.Program, o options, k keeping, others *agent.Others) *asker {
	if !parts.Asks || o.format != "text" || !o.changes && len(others.Set.Tools()) == 0 {
		return nil
	}
	a := &asker{p: p, lines: make(chan string), save: func(rules []permission.Rule) error {
		if k.db == nil {
			return errors.New("nothing is kept about this project")
		}
		return session.SaveRules(k.db, rules)
	}}
	go a.read(bufio.NewReader(parts.In))
	others.Approve = a.use
	return a
}

// read hands on what is typed: nobody can be made to type, and so a question ends with
// its context, not with a line.
func (a *asker) read(in *bufio.Reader) {
	defer close(a.lines)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			a.lines <- strings.TrimSpace(line)
		}
		if err != nil {
			return
		}
	}
}

// approve shows a change and takes the user's word. Who types nothing has refused.
func (a *asker) approve(ctx context.Context, c edit.Change, d permission.Decision) agent.Approval {
	var altered []byte
	for {
		fmt.Fprintf(a.p.Err, "\n%s", visible.Block(c.Diff()))
		if c.Note != "" {
			visible.Fprintf(a.p.Err, "(%s)\n", c.Note)
		}
		if altered == nil {
			for _, problem := range c.Problems {
				visible.Fprintf(a.p.Err, "! %s\n", problem)
			}
		}
		rules := d.Saves(permission.Always)
		lasting := ""
		for _, rule := range rules {
			lasting = ", s or a for any change of " + rule.Pattern + " in this conversation or always"
		}
		visible.Fprintf(a.p.Err, "Make this change of %s? y, e to edit it first%s, or n and why: ", c.Path, lasting)
		line, open := a.line(ctx)
		if word := strings.ToLower(line); open && (word == "e" || word == "edit") {
			edited, err := edited(ctx, c)
			if err != nil {
				visible.Fprintf(a.p.Err, "aipack: it was not edited: %v\n", err)
				continue
			}
			altered, c.After = edited, edited
			continue
		}
		approval, again := a.answer(ctx, line, open, rules)
		if again {
			continue // no rule could say what is asked about
		}
		if approval.Answer != permission.Refused {
			approval.After = altered
		}
		return approval
	}
}

// line is what somebody types. open is false where nobody does any more.
func (a *asker) line(ctx context.Context) (line string, open bool) {
	select {
	case line, open = <-a.lines:
		return line, open
	case <-ctx.Done():
		return "", false
	}
}

// answer is what a line says to a question; again, where it says nothing that can be
// done. Who types nothing has refused.
func (a *asker) answer(ctx context.Context, line string, open bool, rules []permission.Rule) (approval agent.Approval, again bool) {
	word, rest, _ := strings.Cut(line, " ")
	switch strings.ToLower(word) {
	case "y", "yes":
		return agent.Approval{}, false
	case "s", "a":
		if len(rules) == 0 {
			return agent.Approval{}, true
		}
		if word == "s" {
			return agent.Approval{Answer: permission.ForSession}, false
		}
		if err := a.save(rules); err != nil {
			visible.Fprintf(a.p.Err, "aipack: the rule is not kept: %v\n", err)
		}
		return agent.Approval{Answer: permission.Always}, false
	case "n", "no":
		return agent.Approval{Answer: permission.Refused, Word: strings.TrimSpace(rest)}, false
	}
	if !open || ctx.Err() != nil || line != "" {
		return agent.Approval{Answer: permission.Refused, Word: line}, false
	}
	return agent.Approval{}, true
}

// edited lets the user's editor have what a file would become.
func edited(ctx context.Context, c edit.Change) ([]byte, error) {
	if c.After == nil {
		return nil, errors.New("the file would be deleted")
	}
	editor := strings.Fields(firstOf(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if len(editor) == 0 {
		return nil, errors.New("set $EDITOR to your editor first")
	}
	f, err := os.CreateTemp("", "aipack-*-"+path.Base(c.Path))
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }() // the system's own cleaning gets it else
	_, err = f.Write(c.After)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	run := exec.CommandContext(ctx, editor[0], append(editor[1:], f.Name())...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := run.Run(); err != nil {
		return nil, fmt.Errorf("running %s: %w", editor[0], err)
	}
	after, err := os.ReadFile(f.Name())
	if err == nil && bytes.Equal(after, c.After) {
		return c.After, nil
	}
	return after, err
}

func firstOf(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}
