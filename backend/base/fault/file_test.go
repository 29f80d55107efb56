package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

func TestOfFile(t *testing.T) {
	for _, c := range []struct {
		err  error
		code Code
		hint string
	}{
		{syscall.ENOSPC, DiskFull, "free some space"},
		{syscall.EDQUOT, DiskFull, "free some space"},
		{syscall.EROFS, PermissionDenied, "read-only"},
		{syscall.EACCES, PermissionDenied, "permission"},
		{syscall.ENAMETOOLONG, InvalidPath, "shorter"},
		{syscall.ENOTDIR, NotAFolder, "is a file"},
		{syscall.ENOENT, FileNotFound, "look again"},
		{fs.ErrExist, FileExists, "look again"},
		{errors.New("odd"), Internal, "look again"},
	} {
		f := OfFile("cannot write x", fmt.Errorf("opening: %w", &fs.PathError{Op: "open", Path: "x", Err: c.err}), "look again")
		if f.Code != c.code || !strings.Contains(f.Hint, c.hint) || !errors.Is(f, c.err) || f.Message != "cannot write x" {
			t.Errorf("%v: %+v", c.err, f)
		}
	}
}
