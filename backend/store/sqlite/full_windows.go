package sqlite

import (
	"syscall"

	"golang.org/x/sys/windows"
)

var errNoRoom error = windows.ERROR_DISK_FULL

func isFull(errno syscall.Errno) bool { return errno == windows.ERROR_DISK_FULL }
