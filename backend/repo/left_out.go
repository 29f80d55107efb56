package repo

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// WithoutLeftOut is the same folder without those that the user leaves out: no model is
// shown what is in them (ruling K-8).
func (r *Tree) WithoutLeftOut() *Tree { return r.Without(r.config.LeaveOut) }

// Without is the same folder in which no folder of the given names is there:
// neither listed nor searched, nor read by its path or through a link. What is
// closed is the first tree.
func (r *Tree) Without(names []string) *Tree {
	if len(names) == 0 {
		return r
	}
	return &Tree{src: filtered{r.src, names}, dir: r.dir, config: r.config}
}

// filtered hides folders of some names.
type filtered struct {
	source
	names []string
}

func (v filtered) open(name string, regular bool) (file, error) {
	if v.hides(name, true) {
		return nil, fs.ErrNotExist
	}
	return v.source.open(name, regular)
}

func (v filtered) stat(name string) (fs.FileInfo, error) {
	if v.hides(name, true) {
		return nil, fs.ErrNotExist
	}
	return v.source.stat(name)
}

func (v filtered) lstat(name string) (fs.FileInfo, error) {
	if v.hides(name, false) {
		return nil, fs.ErrNotExist
	}
	return v.source.lstat(name)
}

func (v filtered) size(name string) (int64, error) {
	if v.hides(name, false) {
		return 0, fs.ErrNotExist
	}
	return v.source.size(name)
}

func (v filtered) readlink(name string) (string, error) {
	if v.hides(name, false) {
		return "", fs.ErrNotExist
	}
	return v.source.readlink(name)
}

func (v filtered) folders(links bool) folderReader { return &veiledFolders{v.source.folders(links), v} }

// mostLinks bounds how many links a path may lead through, as systems do.
const mostLinks = 40

// hides reports whether a path leads into a folder that is hidden. Links on the
// way are followed, and one at its end where last says so.
func (v filtered) hides(name string, last bool) bool {
	rest := strings.Split(name, "/")
	at := "."
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		info, err := v.source.lstat(next)
		rest = rest[1:]
		switch {
		case err != nil:
			return slices.Contains(v.names, path.Base(next)) && len(rest) > 0
		case info.IsDir() && slices.Contains(v.names, path.Base(next)):
			return true
		case info.Mode()&fs.ModeSymlink == 0 || len(rest) == 0 && !last:
			at = next
			continue
		}
		target, err := v.source.readlink(next)
		if links++; err != nil || links > mostLinks {
			return true
		}
		if path.IsAbs(target) {
			return false // the source lets no path leave the root
		}
		resolved := path.Join(at, target)
		if resolved == ".." || strings.HasPrefix(resolved, "../") {
			return false
		}
		rest = append(strings.Split(resolved, "/"), rest...)
		at = "."
	}
	return false
}

// veiledFolders lists folders without those that are hidden.
type veiledFolders struct {
	folderReader
	veil filtered
}

func (f *veiledFolders) read(dir string, into *batch) error {
	if f.veil.hides(dir, true) {
		return fs.ErrNotExist
	}
	if err := f.folderReader.read(dir, into); err != nil {
		return err
	}
	into.entries = slices.DeleteFunc(into.entries, func(e entry) bool {
		return e.kind == kindFolder && slices.Contains(f.veil.names, path.Base(string(into.bytes[e.start:e.end])))
	})
	return nil
}
