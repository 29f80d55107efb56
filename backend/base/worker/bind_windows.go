package worker

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// Bind keeps Ctrl+C at a console from reaching the worker, and a console
// from appearing beside the window. The worker ends when its input does.
func Bind(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{
		HideWindow: true, CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_NEW_PROCESS_GROUP,
	}
}
