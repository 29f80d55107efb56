package repo

import (
	"errors"
	"fmt"
	"time"
)

// Metadata is what can be said about a file without reading it for its sense.
type Metadata struct {
	Size       int64     `json:"size"` // bytes
	Binary     bool      `json:"is_binary"`
	Executable bool      `json:"is_executable"`
	Modified   time.Time `json:"modified"`
	Lines      int       `json:"line_count"` // -1 for binary files and those over 64 MiB
}

// Metadata looks at one regular file.
func (r *Tree) Metadata(name string) (Metadata, error) {
	p, err := clean(name)
	if err != nil {
		return Metadata{}, fmt.Errorf("reading %w", err)
	}
	info, err := r.src.stat(p)
	if err != nil {
		return Metadata{}, fmt.Errorf("reading %s: %w", name, bare(err))
	}
	m := Metadata{Size: info.Size(), Executable: info.Mode()&0o111 != 0, Modified: info.ModTime(), Lines: -1}
	if m.Binary, err = r.IsBinary(name); err != nil || m.Binary {
		return m, err
	}
	lines := 0
	err = r.eachLine(name, mostScanned, func(int, string) bool { lines++; return true })
	if errors.Is(err, ErrTooLarge) {
		return m, nil
	}
	if err == nil {
		m.Lines = lines
	}
	return m, err
}

// IsBinary judges a file by its first Config.BinarySample bytes.
func (r *Tree) IsBinary(name string) (bool, error) {
	head, err := r.readUpTo(name, int64(r.config.BinarySample))
	return sampleIsBinary(head), err
}

// Exists reports whether the path leads to anything inside the repository.
func (r *Tree) Exists(name string) bool {
	p, err := clean(name)
	if err != nil {
		return false
	}
	_, err = r.src.stat(p)
	return err == nil
}

// IsDir reports whether the path leads to a folder.
func (r *Tree) IsDir(name string) bool {
	p, err := clean(name)
	if err != nil {
		return false
	}
	info, err := r.src.stat(p)
	return err == nil && info.IsDir()
}

// IsFile reports whether the path leads to a regular file.
func (r *Tree) IsFile(name string) bool {
	p, err := clean(name)
	if err != nil {
		return false
	}
	info, err := r.src.stat(p)
	return err == nil && info.Mode().IsRegular()
}
