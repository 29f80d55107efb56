package codegraph

import (
	"path"
	"strings"
)

// ending finds the file that a name says the end of, the nearest to another one;
// -1 where there is none, or none is nearer than others.
func (r *resolver) ending(from int, name string) int {
	if r.byBase == nil {
		r.byBase = map[string][]int{}
		for i, f := range r.graph.Files {
			base := path.Base(f.Path)
			r.byBase[base] = append(r.byBase[base], i)
		}
	}
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	best, nearest, several := -1, -1, false
	for _, i := range r.byBase[path.Base(name)] {
		p := r.graph.Files[i].Path
		if p != name && !strings.HasSuffix(p, "/"+name) || i == from {
			continue
		}
		near := common(p, r.graph.Files[from].Path)
		switch {
		case near > nearest:
			best, nearest, several = i, near, false
		case near == nearest:
			several = true
		}
	}
	if several {
		return -1
	}
	return best
}

// common is how many folders two paths begin with alike.
func common(a, b string) int {
	x, y := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// fileSpace is one file as something that can be imported; it has no names of its
// own where what it declares is known in the whole project.
func (r *resolver) fileSpace(file int) *space {
	if file < 0 {
		return nil
	}
	f := r.graph.Files[file]
	s := r.spaceOf(family(f.Language) + "\x00\x00file\x00" + f.Path)
	s.language, s.files, s.inner = f.Language, []int{file}, true
	return s
}
