package repo

import (
	"fmt"
	"io"
	"io/fs"
)

// ReadHead reads the first n bytes of a file, or the whole file if it is
// shorter: enough for the format version of a lock of many megabytes.
func (r *Repo) ReadHead(name string, n int64) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("reading %q: %w", name, ErrOutside)
	}
	f, err := r.fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, n))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return b, nil
}
