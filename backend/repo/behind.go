package repo

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Behind is where a path of the folder leads once the links on its way, and one at its
// end, are followed: name where there are none. "" where it leads out of the folder, which
// no reading does.
func (r *Tree) Behind(name string) string {
	rest, at := strings.Split(path.Clean(name), "/"), "."
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		if next == ".." || strings.HasPrefix(next, "../") || path.IsAbs(next) {
			return ""
		}
		rest = rest[1:]
		info, err := r.src.lstat(next)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := r.src.readlink(next)
		if links++; err != nil || links > mostLinks || path.IsAbs(target) {
			return ""
		}
		rest = append(strings.Split(path.Clean(filepath.ToSlash(target)), "/"), rest...)
	}
	return at
}
