package modelfile

import (
	"errors"
	"os"
	"path/filepath"

	"aipack/backend/base/fault"
	"aipack/backend/base/filelock"
)

// held is the right to change one model's files. It ends with the process.
type held struct{ *filelock.Lock }

// lock takes the right for a file of the shelf; another program's makes it
// fail at once with Busy.
func lock(base string) (held, error) {
	dir := filepath.Dir(base)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return held{}, &fault.Fault{
			Code: fault.PermissionDenied, Message: "the folder of the models cannot be made",
			Hint: "make " + dir + " writable, or name another one with AIPACK_MODELS", Err: err,
		}
	}
	l, err := filelock.Take(base + lockEnding)
	switch {
	case errors.Is(err, filelock.ErrHeld):
		return held{}, &fault.Fault{
			Code: fault.Busy, Message: "another program is at " + filepath.Base(base), Hint: "wait until it has ended, or stop it there", Err: err,
		}
	case err != nil:
		return held{}, &fault.Fault{
			Code: fault.PermissionDenied, Message: "the folder of the models cannot be written to",
			Hint: "make " + dir + " writable, or name another one with AIPACK_MODELS", Err: err,
		}
	}
	return held{l}, nil
}

func (h held) release() { _ = h.Release() }
