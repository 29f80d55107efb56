package modelfile

import (
	"errors"
	"os"
	"path/filepath"

	"aipack/backend/fault"
)

// held is the right to change one model's files. It ends with the process.
type held struct{ file *os.File }

// lock takes the right for a file of the shelf; another program's makes it
// fail at once with Busy. The lock's own file stays: deleting it would let two
// programs hold one each.
func lock(base string) (*held, error) {
	if err := os.MkdirAll(filepath.Dir(base), 0o755); err != nil {
		return nil, &fault.Fault{Code: fault.PermissionDenied, Message: "the folder of the models cannot be made", Hint: "make " + filepath.Dir(base) + " writable, or name another one with AIPACK_MODELS", Err: err}
	}
	f, err := os.OpenFile(base+lockEnding, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, &fault.Fault{Code: fault.PermissionDenied, Message: "the folder of the models cannot be written to", Hint: "make " + filepath.Dir(base) + " writable, or name another one with AIPACK_MODELS", Err: err}
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(&fault.Fault{
			Code: fault.Busy, Message: "another program is at " + filepath.Base(base), Hint: "wait until it has ended, or stop it there", Err: err,
		}, f.Close())
	}
	return &held{f}, nil
}

func (h *held) release() { _ = h.file.Close() } // closing gives the lock free
