package golang

import (
	"maps"

	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

// modulesIn maps the module paths that are at home in this repository to
// their folders: the module itself, its replaced modules and those of the
// workspace above it. Members of a workspace share the map: nobody writes to it.
func modulesIn(f *language.Folder) map[string]*language.Folder {
	modules, _ := homeOf(f)
	return modules
}

// homeOf is modulesIn with the root of the workspace where they are the same for
// all its members; nil where they are f's alone.
func homeOf(f *language.Folder) (map[string]*language.Folder, *language.Folder) {
	mod, isModule := language.Parse(f, "go.mod", gomod.ParseModule)
	isModule = isModule && mod.Module != ""
	root, inWorkspace := workAbove(f)
	shared := map[string]*language.Folder{}
	if inWorkspace {
		shared = workOf(root).modules
		if own := shared[mod.Module]; len(mod.Replaces) == 0 && (!isModule || own.Path == f.Path) {
			return shared, root
		}
	}
	modules := maps.Clone(shared)
	for _, r := range mod.Replaces {
		if at := f.Sub(r.Folder); at.Has("go.mod") {
			modules[r.Module] = at
		}
	}
	if isModule {
		modules[mod.Module] = f
	}
	return modules, nil
}

// work is what a go.work says.
type work struct {
	members map[string]bool             // by their folders
	modules map[string]*language.Folder // by their names
}

// workOf reads the go.work of a folder once, whoever of its members asks.
func workOf(root *language.Folder) work {
	return language.Once(root, "go.work", func() work {
		w := work{map[string]bool{}, map[string]*language.Folder{}}
		file, _ := language.Parse(root, "go.work", gomod.ParseWork)
		for _, use := range file.Uses {
			at := root.Sub(use)
			w.members[at.Path] = true
			if mod, ok := language.Parse(at, "go.mod", gomod.ParseModule); ok && mod.Module != "" {
				w.modules[mod.Module] = at
			}
		}
		return w
	})
}

// workAbove finds the workspace that a folder's module belongs to.
func workAbove(f *language.Folder) (*language.Folder, bool) {
	for at := f; ; at = at.Sub("..") {
		if at.Has("go.work") {
			if workOf(at).members[f.Path] {
				return at, true
			}
			return nil, false
		}
		if at.IsRoot() {
			return nil, false
		}
	}
}
