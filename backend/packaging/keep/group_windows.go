package keep

import (
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/windows"
)

// group keeps a console from appearing beside the window, and ends git's hooks with it.
func group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_NEW_PROCESS_GROUP}
	c.Cancel = func() error { reap(c); return nil }
}

// reap ends what a stopped git left behind (taskkill /T).
func reap(c *exec.Cmd) {
	if c.Process != nil {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(c.Process.Pid)).Run() // it may be gone
	}
}
