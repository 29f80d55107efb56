package repo

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// EntryType is what a folder's entry is.
type EntryType string

// The types. Pipes, sockets and devices are never listed.
const (
	TypeFile    EntryType = "file"
	TypeDir     EntryType = "dir"
	TypeSymlink EntryType = "symlink"
)

// DirEntry is one entry of a folder.
type DirEntry struct {
	Path       string    `json:"path"`
	Name       string    `json:"name"`
	Type       EntryType `json:"type"`
	Size       int64     `json:"size"` // bytes; 0 for folders
	Modified   time.Time `json:"modified"`
	Executable bool      `json:"is_executable,omitempty"`
	Binary     bool      `json:"is_binary,omitempty"` // only List looks
	Target     string    `json:"target,omitempty"`    // of a symlink, as written
}

// DirFilter says which entries count.
type DirFilter struct {
	Hidden     bool     // names that begin with a dot
	Dirs       bool     // name folders
	Files      bool     // name files and links
	Extensions []string // of files, with or without the dot; none for all
	Exclude    []string // names of files and folders
	Closed     bool     // name folders that tools fill, without going into them
	All        bool     // go into those as into any other
	Ignored    bool     // what .gitignore leaves out, too
}

// DefaultDirFilter names folders and files that are not hidden, not ignored
// and not dependencies or outputs.
func DefaultDirFilter() DirFilter {
	return DirFilter{Dirs: true, Files: true}
}

// Listing is entries in the order of their paths, a folder before what it
// holds.
type Listing struct {
	Entries   []DirEntry
	Truncated bool // a limit cut it off
}

// mostListed bounds the listing of one folder.
const mostListed = 10_000

// List lists one folder with everything that is known about its entries.
func (r *Tree) List(ctx context.Context, dir string, f DirFilter) (Listing, error) {
	out, err := r.Walk(ctx, dir, WalkOptions{MaxDepth: 1, MaxFiles: mostListed, Filter: f})
	for i := range out.Entries {
		if e := &out.Entries[i]; e.Type == TypeFile && ctx.Err() == nil {
			// What cannot be read is listed all the same.
			e.Binary, _ = r.IsBinary(e.Path)
		}
	}
	return out, err
}

// WalkOptions bounds and filters Walk. Zero numbers mean the defaults.
type WalkOptions struct {
	MaxDepth int // 1 for the folder's own entries; 10
	MaxFiles int // entries; 10,000
	Filter   DirFilter
	// FollowSymlinks goes into linked folders that lie inside the repository.
	// A link to a folder it stands in is not gone into.
	FollowSymlinks bool
}

// Walk lists a folder and what is below it.
func (r *Tree) Walk(ctx context.Context, dir string, o WalkOptions) (Listing, error) {
	var out Listing
	if o.MaxFiles <= 0 {
		o.MaxFiles = 10_000
	}
	err := r.walk(ctx, dir, o, func(v visited) bool {
		if !o.Filter.names(v) {
			return true
		}
		if len(out.Entries) == o.MaxFiles {
			out.Truncated = true
			return false
		}
		if e, ok := r.entry(v); ok {
			out.Entries = append(out.Entries, e)
		}
		return true
	})
	return out, err
}

// names reports whether the filter names an entry that was come across.
func (f DirFilter) names(v visited) bool {
	if v.kind == kindFolder {
		return f.Dirs
	}
	return f.Files && f.extension(v.name)
}

func (f DirFilter) extension(name string) bool {
	if len(f.Extensions) == 0 {
		return true
	}
	ext := strings.TrimPrefix(path.Ext(name), ".")
	return slices.ContainsFunc(f.Extensions, func(want string) bool {
		return strings.EqualFold(strings.TrimPrefix(want, "."), ext)
	})
}

// passes reports whether an entry is come across at all.
func (f DirFilter) passes(name string) bool {
	return (f.Hidden || !strings.HasPrefix(name, ".")) && !slices.Contains(f.Exclude, name)
}

// entry asks the disk about an entry. false: it is gone.
func (r *Tree) entry(v visited) (DirEntry, bool) {
	e := DirEntry{Path: v.path, Name: v.name, Type: TypeFile}
	info, err := r.src.lstat(v.path)
	if err != nil {
		return e, false
	}
	e.Modified = info.ModTime()
	switch v.kind {
	case kindFolder:
		e.Type = TypeDir
	case kindLink:
		e.Type = TypeSymlink
		// A target that cannot be read stays unsaid.
		e.Target, _ = r.src.readlink(v.path)
	case kindFile, kindOther:
		e.Size, e.Executable = info.Size(), info.Mode()&0o111 != 0
	}
	return e, true
}

// Children counts the entries of a folder that the filter names, no further
// than the limit of a listing.
func (r *Tree) Children(ctx context.Context, dir string, f DirFilter) (int, error) {
	n := 0
	err := r.walk(ctx, dir, WalkOptions{MaxDepth: 1, Filter: f}, func(v visited) bool {
		if f.names(v) {
			n++
		}
		return n < mostListed
	})
	if err != nil {
		return 0, fmt.Errorf("counting: %w", err)
	}
	return n, nil
}
