package worker

import (
	"os/exec"
	"syscall"
)

// bindToParent lets the kernel kill the worker with its parent, and keeps
// Ctrl+C at a terminal from reaching it.
func bindToParent(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
