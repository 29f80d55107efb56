// Command lab gives a root Debian machine without container engine or registry
// a place to prove builds in: buildkitd built from its Go module, and a registry
// of its own that makes stand-ins for base images when they are asked for: the
// real programs from the registries of packages, Debian's packages, or this
// machine's own, and never another version than the tag says.
//
//	go run ./build/lab up [--state DIR]     starts it; the last line is the builder's address
//	go run ./build/lab down [--state DIR]   stops it; images and cache stay for next time
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"aipack/build/lab/images"
)

// usual are the base images that most proofs ask for; they are made before the
// first one does.
var usual = []string{
	"debian:bookworm-slim", "node:22-bookworm-slim", "golang:1.26-bookworm", "python:3.13-slim-bookworm", "nginx:1.28-bookworm", "postgres:17", "redis:8.0",
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("up, down or serve is wanted")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	state := flags.String("state", filepath.Join("build", "lab", "state"), "folder for everything the lab keeps")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	dir, err := filepath.Abs(*state)
	if err != nil {
		return err
	}
	l := lab{dir: dir, place: placeOf(dir), start: time.Now()}
	switch args[0] {
	case "up":
		return l.up(ctx)
	case "down":
		return l.down(ctx)
	case "serve":
		return l.serve(ctx)
	}
	return fmt.Errorf("unknown command %q; up, down or serve is wanted", args[0])
}

// lab is one state folder and what runs out of it.
type lab struct {
	dir   string
	place place
	start time.Time
}

func (l lab) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "lab %5.1fs  %s\n", time.Since(l.start).Seconds(), fmt.Sprintf(format, args...))
}

func (l lab) up(ctx context.Context) error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("the lab needs root: it mounts file systems and makes network name spaces")
	}
	unlock, err := l.alone(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = unlock() }()
	group, both := errgroup.WithContext(ctx)
	group.Go(func() error { return l.packages(both) })
	group.Go(func() error { return l.buildkitd(both) })
	if err := group.Wait(); err != nil {
		return err
	}
	if err := errors.Join(l.daemon(ctx), l.registry(ctx)); err != nil {
		return err
	}
	group = new(errgroup.Group) // one that cannot be had does not stop the others
	for _, image := range usual {
		group.Go(func() error {
			began := time.Now()
			err := l.ask(ctx, image)
			switch took := time.Since(began); {
			case errors.As(err, &images.Refusal{}): // what needs it will say so
				l.say("%v", err)
				return nil
			case err == nil && took > time.Second:
				l.say("made %s in %.0f s", image, took.Seconds())
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	l.say("ready; prove with: aipack prove PATH --builder %s", l.address())
	fmt.Println(l.address())
	return nil
}

func (l lab) down(ctx context.Context) error {
	unlock, err := l.alone(ctx)
	if err != nil {
		return err
	}
	return errors.Join(l.stop("buildkitd"), l.stop("registry"), unlock())
}
