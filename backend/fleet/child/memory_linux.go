package child

import (
	"strings"

	"golang.org/x/sys/unix"
)

// bound has the kernel refuse a process, and what it starts from now on, more data than
// that. What it has by then stays; it can have little so soon after its start.
func bound(pid int, memory int64) {
	if memory > 0 {
		_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: uint64(memory), Max: uint64(memory)}, nil) // it may be over by now
	}
}

// outOfMemory reports whether a process that failed said that it was refused memory: Go's
// runtime and C's both say so.
func outOfMemory(said string) bool {
	return strings.Contains(said, "out of memory") || strings.Contains(said, "annot allocate memory") || strings.Contains(said, "failed to create new OS thread")
}
