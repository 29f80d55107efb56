package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/base/worker"
)

// engine is the sibling program that holds the commands which need BuildKit or
// a model: linking those libraries costs any program more at start-up than a
// whole detection takes.
const engine = "aipack-engine"

// delegated are the commands that the sibling runs.
var delegated = []func(*Program) *cobra.Command{
	delegate("prove PATH", "Builds, starts and probes each service, and says what happened"),
	delegate("repair PATH", "Proves each service and repairs its plan where the proof fails"),
	delegate("test PATH", "Runs the project's own tests in the plan's build stage"),
	delegate("audit PATH", "Looks for credentials, known vulnerabilities and dangerous code in a project"),
	delegate("fleet", "Detects, proves and repairs many repositories, by any number of workers"),
	delegate("keep PATH", "Writes the files of export and commits them with your git"),
	delegate("lessons", "Lists, hands on and forgets what repairs have taught"),
	delegate("preview PATH", "Keeps a service running on 127.0.0.1, in Docker or podman, until Ctrl-C"),
	delegate("lint FILE", "Checks a Dockerfile with BuildKit's own rules, without an engine"),
	delegate("code", "Says who declares what in a project's sources, and who names whom"),
	delegate("eval T|S|D|C|G|K|L|A", "Measures the tools, a model's choice of them, whole detections, contexts, the code graph, confidence, lessons, or a model at work"),
	delegate("ask PATH QUESTION", "Answers a question about a project, with the lines that show it"),
	delegate("change PATH TASK", "Lets a model change files of a project, each change with your consent"),
	delegate("notes PATH", "Writes AIPACK.md from the plan, and says which files of notes models are shown"),
	delegate("permissions PATH", "Says what a model may do in a project without asking, and changes that"),
	delegate("mcp-servers", "Sets up MCP servers whose tools a model may call, with your consent"),
	delegate("sessions PATH", "Lists, shows, renames, deletes, exports and takes back the conversations about a project"),
	delegate("mcp [FOLDER ...]", "Serves other programs: detect, explain, export, lint, prove, repair and find_code over the Model Context Protocol"),
	delegate("history", "Lists, shows, exports, imports, deletes and backs up the runs of the past"),
	delegate("provider", "Lists and tests the providers of models, and manages their keys"),
	delegate("model", "Lists, downloads, checks and imports the models on this computer"),
	delegate("setup", "Chooses how aipack thinks: a model on this computer, Ollama, a cloud, or rules only"),
}

// delegate makes a command that hands its whole command line on.
func delegate(use, short string) func(*Program) *cobra.Command {
	return func(p *Program) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: short, DisableFlagParsing: true,
			RunE: func(c *cobra.Command, args []string) error {
				return p.handOver(c.Context(), append([]string{c.Name()}, args...))
			},
		}
	}
}

// handOver gives a command line to the sibling program, which takes this process's
// place where the system can do that.
func (p *Program) handOver(ctx context.Context, args []string) error {
	program, err := sibling()
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.Out == io.Writer(os.Stdout) && p.Err == io.Writer(os.Stderr) {
		if err := become(program, args); err != nil {
			return err
		}
	}
	return p.await(ctx, program, args)
}

// afterword is how long the sibling may take to put things in order once it was
// asked to end.
const afterword = 30 * time.Second

// await runs a program as a child that ends when this process does.
func (p *Program) await(ctx context.Context, program string, args []string) error {
	run := exec.CommandContext(ctx, program, args...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, p.Out, p.Err
	run.WaitDelay = afterword
	run.Cancel = func() error {
		if runtime.GOOS == "windows" {
			return nil // Ctrl-C reaches all programs of a console by itself
		}
		return run.Process.Signal(os.Interrupt)
	}
	if err := run.Start(); err != nil {
		return err
	}
	if err := worker.Tie(run.Process); err != nil {
		fmt.Fprintf(p.Err, "aipack: %s goes on if this program is killed: %v\n", engine, err)
	}
	err := run.Wait()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() >= 0 {
		return exitCode(ended.ExitCode())
	}
	return err
}

// exitCode is another program's exit code; it has said the rest itself.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// sibling finds the program beside this one, else on the path.
func sibling() (string, error) {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			beside := filepath.Join(filepath.Dir(self), engine)
			if _, err := os.Stat(beside); err == nil {
				return beside, nil
			}
		}
	}
	program, err := exec.LookPath(engine)
	if err != nil {
		return "", &fault.Fault{
			Code: fault.EngineAbsent, Message: engine + " is neither beside this program nor on the PATH",
			Hint: "make cli builds both; keep them in one folder", Err: err,
		}
	}
	return program, nil
}
