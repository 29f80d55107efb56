// Package child runs this program on one repository, in a process of its own with limits,
// and reads what it says: a repository is a stranger's, and what it does to the process
// costs that repository's result alone.
package child

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"aipack/backend/base/worker"
)

// Limits bound one process.
type Limits struct {
	Time   time.Duration
	Memory int64 // bytes of data of each process; Linux alone. 0: none
	Output int   // bytes of what it prints
}

const (
	mostSaid = 64 << 10        // bytes of what it says beside its answer
	patience = 5 * time.Second // for what it has started, once it was ended
)

// ended is how a process ended.
type ended struct {
	out  []byte
	said string
	code int    // its exit code; -1 where a signal ended it
	over string // which limit it went over, as a sentence; "" for none
	cpu  float64
}

// run runs a program to its end. Its error is the context's, or that it did not start.
func run(ctx context.Context, l Limits, program []string, folder string, env []string) (ended, error) {
	timed, stop := context.WithTimeout(ctx, l.Time)
	defer stop()
	out, said := &worker.Beginning{Most: l.Output, Over: stop}, &worker.End{Most: mostSaid}
	c := exec.CommandContext(timed, program[0], program[1:]...)
	c.Dir, c.Env, c.WaitDelay = folder, env, patience
	c.Stdout, c.Stderr = out, said
	worker.Bind(c)
	c.Cancel = func() error { worker.KillGroup(c.Process); return nil }
	if err := start(c); err != nil {
		if ctx.Err() != nil {
			return ended{}, ctx.Err()
		}
		return ended{}, err
	}
	bound(c.Process.Pid, l.Memory)
	err := c.Wait()
	worker.KillGroup(c.Process) // what it has left behind
	e := ended{out: out.Bytes(), said: said.String(), code: c.ProcessState.ExitCode()}
	e.cpu = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	switch {
	case ctx.Err() != nil:
		return e, ctx.Err()
	case out.Full():
		e.over = fmt.Sprintf("it printed more than %s", bytes(int64(l.Output)))
	case timed.Err() != nil:
		e.over = fmt.Sprintf("it did not end within %s", l.Time)
	case e.code != 0 && l.Memory > 0 && outOfMemory(e.said):
		e.over = fmt.Sprintf("it used more than %s of memory", bytes(l.Memory))
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) && e.over == "" {
		return e, err
	}
	return e, nil
}

// starter runs what it is given on a thread that lives as long as this program: Linux ends
// a child with the thread that started it. To keep a thread for each child instead costs
// more switches between threads than short jobs can bear.
var starter = sync.OnceValue(func() chan<- func() {
	todo := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range todo {
			do()
		}
	}()
	return todo
})

func start(c *exec.Cmd) error {
	started := make(chan error)
	starter() <- func() { started <- c.Start() }
	return <-started
}

func bytes(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
