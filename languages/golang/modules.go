package golang

import (
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

// modulesIn maps the module paths that are at home in this repository to
// their folders: the module itself, its replaced modules and those of the
// workspace above it.
func modulesIn(f *language.Folder) map[string]*language.Folder {
	modules := map[string]*language.Folder{}
	add := func(at *language.Folder) {
		if mod, ok := language.Parse(at, "go.mod", gomod.ParseModule); ok && mod.Module != "" {
			modules[mod.Module] = at
		}
	}
	if root, ok := workAbove(f); ok {
		work, _ := language.Parse(root, "go.work", gomod.ParseWork)
		for _, use := range work.Uses {
			add(root.Sub(use))
		}
	}
	mod, _ := language.Parse(f, "go.mod", gomod.ParseModule)
	for _, r := range mod.Replaces {
		if at := f.Sub(r.Folder); at.Has("go.mod") {
			modules[r.Module] = at
		}
	}
	add(f)
	return modules
}

// workAbove finds the workspace that a folder's module belongs to.
func workAbove(f *language.Folder) (*language.Folder, bool) {
	for at := f; ; at = at.Sub("..") {
		if at.Has("go.work") {
			work, _ := language.Parse(at, "go.work", gomod.ParseWork)
			for _, use := range work.Uses {
				if at.Sub(use).Path == f.Path {
					return at, true
				}
			}
			return nil, false
		}
		if at.IsRoot() {
			return nil, false
		}
	}
}
