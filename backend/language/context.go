package language

import (
	"path"
	"strings"
)

// ContextAround is the folder that has to be sent to a build: the project's
// own context, or the nearest folder above it that also holds the local
// dependencies.
func ContextAround(p *Project, needed ...*Folder) *Folder {
	base := p.Context()
	for _, f := range needed {
		for !base.IsRoot() && f.Path != base.Path && !strings.HasPrefix(f.Path, base.Path+"/") {
			base = base.Sub("..")
		}
	}
	return base
}

// InFolder gives a path of the repository relative to a folder that holds it.
func InFolder(base *Folder, full string) string {
	switch {
	case base.Path == ".":
		return full
	case full == base.Path:
		return "."
	}
	return strings.TrimPrefix(full, base.Path+"/")
}

// Below gives a folder relative to one above it, "." for itself.
func Below(root, dir string) string {
	switch {
	case root == dir:
		return "."
	case root == ".":
		return dir
	}
	return strings.TrimPrefix(dir, root+"/")
}

// SafeFolder reports whether a text can be the name of a folder within another,
// in a shell line too.
func SafeFolder(dir string) bool {
	clean := path.Clean(dir)
	return dir != "" && clean != "." && !path.IsAbs(clean) && clean != ".." && !strings.HasPrefix(clean, "../") && !strings.ContainsAny(dir, "\n\r\"'`$\\")
}
