//go:build !windows

package worker

import "os"

// Tie is for systems where a process can be bound to another after it was started.
// Elsewhere the kernel is asked before (Bind), and the end of its input
// tells a process that its parent is gone.
func Tie(*os.Process) error { return nil }
