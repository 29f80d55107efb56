package store

import (
	"errors"
	"fmt"
	"os"
)

// lock keeps a second process away from the database. Its file holds a letter
// while somebody has it; one that is still there was left by a process that
// did not end well.
type lock struct {
	file  *os.File
	clean bool // the last holder ended well
}

func takeLock(path string) (*lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the data folder's lock: %w", err)
	}
	if err := lockFile(f); err != nil {
		if !taken(err) { // a file system without locks
			err = fmt.Errorf("locking the data folder: %w", err)
		} else {
			err = ErrInUse
		}
		return nil, errors.Join(err, f.Close())
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.WriteAt([]byte("x"), 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("writing the data folder's lock: %w", err), f.Close())
	}
	return &lock{file: f, clean: info.Size() == 0}, nil
}

func (l *lock) release(clean bool) error {
	if l == nil {
		return nil
	}
	var err error
	if clean {
		err = l.file.Truncate(0)
	}
	return errors.Join(err, l.file.Close()) // closing gives the lock free
}
