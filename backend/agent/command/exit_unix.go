//go:build unix

package command

import (
	"os"
	"syscall"
)

// exitCode is how a command ended, as a shell says it.
func exitCode(s *os.ProcessState) int {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return s.ExitCode()
}
