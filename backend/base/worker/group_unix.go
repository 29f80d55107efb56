//go:build unix

package worker

import (
	"os"
	"syscall"
)

// KillGroup ends a process that was bound, and what it started. They may have ended already.
func KillGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
