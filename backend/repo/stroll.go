package repo

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// visited is an entry that a stroll came across.
type visited struct {
	path, name string
	kind       kind
}

// stroller goes through a folder depth first, by name, one goroutine: for the
// questions of a model, which are small and want their answers in order. The
// survey of the whole repository is Index.
type stroller struct {
	repo    *Tree
	ctx     context.Context
	o       WalkOptions
	folders folderReader
	visit   func(visited) bool
	above   []fs.FileInfo // of the folders on the way down; for links only
}

// stroll calls visit for every entry the filter lets pass until visit says
// stop. A folder below that cannot be read is passed over.
func (r *Tree) stroll(ctx context.Context, dir string, o WalkOptions, visit func(visited) bool) error {
	start, err := clean(dir)
	if err != nil {
		return fmt.Errorf("listing %w", err)
	}
	info, err := r.src.stat(start)
	if err != nil {
		return fmt.Errorf("listing %s: %w", dir, bare(err))
	}
	if !info.IsDir() {
		return fmt.Errorf("listing %s: %w", dir, ErrNotFolder)
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 10
	}
	s := &stroller{repo: r, ctx: ctx, o: o, visit: visit, folders: r.src.folders(true), above: []fs.FileInfo{info}}
	var ignore *ignoreChain
	if !o.Filter.Ignored {
		ignore = r.ignoreAbove(start)
	}
	_, err = s.folder(start, 1, ignore)
	if err != nil {
		return fmt.Errorf("listing %s: %w", dir, bare(err))
	}
	return ctx.Err()
}

// ignoreAbove is the chain of the folders above dir, without dir's own.
func (r *Tree) ignoreAbove(dir string) *ignoreChain {
	if dir == "." {
		return nil
	}
	chain := r.readIgnore(".", nil)
	for i, c := range dir {
		if c == '/' {
			chain = r.readIgnore(dir[:i], chain)
		}
	}
	return chain
}

// folder goes through one folder; false ends the stroll.
func (s *stroller) folder(dir string, depth int, ignore *ignoreChain) (bool, error) {
	if s.ctx.Err() != nil {
		return false, nil
	}
	var b batch
	b.reset(dir, 1_000_000)
	if err := s.folders.read(dir, &b); err != nil {
		return true, err
	}
	all, entries := b.sorted()
	if !s.o.Filter.Ignored {
		for _, e := range entries {
			if e.kind == kindFile && all[e.start+len(b.prefix):e.end] == ".gitignore" {
				ignore = s.repo.readIgnore(dir, ignore)
			}
		}
	}
	for _, e := range entries {
		if s.ctx.Err() != nil {
			return false, nil
		}
		v := visited{all[e.start:e.end], all[e.start+len(b.prefix) : e.end], e.kind}
		if v.kind == kindOther || !utf8.ValidString(v.name) || !s.o.Filter.passes(v.name) ||
			ignore.ignores(v.path, v.name, v.kind == kindFolder) {
			continue
		}
		if !s.visit(v) {
			return false, nil
		}
		if depth < s.o.MaxDepth && !s.below(v, depth, ignore) {
			return false, nil
		}
	}
	return true, nil
}

// below goes into an entry that is a folder or, where links are followed, leads
// to one.
func (s *stroller) below(v visited, depth int, ignore *ignoreChain) bool {
	if slices.Contains(s.o.Filter.Closed, v.name) {
		return true
	}
	switch {
	case v.kind == kindLink && s.o.FollowSymlinks:
		info, err := s.repo.src.stat(v.path)
		if err != nil || !info.IsDir() || s.within(info) {
			return true
		}
		s.above = append(s.above, info)
	case v.kind != kindFolder:
		return true
	case s.o.FollowSymlinks:
		info, err := s.repo.src.lstat(v.path)
		if err != nil {
			return true
		}
		s.above = append(s.above, info)
	}
	if s.o.FollowSymlinks {
		defer func() { s.above = s.above[:len(s.above)-1] }()
	}
	// One unreadable folder does not end the stroll.
	more, err := s.folder(v.path, depth+1, ignore)
	return more || err != nil
}

// within reports whether the folder is one of those on the way down.
func (s *stroller) within(info fs.FileInfo) bool {
	for _, a := range s.above {
		if os.SameFile(a, info) {
			return true
		}
	}
	return false
}

// hiddenIn reports whether a path or pattern names anything hidden.
func hiddenIn(p string) bool {
	return strings.HasPrefix(p, ".") && p != "." && !strings.HasPrefix(p, "./") || strings.Contains(p, "/.")
}
