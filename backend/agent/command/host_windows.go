package command

import "os"

// killGroup ends a command. It may have ended already.
func killGroup(p *os.Process) { _ = p.Kill() }

// exitCode is how a command ended.
func exitCode(s *os.ProcessState) int { return s.ExitCode() }
