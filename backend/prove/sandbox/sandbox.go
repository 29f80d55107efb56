// Package sandbox runs command lines on a copy of a project: in a container of the
// project's own build stage, which has its toolchain and its dependencies. What a command
// changes comes back as files, and nothing of it is written to the project. It asks
// nobody, and knows no model.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/prove/sandbox/told"
	"aipack/backend/universalbuild"
)

// Order is a command line that is to be run.
type Order struct {
	Line    string        // for a POSIX shell
	Network bool          // it may reach the network
	Limit   time.Duration // then it is ended
	Out     io.Writer     // hears what it prints, as it comes
	Data    bool          // the plan's data services run beside it, and it has the variables that lead there or have to be made up

	Env map[string]string // variables in place of the image's own
}

// Outcome is what a command line came to.
type Outcome struct {
	Exit int  // its code; 128 and more: that signal ended it
	Late bool // the limit ended it
	Took time.Duration
	Data []prove.DataService // that ran beside it, or should have

	Files []File // that it changed, made or deleted
	Left  int    // files that it changed, too, and that are not among them: too many, too large, links
}

// File is what a command made of a file.
type File struct {
	Path    string // from the project's folder, with slashes
	Content []byte // nil: it is gone
}

// Container runs command lines in a container of a plan's build stage.
type Container struct {
	prover  prove.Prover
	request prove.Request
	image   string
}

// In is a Container for a plan of the project in a folder. Nothing is built yet.
func In(p prove.Prover, doc universalbuild.UniversalBuild, dir string) (*Container, error) {
	text, image, err := stage(doc)
	if err != nil {
		return nil, err
	}
	return &Container{p, prove.Request{Document: doc, Dir: dir, Dockerfile: text}, image}, nil
}

// stage is the Dockerfile of what commands run in, and its base image: the plan's build stage with the
// toolchain, the dependencies and the sources, not yet built, since a project that does
// not compile is the one that somebody works on. What the plan keeps in caches between
// builds lies in the image here: no command may leave anything in them. A plan that
// fetches nothing before it builds may fetch while it builds, so there it is built.
func stage(doc universalbuild.UniversalBuild) (dockerfile, image string, err error) {
	b, r := &doc.Build, doc.Runtime
	b.PostBuildCommands, b.CachePaths = nil, nil // the former leave out what only tests need
	switch {
	case !doc.HasBuild() && len(b.BuildCommands) == 0:
		b.BaseImage, b.Workdir, b.SystemPackages, b.Setup, b.Environment = r.BaseImage, r.Workdir, r.SystemPackages, r.Setup, r.Environment
		b.PreBuildCommands = []string{"true"} // without a command there is no such stage
	case len(b.PreBuildCommands) > 0:
		b.BuildCommands = nil
	}
	text, err := export.Dockerfile(doc, export.Options{NoHeredoc: true})
	if err != nil {
		return "", "", err
	}
	lines, stages := strings.SplitAfter(text.Content, "\n"), 0
	for i, l := range lines {
		if strings.HasPrefix(l, "FROM ") {
			if stages++; stages == 2 {
				return strings.Join(lines[:i], ""), b.BaseImage, nil
			}
		}
	}
	return "", "", errors.New("the plan has no build stage")
}

// Folder is the one of the project that command lines run in.
func (c *Container) Folder() string { return path.Clean(c.request.Document.Context()) }

// Said says what it is, for the user and the model.
func (c *Container) Said(network bool) string {
	if network {
		return "in a container of " + c.image + ", with the network"
	}
	return "in a container of " + c.image + ", without network"
}

// Contained says that commands are walled off from this computer.
func (c *Container) Contained() bool { return true }

// wholeOutput is how much is read of what the probe tells, with what surrounds the files.
const wholeOutput = 2*told.MostBytes + 1<<20

// Run runs a command line and waits for its end, or for that of ctx: then it is killed,
// and what it changed is lost. Where the build stage cannot be built, the error is the
// fault BUILD_FAILED.
func (c *Container) Run(ctx context.Context, o Order) (Outcome, error) {
	began := time.Now()
	out, in := io.Pipe()
	var result Outcome
	read := make(chan error, 1)
	go func() {
		var err error
		result, err = c.read(io.LimitReader(out, wholeOutput))
		_, _ = io.Copy(io.Discard, out) // who goes on writing is not held up
		read <- err
	}()
	var data []prove.DataService
	var hear func([]prove.DataService)
	if o.Data {
		hear = func(all []prove.DataService) { data = all }
	}
	request := c.request
	request.Env = o.Env
	failure, err := c.prover.Command(ctx, request, prove.Command{
		Args: []string{"-for", o.Limit.String(), "command", "/bin/sh", "-c", o.Line}, User: "0:0", Network: o.Network,
		Out: printing{o.Out}, Err: in, Lasts: o.Limit, Beside: hear,
	})
	_ = in.Close() // the builder has closed it, or has given up
	told := <-read
	result.Took, result.Data = time.Since(began), data
	switch {
	case ctx.Err() != nil:
		return result, ctx.Err()
	case failure != nil:
		return result, unbuilt(failure.Text, failure.Log)
	case err != nil:
		return result, fmt.Errorf("running the command in a container: %w", err)
	}
	return result, told
}

// unbuilt says that there is nothing to run a command in.
func unbuilt(line string, log []string) error {
	const most = 12 // lines
	return &fault.Fault{
		Code: fault.BuildFailed, Message: "the container for commands cannot be built: " + strings.TrimSpace(line) + " failed",
		Hint: strings.Join(log[max(0, len(log)-most):], "\n"),
	}
}

// printing is where the container's output goes. Closing it does nothing: it is the
// caller's.
type printing struct{ io.Writer }

func (printing) Close() error { return nil }
