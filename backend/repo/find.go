package repo

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"aipack/backend/base/bounded"
)

// ErrPattern says that a glob or a regular expression is not well formed.
var ErrPattern = errors.New("bad pattern")

// Glob lists the files whose path matches a doublestar pattern, in the order of
// their paths. Hidden ones count where the pattern names something hidden.
func (r *Tree) Glob(ctx context.Context, pattern string) (Listing, error) {
	return r.Find(ctx, FileQuery{Path: pattern, Hidden: hiddenIn(pattern), MaxResults: 10_000})
}

// FileQuery asks for files. Everything given must hold.
type FileQuery struct {
	Dir        string   // where to look; the root
	Name       string   // pattern of the name; one with a slash is a Path
	Path       string   // doublestar pattern of the path
	Extensions []string // with or without the dot
	MinSize    int64    // bytes
	MaxSize    int64    // bytes; 0 for any
	Contains   string   // text that the file must hold; not in binary files or those over Config.MaxFileSize
	Hidden     bool
	Ignored    bool
	MaxResults int // 100
}

// Find lists the files that a query asks for, in the order of their paths.
func (r *Tree) Find(ctx context.Context, q FileQuery) (Listing, error) {
	if strings.Contains(q.Name, "/") && q.Path == "" {
		q.Path, q.Name = q.Name, ""
	}
	q.Path = strings.TrimPrefix(q.Path, "./")
	named, err := globOf(q.Name)
	if err != nil {
		return Listing{}, err
	}
	placed, err := globOf(q.Path)
	if err != nil {
		return Listing{}, err
	}
	if q.MaxResults <= 0 {
		q.MaxResults = 100
	}
	f := DefaultDirFilter()
	f.Dirs, f.Extensions, f.Hidden, f.Ignored = false, q.Extensions, q.Hidden, q.Ignored
	var out Listing
	err = r.walk(ctx, q.Dir, WalkOptions{MaxDepth: 64, Filter: f}, func(v visited) bool {
		if !f.names(v) || !named(v.name) || !placed(v.path) {
			return true
		}
		e, ok := r.entry(v)
		if !ok || e.Size < q.MinSize || q.MaxSize > 0 && e.Size > q.MaxSize || !r.contains(v, q.Contains) {
			return true
		}
		if len(out.Entries) == q.MaxResults {
			out.Truncated = true
			return false
		}
		out.Entries = append(out.Entries, e)
		return true
	})
	return out, err
}

// globOf is the test of a pattern that leads nowhere outside; "" matches everything.
func globOf(pattern string) (func(string) bool, error) {
	if pattern == "" {
		return func(string) bool { return true }, nil
	}
	matches, err := bounded.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("finding %q: %w: %w", pattern, ErrPattern, err)
	}
	if base := bounded.GlobBase(pattern); path.IsAbs(pattern) || base == ".." || strings.HasPrefix(base, "../") {
		return nil, fmt.Errorf("finding %q: %w", pattern, ErrOutside)
	}
	return matches, nil
}

func (r *Tree) contains(v visited, text string) bool {
	if text == "" {
		return true
	}
	if v.kind != kindFile {
		return false
	}
	content, err := r.ReadText(v.path)
	return err == nil && strings.Contains(content, text)
}
