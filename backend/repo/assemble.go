package repo

import (
	"fmt"
	"time"
)

// index lays the nodes of a walk out as an Index.
func (s *survey) index(root *node) *Index {
	files, folders := root.count()
	x := &Index{
		Files:   make([]File, 0, files),
		Dirs:    make([]string, 0, folders-1),
		Partial: s.partial,
		folders: make([]folder, 0, folders),
		at:      make(map[string]int32, folders),
	}
	x.lay(root)
	if x.Partial != nil {
		x.Partial.Scanned = len(x.Files)
	}
	if s.tooDeep > 0 {
		x.Problems = append(x.Problems, Problem{".", fmt.Sprintf(
			"%d folders lie deeper than %d levels and were not looked into", s.tooDeep, s.o.MaxDepth)})
	}
	x.Took = time.Since(s.began)
	return x
}

func (n *node) count() (files, folders int) {
	files, folders = len(n.files), 1
	for i := range n.dirs {
		f, d := n.dirs[i].count()
		files, folders = files+f, folders+d
	}
	return files, folders
}

func (x *Index) lay(n *node) {
	here := len(x.folders)
	first := int32(len(x.Files))
	x.Files = append(x.Files, n.files...)
	x.folders = append(x.folders, folder{first: first, own: int32(len(x.Files)), dirs: n.names})
	x.at[n.path] = int32(here)
	if n.path != "." {
		x.Dirs = append(x.Dirs, n.path)
	}
	x.Skipped = append(x.Skipped, n.skipped[:min(len(n.skipped), mostNotes-len(x.Skipped))]...)
	x.Problems = append(x.Problems, n.notes[:min(len(n.notes), mostNotes-len(x.Problems))]...)
	for i := range n.dirs {
		x.lay(&n.dirs[i])
	}
	x.folders[here].last = int32(len(x.Files))
}
