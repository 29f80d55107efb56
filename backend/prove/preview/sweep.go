package preview

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
)

// gone takes "there is no such thing" for success.
func gone(err error) error {
	if errdefs.IsNotFound(err) {
		return nil
	}
	return err
}

// owner names this process so that a later one can tell whether it still runs:
// the machine, the process and when that was started.
func owner() string {
	host, _ := os.Hostname() // "" is as good as any other name
	return fmt.Sprintf("%s %d %s", host, os.Getpid(), started(os.Getpid()))
}

// left reports whether the process that a label names has ended. What another
// machine made is not for us to judge.
func left(label string) bool {
	host, _ := os.Hostname()
	fields := strings.Fields(label)
	if len(fields) < 2 || fields[0] != host {
		return false
	}
	pid, err := strconv.Atoi(fields[1])
	if err != nil {
		return false
	}
	when := ""
	if len(fields) > 2 {
		when = fields[2]
	}
	return !alive(pid) || started(pid) != when
}

// started is when a process was started, in the kernel's ticks (proc(5), field
// 22 of stat); "" where the system does not say.
func started(pid int) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(b), ") ") // the name before may hold anything
	if fields := strings.Fields(rest); len(fields) > 19 {
		return fields[19]
	}
	return ""
}

// Sweep removes the previews of programs that have ended without doing so
// themselves, and says how many there were. With all it removes those of
// running ones, too.
func Sweep(ctx context.Context, e Engine, all bool) (int, error) {
	c, err := e.open()
	if err != nil {
		return 0, err
	}
	defer func() { _ = c.Close() }()
	with := client.Filters{}.Add("label", labelID)
	containers, err := c.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: with})
	if err != nil {
		return 0, fmt.Errorf("listing what is left of previews: %w", err)
	}
	var errs []error
	n := 0
	for _, one := range containers.Items {
		if all || left(one.Labels[labelOwner]) {
			n++
			errs = append(errs, gone(remove(ctx, c, one.ID)))
		}
	}
	images, err := c.ImageList(ctx, client.ImageListOptions{Filters: with})
	if err != nil {
		return n, errors.Join(append(errs, err)...)
	}
	for _, one := range images.Items {
		if all || left(one.Labels[labelOwner]) {
			_, err := c.ImageRemove(ctx, one.ID, client.ImageRemoveOptions{Force: true, PruneChildren: true})
			errs = append(errs, gone(err))
		}
	}
	return n, errors.Join(errs...)
}
