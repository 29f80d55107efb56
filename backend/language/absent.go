package language

import (
	"path"
	"strings"
)

// Absent gives back a path that one of the folder's manifests names and that a build
// would not find: it leads out of the repository, which no build context does
// (docs.docker.com/build/concepts/context), or to nothing, as a submodule that is not
// checked out. "" for one that is there, and for one that only the build can tell: of
// the computer, with wildcards, with a variable.
func (f *Folder) Absent(to string) string {
	written := to
	to = strings.ReplaceAll(strings.TrimSpace(to), `\`, "/")
	if to == "" || path.IsAbs(to) || strings.ContainsAny(to, "*?[]{}$%~:\n") {
		return ""
	}
	full := path.Join(f.Path, to)
	if Outside(full) {
		return written
	}
	index := f.reader.Index
	if _, file := index.Stat(full); file || full == "." || len(index.Under(full)) > 0 || index.Partial != nil {
		return ""
	}
	for _, s := range index.Skipped {
		if full == s.Path || strings.HasPrefix(full, s.Path+"/") {
			return "" // it is left out of the reading, not of the build
		}
	}
	return written
}

// AllAbsent are those of some paths that are.
func (f *Folder) AllAbsent(paths []string) (out []string) {
	for _, p := range paths {
		if gone := f.Absent(p); gone != "" {
			out = append(out, gone)
		}
	}
	return out
}

// Outside reports whether a path that is relative to the repository's root leads out
// of it.
func Outside(p string) bool {
	p = path.Clean(p)
	return p == ".." || strings.HasPrefix(p, "../")
}
