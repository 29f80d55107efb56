package golang

import (
	"maps"
	"slices"
	"sort"

	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

func dependencies(p *language.Project) []language.Dependency {
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	home := modulesIn(p.Folder)
	local := func(name string) string {
		if at := home[name]; at != nil && at.Path != p.Path {
			return at.Path
		}
		return ""
	}
	absent := map[string]string{}
	for _, r := range mod.Replaces {
		absent[r.Module] = p.Absent(r.Folder)
	}
	required := map[string]bool{}
	var deps []language.Dependency
	for _, r := range mod.Requires {
		if r.Indirect {
			continue
		}
		deps = append(deps, language.Dependency{Name: r.Path, Version: r.Version, Local: local(r.Path), Absent: absent[r.Path], Path: p.Join("go.mod"), Line: r.Line})
		required[r.Path] = true
	}
	for _, name := range importedModules(p.Folder, func(name string) bool { return local(name) != "" && !required[name] }) {
		deps = append(deps, language.Dependency{Name: name, Local: local(name), Path: p.Join("go.mod")})
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return reached(p, deps)
}

// importedModules lists the modules of the workspace that the commands
// import although go.mod does not require them, which a workspace allows.
func importedModules(f *language.Folder, local func(name string) bool) []string {
	used := map[string]bool{}
	for _, m := range mainPackages(f) {
		for imported := range m.imports {
			for i := 0; i <= len(imported); i++ { // a module's name, and what lies in it
				if (i == len(imported) || imported[i] == '/') && local(imported[:i]) {
					used[imported[:i]] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(used))
}
