package worker

import (
	"os/exec"
	"syscall"
)

// Bind lets the kernel kill the worker with its parent, and keeps
// Ctrl+C at a terminal from reaching it.
func Bind(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
