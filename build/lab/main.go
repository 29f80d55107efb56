// Command lab gives a root Debian machine without container engine or registry
// a place to prove builds in: buildkitd built from its Go module, a registry
// of its own, and stand-ins for the base images that aipack's Dockerfiles name,
// made from Debian's packages and the machine's own toolchains.
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
)

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
	only := flags.String("only", "", "make this one stand-in again")
	images := flags.String("images", "", "make these stand-ins alone, separated by commas (and debian, which the others stand on); absent: all")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	dir, err := filepath.Abs(*state)
	if err != nil {
		return err
	}
	l := lab{dir: dir, start: time.Now()}
	switch args[0] {
	case "up":
		return l.up(ctx, *only, *images)
	case "down":
		return l.down()
	case "serve":
		return serve(ctx, filepath.Join(dir, "registry"))
	}
	return fmt.Errorf("unknown command %q; up, down or serve is wanted", args[0])
}

// lab is one state folder and what runs out of it.
type lab struct {
	dir   string
	start time.Time
}

func (l lab) path(name string) string { return filepath.Join(l.dir, name) }

// address is where buildkitd listens.
func (l lab) address() string { return "unix://" + l.path("buildkitd.sock") }

func (l lab) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "lab %5.1fs  %s\n", time.Since(l.start).Seconds(), fmt.Sprintf(format, args...))
}

func (l lab) up(ctx context.Context, only, images string) error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("the lab needs root: it mounts file systems and makes network name spaces")
	}
	if err := os.MkdirAll(l.dir, 0o755); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{l.packages, l.buildkitd, l.rootfs, l.registry, l.daemon} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := l.standIns(ctx, only, images); err != nil {
		return err
	}
	l.say("ready; prove with: aipack prove PATH --builder %s", l.address())
	fmt.Println(l.address())
	return nil
}

func (l lab) down() error {
	return errors.Join(l.stop("buildkitd"), l.stop("registry"))
}
