//go:build unix

package preview

import (
	"errors"
	"syscall"
)

// alive asks with the signal that is none.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
