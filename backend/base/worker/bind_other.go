//go:build !linux && !windows

package worker

import (
	"os/exec"
	"syscall"
)

// Bind keeps Ctrl+C at a terminal from reaching the worker, which ends
// when its input does.
func Bind(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
