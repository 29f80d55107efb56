package command

import "os"

// exitCode is how a command ended.
func exitCode(s *os.ProcessState) int { return s.ExitCode() }
