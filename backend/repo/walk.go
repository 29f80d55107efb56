package repo

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"
)

// visited is an entry that a stroll came across.
type visited struct {
	path, name string
	kind       kind
	closed     bool // a folder that tools fill, which is not gone into
}

// walker goes through a folder depth first, by name, one goroutine: for the
// questions of a model, which are small and want their answers in order. The
// indexWalk of the whole repository is Index.
type walker struct {
	repo    *Tree
	ctx     context.Context
	o       WalkOptions
	folders folderReader
	leave   *leave
	visit   func(visited) bool
	above   []fs.FileInfo // of the folders on the way down; for links only
}

// walk calls visit for every entry the filter lets pass until visit says
// stop. A folder below that cannot be read is passed over.
func (r *Tree) walk(ctx context.Context, dir string, o WalkOptions, visit func(visited) bool) error {
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
	s := &walker{repo: r, ctx: ctx, o: o, visit: visit, folders: r.src.folders(true), leave: r.leaving(), above: []fs.FileInfo{info}}
	s.o.Filter.Ignored = o.Filter.Ignored || r.config.Ignored
	var in place
	if !s.o.Filter.Ignored {
		in.ignore = r.ignoreAbove(start)
	}
	_, err = s.folder(start, 1, in)
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
func (s *walker) folder(dir string, depth int, in place) (bool, error) {
	if s.ctx.Err() != nil {
		return false, nil
	}
	var b batch
	b.reset(dir, 1_000_000)
	if err := s.folders.read(dir, &b); err != nil {
		return true, err
	}
	all, entries := b.sorted()
	here := company{all, entries, len(b.prefix)}
	if depth > 1 && !s.o.Filter.All && s.leave.marked(dir, here, in).reason != "" {
		return true, nil
	}
	if !s.o.Filter.Ignored {
		for _, e := range entries {
			if e.kind == kindFile && here.name(e) == ".gitignore" {
				in.ignore = s.repo.readIgnore(dir, in.ignore)
			}
		}
	}
	for _, e := range entries {
		if s.ctx.Err() != nil {
			return false, nil
		}
		v := visited{path: all[e.start:e.end], name: here.name(e), kind: e.kind}
		below, ok := s.counts(&v, here, in)
		if !ok {
			continue
		}
		if !s.visit(v) {
			return false, nil
		}
		if depth < s.o.MaxDepth && !s.below(v, depth, below) {
			return false, nil
		}
	}
	return true, nil
}

// counts reports whether an entry is come across at all, and what holds below it.
func (s *walker) counts(v *visited, here company, in place) (place, bool) {
	if v.kind == kindOther || !utf8.ValidString(v.name) || !s.o.Filter.passes(v.name) {
		return in, false
	}
	if v.kind != kindFolder {
		return in, s.leave.file(v.name, v.path, here, in)
	}
	if s.o.Filter.All {
		return in, !in.ignore.ignores(v.path, v.name, true)
	}
	judged := s.leave.folder(v.name, v.path, here, in)
	switch judged.reason {
	case "":
		return judged.in, true
	case SkippedByMark, SkippedAsDeps, SkippedAsMade:
		v.closed = true
		return judged.in, s.o.Filter.Closed
	case SkippedByName, SkippedByGit:
	}
	return judged.in, false
}

// below goes into an entry that is a folder or, where links are followed, leads
// to one.
func (s *walker) below(v visited, depth int, in place) bool {
	if v.closed {
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
	more, err := s.folder(v.path, depth+1, in)
	return more || err != nil
}

// within reports whether the folder is one of those on the way down.
func (s *walker) within(info fs.FileInfo) bool {
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
