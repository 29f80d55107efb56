package page

import (
	"errors"
	"syscall"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
)

// Save writes a file that the user asked for; what says what it is.
func Save(what, file string, content []byte) error {
	err := atomicfile.Write(file, content, 0o644)
	if err == nil {
		return nil
	}
	f := &fault.Fault{Code: fault.PermissionDenied, Message: what + " could not be written to " + file, Hint: "Choose a folder that you may write to.", Err: err}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		f.Code, f.Hint = fault.DiskFull, "Free some space, or choose another folder."
	}
	return f
}
