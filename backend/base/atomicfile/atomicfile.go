// Package atomicfile writes files that are there whole or not at all: on a full
// disk and after a crash the old one is still there. It knows no formats.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts a file in its place, making it or replacing what was there; a
// symbolic link stays one, and its target is replaced. The folder has to be
// there. Errors are those of package os.
func Write(file string, content []byte, mode fs.FileMode) (err error) {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("writing %s: it is not a file", file)
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".aipack-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error is the one to tell
		}
	}()
	_, err = f.Write(content)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
