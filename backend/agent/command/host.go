package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/worker"
	"aipack/backend/prove/sandbox"
)

// Host runs command lines on this computer, where there is no builder: on a copy of the
// project that is thrown away, within bubblewrap where that is there.
type Host struct {
	dir   string
	shell string
	wall  string // bubblewrap's program; "": nothing is between a command and this computer
}

// OnHost makes a Host for the project in a folder.
func OnHost(ctx context.Context, dir string) (*Host, error) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		return nil, &fault.Fault{
			Code: fault.EngineAbsent, Message: "this computer has no POSIX shell that commands could run in",
			Hint: "start Docker or another builder: they run in a container then",
		}
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return nil, fault.OfFile("the project's folder cannot be found", err, "check the path")
	}
	h := &Host{dir: abs, shell: shell}
	if program, err := exec.LookPath("bwrap"); err == nil && runtime.GOOS == "linux" {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		// Where users may not make namespaces it is there and does nothing.
		if exec.CommandContext(ctx, program, "--unshare-all", "--ro-bind", "/", "/", "--", shell, "-c", ":").Run() == nil {
			h.wall = program
		}
	}
	return h, nil
}

// Folder is the one of the project that command lines run in.
func (h *Host) Folder() string { return "." }

// Said says what it is, for the user and the model.
func (h *Host) Said(network bool) string {
	switch {
	case h.wall == "":
		return "on this computer, on a copy of the project and without a sandbox: neither a builder nor bubblewrap is there"
	case network:
		return "on this computer, within bubblewrap and with the network"
	}
	return "on this computer, within bubblewrap and without network"
}

// Contained says that commands are not walled off as in a container: what this computer
// has installed is what they run.
func (h *Host) Contained() bool { return false }

// Run runs a command line and waits for its end, or for that of ctx: then it is killed.
func (h *Host) Run(ctx context.Context, o sandbox.Order) (out sandbox.Outcome, err error) {
	began := time.Now()
	sweep(began)
	folder, err := os.MkdirTemp("", copies)
	if err != nil {
		return out, fault.OfFile("there is no room for a copy of the project", err, "free some")
	}
	defer func() { _ = removeAll(folder) }() // the system's own cleaning gets the rest
	before, err := copyFolder(ctx, h.dir, folder)
	if err != nil {
		return out, err
	}
	within, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	c := h.command(within, folder, o)
	err = c.Run()
	if c.Process != nil {
		worker.KillGroup(c.Process)
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case within.Err() != nil:
		out.Late = true
	case err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay):
		return out, fmt.Errorf("running the command: %w", err)
	}
	out.Exit, out.Took = exitCode(c.ProcessState), time.Since(began)
	out.Files, out.Left, err = changed(ctx, folder, before)
	return out, err
}

// command is a command line in a copy of the project. It has a search path, and of the
// rest of this program's environment nothing: keys stand there.
func (h *Host) command(ctx context.Context, folder string, o sandbox.Order) *exec.Cmd {
	args := []string{h.shell, "-c", o.Line}
	if h.wall != "" {
		args = append(append(h.walls(folder, o.Network), "--"), args...)
	}
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	worker.Bind(c)
	c.Cancel = func() error { worker.KillGroup(c.Process); return nil }
	c.WaitDelay = time.Second // what it started may hold its output open
	c.Dir, c.Stdout, c.Stderr = folder, o.Out, o.Out
	c.Env = []string{"TERM=dumb"}
	for _, name := range []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"} {
		if name == "TMPDIR" && h.wall != "" {
			continue // it may lie in what the wall hides; the usual one is empty there, and can be written to
		}
		if v, there := os.LookupEnv(name); there {
			c.Env = append(c.Env, name+"="+v)
		}
	}
	return c
}

// tools are folders of a home in which installers of toolchains put programs and what was
// downloaded for them, none of which holds credentials: rustup.rs, go.dev/ref/mod,
// maven.apache.org/settings.html, nvm, pyenv and rbenv.
var tools = []string{
	".rustup", ".cargo/bin", ".cargo/registry", "go/pkg/mod", "go/bin", ".m2/repository", ".nvm/versions", ".pyenv/versions", ".rbenv/versions",
	".local/bin", ".local/share/uv", ".deno/bin", ".bun/bin",
}

// walls are bubblewrap's arguments: this computer can be read but for the user's own
// folders, the copy is written to in the project's place, and the network is away. All
// that was started ends with the command, and with this program.
func (h *Host) walls(folder string, network bool) []string {
	args := []string{h.wall, "--die-with-parent", "--new-session", "--unshare-all"}
	if network {
		args = append(args, "--share-net")
	}
	args = append(args, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/nonexistent"
	}
	hidden := []string{"/tmp", "/var/tmp", "/run", "/mnt", "/media", "/srv", "/home", "/root", home}
	if !slices.ContainsFunc(hidden, func(d string) bool { return strings.HasPrefix(h.dir+"/", d+"/") }) {
		hidden = append(hidden, filepath.Dir(h.dir)) // what lies beside the project
	}
	for _, d := range hidden {
		if info, err := os.Lstat(d); err == nil && info.IsDir() && d != "/" {
			args = append(args, "--tmpfs", d)
		}
	}
	for _, t := range tools {
		at := filepath.Join(home, t)
		args = append(args, "--ro-bind-try", at, at)
	}
	if network {
		if real, err := filepath.EvalSymlinks("/etc/resolv.conf"); err == nil && strings.HasPrefix(real, "/run/") {
			args = append(args, "--ro-bind-try", real, real)
		}
	}
	return append(args, "--bind", folder, h.dir, "--chdir", h.dir)
}
