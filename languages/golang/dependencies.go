package golang

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

func dependencies(p *language.Project) []language.Dependency {
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	local := map[string]string{}
	for name, at := range modulesIn(p.Folder) {
		if at.Path != p.Path {
			local[name] = at.Path
		}
	}
	var deps []language.Dependency
	for _, r := range mod.Requires {
		if r.Indirect {
			continue
		}
		deps = append(deps, language.Dependency{Name: r.Path, Version: r.Version, Local: local[r.Path], Path: p.Join("go.mod"), Line: r.Line})
		delete(local, r.Path)
	}
	for _, name := range importedModules(p.Folder, local) {
		deps = append(deps, language.Dependency{Name: name, Local: local[name], Path: p.Join("go.mod")})
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return reached(p, deps)
}

// importedModules lists the modules of the workspace that the commands
// import although go.mod does not require them, which a workspace allows.
func importedModules(f *language.Folder, modules map[string]string) []string {
	if len(modules) == 0 {
		return nil
	}
	used := map[string]bool{}
	for _, m := range mainPackages(f) {
		for imported := range m.imports {
			for name := range modules {
				if imported == name || strings.HasPrefix(imported, name+"/") {
					used[name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(used))
}
