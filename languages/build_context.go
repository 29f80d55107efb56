package languages

import (
	"strings"

	"aipack/backend/language"
)

// contextAround is the folder that has to be sent to a build: the project's
// own context, or the nearest folder above it that also holds the local
// dependencies.
func contextAround(p *language.Project, needed ...*language.Folder) *language.Folder {
	base := p.Context()
	for _, f := range needed {
		for !base.IsRoot() && f.Path != base.Path && !strings.HasPrefix(f.Path, base.Path+"/") {
			base = base.Sub("..")
		}
	}
	return base
}

// inFolder gives a path of the repository relative to a folder that holds it.
func inFolder(base *language.Folder, full string) string {
	switch {
	case base.Path == ".":
		return full
	case full == base.Path:
		return "."
	}
	return strings.TrimPrefix(full, base.Path+"/")
}
