package keep

import (
	"context"
	"errors"
	"io"

	"aipack/backend/base/fault"
	"aipack/backend/base/worker"
)

// History lets read have what git log --patch prints of a folder: what each commit that a
// branch or a tag reaches has added and removed there, the newest first. shallow says that
// the clone holds the newest commits only. Nothing of the repository's is run, and nothing
// is fetched: of a partial clone there is none, which is a COMMAND_FAILED fault. A folder
// in no repository is a NOTHING_FOUND fault. read need not read to the end.
func History(ctx context.Context, folder string, read func(io.Reader) error) (shallow bool, err error) {
	g, _, err := open(ctx, folder)
	if err != nil {
		return false, err
	}
	// git would fetch what is missing, by the command that the repository names.
	if g.line(ctx, "config", "--get", "extensions.partialClone") != "" || g.line(ctx, "config", "--get-regexp", `^remote\..*\.promisor$`) != "" {
		return false, &fault.Fault{
			Code: fault.CommandFailed, Message: "the repository is a partial clone, whose history is not here",
			Hint: "Fetch the whole of it (git fetch --refetch without a filter), then try again.",
		}
	}
	if g.line(ctx, "rev-list", "--max-count=1", "--all") == "" {
		return false, read(empty{})
	}
	shallow = g.line(ctx, "rev-parse", "--is-shallow-repository") == "true"
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c := g.command(ctx, append(append([]string{
		"--no-pager", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", noHooks, "-c", "core.quotePath=false",
		"-c", "log.showSignature=false", "-c", "diff.renames=false", "-c", "log.mailmap=false",
	}, g.quiet...),
		"log", "--patch", "--unified=0", "--full-history", "--all", "--pretty=medium", "--date=iso", "--no-color", "--no-decorate", "--no-notes",
		"--no-ext-diff", "--no-textconv", "--submodule=short", "--diff-filter=d", "--src-prefix=a/", "--dst-prefix=b/", "--relative", "--", "."), environment("LC_ALL=C"))
	said := &worker.End{Most: mostOutput}
	c.Stderr = said
	out, err := c.StdoutPipe()
	if err != nil {
		return shallow, err
	}
	if err := c.Start(); err != nil {
		return shallow, failed(ctx, "log", "", err)
	}
	err = read(out)
	more, _ := io.CopyN(io.Discard, out, 1)
	if more > 0 {
		stop() // who reads has enough
	}
	ended := c.Wait()
	if err == nil && more == 0 && ended != nil && !errors.Is(ended, context.Canceled) {
		err = failed(ctx, "log", said.String(), ended)
	}
	return shallow, err
}

// empty has nothing to read.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, io.EOF }
