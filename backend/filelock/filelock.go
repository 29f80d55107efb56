// Package filelock is a right that one program has at a time, also against
// another aipack: it is held through a file, ends with the process however that
// ends, and leaves the file behind. It does not know what the right is to.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// ErrHeld says that somebody else has the lock.
var ErrHeld = errors.New("another program has the lock")

// Lock is held until it is released.
type Lock struct{ file *os.File }

// Take takes the lock of a file at once, or fails with ErrHeld. The file is made
// where it is absent, its folder is not. Nobody deletes it: two programs could
// hold one each.
func Take(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		if taken(err) {
			err = ErrHeld
		} else { // a file system without locks
			err = fmt.Errorf("locking %s: %w", path, err)
		}
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f}, nil
}

// often is how often the lock is tried for while it is waited for.
const often = 100 * time.Millisecond

// Wait takes the lock as soon as it is free.
func Wait(ctx context.Context, path string) (*Lock, error) {
	again := time.NewTicker(often)
	defer again.Stop()
	for {
		l, err := Take(path)
		if !errors.Is(err, ErrHeld) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-again.C:
		}
	}
}

// Note is what was written into the file last, by this holder or one before.
func (l *Lock) Note() (string, error) {
	note, err := io.ReadAll(io.NewSectionReader(l.file, 0, 1<<16))
	return string(note), err
}

// SetNote writes a note into the file, which outlives the lock.
func (l *Lock) SetNote(note string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(note), 0)
	return err
}

// Release gives the lock free.
func (l *Lock) Release() error { return l.file.Close() }
