//go:build !windows

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func lockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// taken says that somebody else has the lock.
func taken(err error) bool { return errors.Is(err, unix.EWOULDBLOCK) }
