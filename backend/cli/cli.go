// Package cli is the door for terminals and scripts: the subcommands, what
// they print and their exit codes. It decides nothing about repositories.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli/visible"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
)

// Exit codes, the same for every subcommand.
const (
	Done    = 0
	Failed  = 1
	Misused = 2
	Nothing = 3 // nothing deployable was found
)

// Rooms is what the command line can reach.
type Rooms struct {
	Analyse  func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error)
	Registry func() *language.Registry
	Version  string
	Now      func() time.Time

	// Advise gives whoever is asked where the rules are unsure. nil: this program
	// holds no models, and the sibling that does is asked.
	Advise func(ctx context.Context, a Asking) (pipeline.Adviser, error)
}

// Streams are where a command reads and writes.
type Streams struct {
	Out, Err io.Writer
}

// Program is one call of the command line.
type Program struct {
	Rooms
	Streams
	args []string // the whole command line
}

// Endings of commands that have said everything themselves.
var (
	ErrNothing = errors.New("nothing deployable was found")
	ErrFailed  = errors.New("failed")
)

// Run runs one command line and gives its exit code. more are commands whose
// libraries would cost every other command time at start-up; without them a
// sibling program is asked (see delegate). A panic ends it with Failed: the
// code that Go gives it means a wrong command line here.
func Run(ctx context.Context, rooms Rooms, args []string, streams Streams, more ...func(*Program) *cobra.Command) (code int) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintf(streams.Err, "aipack: this is a defect of aipack; please report it: %v\n\n%s", v, debug.Stack())
			code = Failed
		}
	}()
	p := &Program{Rooms: rooms, Streams: streams, args: args}
	if len(more) == 0 {
		more = delegated
	}
	root := p.with(more)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return Done
	case errors.Is(err, ErrNothing):
		return Nothing
	case errors.Is(err, ErrFailed):
		return Failed
	}
	var other exitCode
	if errors.As(err, &other) {
		return int(other)
	}
	p.report(err)
	switch fault.CodeOf(err) {
	case fault.WrongUse, fault.NotAFolder, fault.FileNotFound, fault.InvalidPath:
		return Misused
	}
	return Failed
}

// Tree is all commands, for who describes them.
func Tree(rooms Rooms, streams Streams, more ...func(*Program) *cobra.Command) *cobra.Command {
	return (&Program{Rooms: rooms, Streams: streams}).with(more)
}

// with is the root of all commands.
func (p *Program) with(more []func(*Program) *cobra.Command) *cobra.Command {
	root := p.root()
	for _, command := range more {
		root.AddCommand(command(p))
	}
	return root
}

// Commands names every subcommand, so that the window knows which arguments
// are none of its own.
func Commands(more ...func(*Program) *cobra.Command) []string {
	root := (&Program{}).with(more)
	names := []string{"help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}

// report prints what happened and what to do.
func (p *Program) report(err error) {
	fmt.Fprintln(p.Err, "aipack:", visible.Block(err.Error()))
	var f *fault.Fault
	if errors.As(err, &f) && f.Hint != "" {
		fmt.Fprintln(p.Err, "  what to do:", visible.Block(f.Hint))
	}
}

func (p *Program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "aipack",
		Short:         "Turns a project folder into a container that provably works",
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       p.Version,
	}
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return Misuse(err.Error()) })
	root.AddCommand(p.scan(), p.detect(), p.export(), p.schema(), p.version())
	return root
}

func (p *Program) version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Prints the version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.Out, p.Version)
			return err
		},
	}
}

// Misuse is the error of a wrong command line.
func Misuse(message string) error {
	return &fault.Fault{Code: fault.WrongUse, Message: message, Hint: "aipack --help shows the commands"}
}

// OnePath accepts exactly one argument.
func OnePath(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return Misuse(fmt.Sprintf("one path is wanted, not %d", len(args)))
	}
	return nil
}

// Open opens a folder, saying in one sentence why it cannot be.
func Open(dir string) (*repo.Tree, error) { return open(dir, repo.Config{}) }

func open(dir string, how repo.Config) (*repo.Tree, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: "there is no folder " + dir, Hint: "check the path; aipack detect . looks at the current folder"}
	case errors.Is(err, os.ErrPermission):
		return nil, &fault.Fault{Code: fault.PermissionDenied, Message: "no permission to read " + dir, Hint: "run as a user who may read the folder"}
	case err != nil:
		return nil, &fault.Fault{Code: fault.InvalidPath, Message: "cannot look at " + dir, Err: err}
	case !info.IsDir():
		return nil, &fault.Fault{Code: fault.NotAFolder, Message: dir + " is not a folder", Hint: "give the folder that holds the project, not a file in it"}
	}
	r, err := repo.OpenWith(dir, how)
	if errors.Is(err, os.ErrPermission) {
		return nil, &fault.Fault{Code: fault.PermissionDenied, Message: "no permission to read " + dir, Hint: "run as a user who may read the folder"}
	}
	return r, err
}
