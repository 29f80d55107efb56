package deployment

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// maxBuiltFiles bounds the container files that are looked through for a stage
// which builds a part of a repository.
const maxBuiltFiles = 8

// Built is how the project's own container file builds it: the file that was
// found for the service, else a stage of the repository's that copies the
// project's folder, as a front end's does that another image serves.
func (f *Files) Built() language.Built {
	r := f.Project.Reader()
	if f.Container.Path != "" {
		file, _ := language.Parse(r.Folder("."), f.Container.Path, dockerfile.Parse)
		return language.Built{Path: f.Container.Path, Stages: file.Leading(f.Container.target)}
	}
	if f.Project.Path == "." {
		return language.Built{}
	}
	root := r.Folder(".")
	names := containerFiles(root)
	for _, c := range f.Around.Compose.Services {
		if c.File != "" && !slices.Contains(names, c.File) {
			names = append(names, c.File)
		}
	}
	whole := f.Project.Workspace != nil && f.Project.Workspace.Root == "."
	for _, name := range names[:min(len(names), maxBuiltFiles)] {
		file, _ := language.Parse(root, name, dockerfile.Parse)
		for i := range file.Stages {
			if copies(file.Stages[i], f.Project.Path, whole) {
				return language.Built{Path: name, Stages: file.Leading(strconv.Itoa(i))}
			}
		}
	}
	return language.Built{}
}

// copies reports whether a stage takes a folder, or something below it, out of
// the build context.
func copies(s dockerfile.Stage, dir string, whole bool) bool {
	for _, c := range s.Copies {
		for _, source := range c.Sources {
			source = strings.TrimPrefix(path.Clean("/"+source), "/")
			if c.From == "" && (source == dir || strings.HasPrefix(source, dir+"/") || whole && source == "") {
				return true
			}
		}
	}
	return false
}
