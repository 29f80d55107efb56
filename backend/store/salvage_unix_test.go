//go:build unix

package store

import (
	"os/signal"
	"syscall"
	"testing"
)

// limitFiles lets no file of this process grow beyond a size, in bytes.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: size, Max: size}
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
}
