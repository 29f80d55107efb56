package export

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"aipack/backend/base/fault"
)

// TestTroubleSaysWhatToDo covers what a test cannot easily bring about: a
// full disk, a read-only one.
func TestTroubleSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		code fault.Code
		hint string
	}{
		{syscall.ENOSPC, fault.DiskFull, "full"},
		{syscall.EROFS, fault.PermissionDenied, "read-only"},
		{syscall.EACCES, fault.PermissionDenied, "permission"},
		{syscall.ENOTDIR, fault.NotAFolder, "is a file"},
		{syscall.ELOOP, fault.PathTraversal, "link"},
	} {
		err := trouble("writing", "apps/Dockerfile", &fs.PathError{Op: "open", Path: "/somewhere/Dockerfile", Err: c.err})
		var f *fault.Fault
		if !errors.As(err, &f) || f.Code != c.code || !strings.Contains(f.Hint, c.hint) || !errors.Is(err, c.err) {
			t.Errorf("%v: %+v", c.err, f)
		}
		if err.Error() != "writing apps/Dockerfile: "+c.err.Error() {
			t.Error(err)
		}
	}
}
