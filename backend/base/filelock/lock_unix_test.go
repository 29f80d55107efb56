//go:build !windows

package filelock

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestOnlyAnothersLockMeansInUse(t *testing.T) {
	if !taken(unix.EWOULDBLOCK) || taken(unix.ENOLCK) || taken(unix.ENOTSUP) {
		t.Error("a file system without locks passes for another aipack")
	}
}
