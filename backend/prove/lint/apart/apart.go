// Package apart checks Dockerfiles in a process of its own: BuildKit's linter knows
// neither a limit nor a way to stop it, so what a stranger's text makes of it ends
// with that process. The process is this program with a hidden command.
package apart

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/worker"
	"aipack/backend/prove/lint"
)

// Command is the hidden command of the process.
const Command = "dockerfile-checker"

// What one check may take. Large files that people wrote take a hundredth of it.
const (
	mostMemory = 320 << 20 // bytes beyond what the process has at rest
	mostTime   = 10 * time.Second
	patience   = 20 * time.Millisecond // to stop: the linter does not
	idle       = 20 * time.Second
)

// ask is what the process is asked.
type ask struct {
	Dockerfile []byte `json:"dockerfile"`
}

// Checker is the process, started by need and ended after a while without work. It
// checks one file after the other, and is safe for use by several goroutines.
type Checker struct {
	args []string
	most time.Duration // of one check
	seat *worker.Slot[ask, lint.Report]
}

// New makes a checker. The arguments are the program and its hidden command; see
// worker.Self.
func New(args []string) *Checker {
	return &Checker{args: args, most: mostTime, seat: worker.NewSlot[ask, lint.Report](idle, nil)}
}

// Self is New with this program.
func Self() (*Checker, error) {
	args, err := worker.Self(Command)
	if err != nil {
		return nil, err
	}
	return New(args), nil
}

// Close ends the process.
func (c *Checker) Close() error { return c.seat.Close() }

// Check is lint.Check. It comes back as soon as ctx ends, and so does the work. A
// file that takes more than a check may is a fault that says so.
func (c *Checker) Check(ctx context.Context, dockerfile []byte) (lint.Report, error) {
	if len(dockerfile) > lint.MostBytes {
		return lint.Report{}, tooMuch(fmt.Sprintf("it is larger than any Dockerfile: over %d MiB", lint.MostBytes>>20), nil)
	}
	if err := c.seat.Take(ctx); err != nil {
		return lint.Report{}, err
	}
	defer c.seat.Give()
	p := c.seat.Ready()
	if p == nil {
		var err error
		if p, err = worker.Start[ask, lint.Report](worker.Command{Name: "the process that checks Dockerfiles", Args: c.args, Patience: patience}); err != nil {
			return lint.Report{}, err
		}
		c.seat.Put(p)
	}
	timed, cancel := context.WithTimeout(ctx, c.most)
	defer cancel()
	report, err := p.Call(timed, ask{dockerfile}, nil)
	var died *worker.ExitError
	switch {
	case err == nil:
		return report, nil
	case ctx.Err() != nil:
		return lint.Report{}, ctx.Err()
	case timed.Err() != nil:
		return lint.Report{}, tooMuch(fmt.Sprintf("it takes longer than %s", c.most), nil)
	case errors.As(err, &died) && died.OutOfMemory():
		return lint.Report{}, tooMuch(fmt.Sprintf("it takes more than %d MiB of memory", mostMemory>>20), nil)
	case errors.As(err, &died):
		return lint.Report{}, tooMuch("BuildKit's linter breaks at it", err)
	}
	return lint.Report{}, err
}

func tooMuch(why string, err error) error {
	return &fault.Fault{
		Code: fault.DocumentInvalid, Message: "the Dockerfile cannot be checked: " + why,
		Hint: "look for values made of values, and for thousands of instructions", Err: err,
	}
}

// Serve is the side of the process: it checks what it is asked to until the input
// ends.
func Serve(in io.Reader, out io.Writer) error {
	worker.LimitMemory(mostMemory)
	return worker.Serve(in, out, func(ctx context.Context, a ask, _ func(lint.Report)) (lint.Report, error) {
		return lint.Check(ctx, a.Dockerfile)
	})
}
