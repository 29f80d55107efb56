//go:build unix

package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// tree is the browser with all that it starts: one process group.
type tree struct{ command *exec.Cmd }

// own lets the browser lead a group of its own.
func (t *tree) own(c *exec.Cmd) {
	t.command = c
	c.SysProcAttr = group()
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// kill ends what is left of the group; usually nothing is.
func (t *tree) kill() {
	if t.command != nil && t.command.Process != nil {
		_ = syscall.Kill(-t.command.Process.Pid, syscall.SIGKILL)
	}
}

// sandboxed reports whether the browser can use its own sandbox: it refuses to
// for root.
func sandboxed() bool { return os.Geteuid() != 0 }
