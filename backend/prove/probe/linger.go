package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// quiet is how long a container outlives a command that has ended. BuildKit
// (v0.33) loses the ends of all of a container's processes where one of them is
// still written to when its container dies, and a command's last words to its
// database are answered just then.
const quiet = 500 * time.Millisecond

// linger runs a command to its end, and ends as it did a little later.
func linger(command []string) int {
	c := exec.Command(command[0], command[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGINT)
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	go func() {
		for s := range asked {
			_ = c.Process.Signal(s) // it may have ended meanwhile
		}
	}()
	err := c.Wait()
	time.Sleep(quiet)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal()) // as a shell says it
	}
	return c.ProcessState.ExitCode()
}
