//go:build unix

package keep

import (
	"os/exec"
	"syscall"
)

// group puts git at the head of a process group of its own: asked to stop, it puts its
// locks away, and its hooks end with it. It is not bound to this process: a commit that is
// half made when aipack is killed comes to its end.
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
}

// reap ends what a stopped git left behind in its group.
func reap(c *exec.Cmd) {
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // usually nothing is left
	}
}
