//go:build !linux && !windows

package worker

import (
	"os/exec"
	"syscall"
)

// bindToParent keeps Ctrl+C at a terminal from reaching the worker, which ends
// when its input does.
func bindToParent(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
