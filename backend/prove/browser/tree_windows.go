package browser

import (
	"os/exec"
	"strconv"
)

// tree is the browser with all that it starts.
type tree struct{ command *exec.Cmd }

func (t *tree) own(c *exec.Cmd) {
	t.command = c
	c.Cancel = func() error { t.kill(); return nil }
}

// kill ends the process and its children (taskkill /T).
func (t *tree) kill() {
	if t.command != nil && t.command.Process != nil {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(t.command.Process.Pid)).Run() // it may be gone
	}
}

func sandboxed() bool { return true }
