package language

import (
	"path"
	"strings"
)

// ContextAround is the folder that has to be sent to a build: the project's
// own context, or the nearest folder above it that also holds the local
// dependencies.
func (p *Project) ContextAround(needed ...*Folder) *Folder {
	base := p.Context()
	for _, f := range needed {
		for !base.IsRoot() && f.Path != base.Path && !strings.HasPrefix(f.Path, base.Path+"/") {
			base = base.Sub("..")
		}
	}
	return base
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
