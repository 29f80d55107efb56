//go:build !windows

package sqlite

import "syscall"

var errNoRoom error = syscall.ENOSPC

func isFull(errno syscall.Errno) bool { return errno == syscall.ENOSPC || errno == syscall.EDQUOT }
