//go:build unix

package command

import (
	"os"
	"syscall"
)

// killGroup ends a command and what it started. They may have ended already.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// exitCode is how a command ended, as a shell says it.
func exitCode(s *os.ProcessState) int {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return s.ExitCode()
}
