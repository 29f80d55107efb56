package fault

import (
	"errors"
	"io/fs"
	"runtime"
	"syscall"
)

// windowsDiskFull is ERROR_DISK_FULL, which package syscall has on Windows alone.
const windowsDiskFull = syscall.Errno(112)

// OfFile is a refusal of the file system: message says in one sentence what could
// not be done and to what. Its code and hint come from the cause, the hint from
// otherwise where the cause tells nothing.
func OfFile(message string, err error, otherwise string) *Fault {
	f := &Fault{Code: Internal, Message: message, Hint: otherwise, Err: err}
	switch {
	case IsDiskFull(err):
		f.Code, f.Hint = DiskFull, "The disk is full: free some space on it."
	case errors.Is(err, syscall.EROFS):
		f.Code, f.Hint = PermissionDenied, "That disk is read-only: choose a folder on another one."
	case errors.Is(err, fs.ErrPermission):
		f.Code, f.Hint = PermissionDenied, "Check that you have permission, or choose another folder."
	case errors.Is(err, syscall.ENAMETOOLONG):
		f.Code, f.Hint = InvalidPath, "That name is too long for the disk: choose a shorter one."
	case errors.Is(err, syscall.ENOTDIR):
		f.Code, f.Hint = NotAFolder, "A part of that path is a file: choose another folder."
	case errors.Is(err, fs.ErrNotExist):
		f.Code = FileNotFound
	case errors.Is(err, fs.ErrExist):
		f.Code = FileExists
	}
	return f
}

// IsDiskFull reports whether there was no room on the disk, or none left for this user.
func IsDiskFull(err error) bool {
	var errno syscall.Errno
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		errors.As(err, &errno) && errno == windowsDiskFull && runtime.GOOS == "windows"
}
