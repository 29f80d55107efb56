package repo

import (
	"fmt"
	"slices"
	"time"
)

// index lays the nodes of a walk out as an Index.
func (s *indexWalk) index(root *node) *Index {
	files, folders := root.count()
	x := &Index{
		Files:   make([]File, 0, files),
		Dirs:    make([]string, 0, folders-1),
		Partial: s.partial,
		folders: make([]folder, 0, folders),
		at:      make(map[string]int32, folders),
	}
	x.lay(root)
	slices.Sort(x.Dirs)
	if x.Partial != nil {
		x.Partial.Scanned = len(x.Files)
	}
	x.Deeper = s.tooDeep
	if s.tooDeep > 0 {
		x.Problems = append(x.Problems, Problem{".", fmt.Sprintf(
			"%d folders lie deeper than %d levels and were not looked into", s.tooDeep, s.o.MaxDepth)})
	}
	x.Took = time.Since(s.began)
	return x
}

func (n *node) count() (files, folders int) {
	if n.left != nil {
		return 0, 0
	}
	files, folders = len(n.files), 1
	for i := range n.dirs {
		f, d := n.dirs[i].count()
		files, folders = files+f, folders+d
	}
	return files, folders
}

// lay adds a folder: its files, and between them, where their paths belong, the
// folders within.
func (x *Index) lay(n *node) {
	here := len(x.folders)
	x.folders = append(x.folders, folder{first: int32(len(x.Files)), files: n.files})
	x.at[n.path] = int32(here)
	if n.path != "." {
		x.Dirs = append(x.Dirs, n.path)
	}
	x.note(n)
	into := &x.Files
	if n.in.made {
		into = &x.Made
	}
	files := n.files
	var names []string
	for i := range n.dirs {
		d := &n.dirs[i]
		if d.left != nil {
			if len(x.Skipped) < mostNotes {
				x.Skipped = append(x.Skipped, *d.left)
			}
			continue
		}
		for len(files) > 0 && pathOrder(files[0].Path, false, d.path, true) < 0 {
			*into = append(*into, files[0])
			files = files[1:]
		}
		if names == nil {
			names = make([]string, 0, len(n.dirs))
		}
		names = append(names, d.path)
		x.lay(d)
	}
	*into = append(*into, files...)
	slices.Sort(names)
	x.folders[here].dirs, x.folders[here].last = names, int32(len(x.Files))
}

// note keeps what a folder's reading had to say.
func (x *Index) note(n *node) {
	x.Skipped = append(x.Skipped, n.skipped[:min(len(n.skipped), mostNotes-len(x.Skipped))]...)
	x.Problems = append(x.Problems, n.notes[:min(len(n.notes), mostNotes-len(x.Problems))]...)
	if n.unread != nil && len(x.Unread) < mostNotes {
		x.Unread = append(x.Unread, *n.unread)
	}
	for _, link := range n.links {
		if x.links == nil {
			x.links = map[string]bool{}
		}
		x.links[link] = true
	}
}
