// Package jsonl keeps records in a plain file, one a line, to which several
// programs may add at once. It does not know what they mean.
package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Add writes a record at the end of a file that only the user can read, and
// makes the file and its folder where they are missing.
func Add(path string, record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	// The line break comes first: half a line of a full disk spoils no other.
	_, err = f.Write(append([]byte("\n"), line...))
	return errors.Join(err, f.Close())
}

// Read gives every record in the order in which they were added. Half a line,
// which a full disk or a crash can leave, is passed over; without a file there
// are none.
func Read[T any](path string) ([]T, error) {
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []T
	for line := range bytes.SplitSeq(content, []byte("\n")) {
		var one T
		if json.Unmarshal(line, &one) == nil {
			all = append(all, one)
		}
	}
	return all, nil
}
