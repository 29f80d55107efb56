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
	"strings"
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
	note, err := io.ReadAll(io.NewSectionReader(l.file, 0, noteWidth))
	return strings.TrimSpace(string(note)), err
}

// noteWidth is the room of a note in bytes. All of it is always written, so that
// a later note finds room on a disk that is full by then.
const noteWidth = 16

// SetNote writes a note of up to 16 bytes into the file, which outlives the lock.
func (l *Lock) SetNote(note string) error {
	if len(note) > noteWidth {
		return fmt.Errorf("the note %q has more than %d bytes", note, noteWidth)
	}
	_, err := fmt.Fprintf(io.NewOffsetWriter(l.file, 0), "%-*s", noteWidth, note)
	return err
}

// Peek is the note of a lock that somebody else may hold, without its first byte:
// on Windows nobody but the holder can read that. "" where there is none.
func Peek(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	note, _ := io.ReadAll(io.NewSectionReader(f, 1, noteWidth-1))
	return strings.TrimSpace(string(note))
}

// Release gives the lock free.
func (l *Lock) Release() error { return l.file.Close() }
