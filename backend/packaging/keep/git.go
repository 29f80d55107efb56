package keep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/worker"
)

// mostOutput bounds what is kept of git's and its hooks' output, in bytes: the end of it.
const mostOutput = 64 << 10

// patience is how long git may take to put its locks away once it was asked to stop.
const patience = 5 * time.Second

// git runs the user's program in one folder.
type git struct {
	program, dir string
	quiet        []string // settings that keep a repository's own programs from running
	magic        bool     // paths are patterns of git's, not names
	in           string   // what read gives it to read
}

// find gives the user's git for a folder.
func find(dir string) (git, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return git{}, &fault.Fault{
			Code: fault.CommandFailed, Message: "git was not found on this computer",
			Hint: "Install git, or write the files without committing them.", Err: err,
		}
	}
	return git{program: program, dir: dir}, nil
}

// inherited are variables that point git to another repository than the folder's: a hook
// that starts aipack has them (git rev-parse --local-env-vars).
var inherited = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_OBJECT_DIRECTORY", "GIT_DIR",
	"GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
	"GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS",
	"GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
}

func environment(more ...string) []string {
	own := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(inherited, name)
	})
	return append(append(own, "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true", "GIT_PAGER=cat"), more...)
}

const noHooks = "core.hooksPath=" + os.DevNull

// read asks git something. Nothing of the repository's is run: no hook, no monitor, and no
// filter, which git would call to compare a file. It takes no lock.
func (g git) read(ctx context.Context, args ...string) (string, error) {
	own := []string{"--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", noHooks}
	if !g.magic {
		own = append(own, "--literal-pathspecs")
	}
	var out, said bytes.Buffer
	c := g.command(ctx, slices.Concat(own, g.quiet, args), environment("LC_ALL=C"))
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(g.in), &out, &said
	if err := c.Run(); err != nil {
		return out.String(), failed(ctx, args[0], said.String(), err)
	}
	return out.String(), nil
}

// line is read for an answer of one line; "" where git has none.
func (g git) line(ctx context.Context, args ...string) string {
	out, err := g.read(ctx, args...)
	if err != nil {
		return ""
	}
	return strings.TrimRight(out, "\r\n")
}

// list is read for an answer whose parts end with NUL.
func (g git) list(ctx context.Context, args ...string) ([]string, error) {
	out, err := g.read(ctx, args...)
	if out = strings.TrimSuffix(out, "\x00"); out == "" || err != nil {
		return nil, err
	}
	return strings.Split(out, "\x00"), nil
}

// do lets git change something, with the repository's hooks and the user's settings. What
// git and its hooks say goes to out as it comes; of a failure the end of it is in the error.
func (g git) do(ctx context.Context, in string, out io.Writer, args ...string) error {
	c := g.command(ctx, slices.Concat([]string{"--no-pager", "--literal-pathspecs"}, args), environment())
	said := &worker.End{Most: mostOutput}
	c.Stdin, c.Stdout = strings.NewReader(in), io.MultiWriter(said, out)
	c.Stderr = c.Stdout
	err := c.Run()
	if ctx.Err() != nil {
		reap(c)
	}
	if err == nil || errors.Is(err, exec.ErrWaitDelay) && ctx.Err() == nil { // a hook left something running that holds the output
		return nil
	}
	return failed(ctx, args[0], said.String(), err)
}

func (g git) command(ctx context.Context, args, env []string) *exec.Cmd {
	c := exec.CommandContext(ctx, g.program, args...)
	c.Dir, c.Env, c.WaitDelay = g.dir, env, patience
	group(c) // hooks go with it
	return c
}

// failed says what git said.
func failed(ctx context.Context, command, said string, err error) error {
	said = strings.TrimSpace(said)
	if ctx.Err() != nil {
		return &fault.Fault{
			Code: fault.Canceled, Message: "git " + command + " was stopped before it ended",
			Hint: "Nothing was committed. If git speaks of a lock next time, remove .git/index.lock once no other git is at work.",
			Err:  errors.Join(ctx.Err(), spoken(said)),
		}
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return fmt.Errorf("starting git %s: %w", command, err)
	}
	return &fault.Fault{Code: fault.CommandFailed, Message: "git " + command + " failed", Hint: "Mend what git says, then try again.", Err: spoken(said)}
}

// silent reports whether git failed without a word, which is how it says that there is
// none of what it was asked for.
func silent(err error) bool {
	var f *fault.Fault
	return errors.As(err, &f) && f.Code == fault.CommandFailed && f.Err == nil
}

// spoken is what git said as an error; nil for nothing.
func spoken(said string) error {
	if said == "" {
		return nil
	}
	return errors.New(said)
}
