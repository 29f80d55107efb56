package golang

import (
	"maps"
	"path"
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
	linked, untidy := linkedModules(p.Folder, mod)
	var deps []language.Dependency
	for _, r := range mod.Requires {
		packages, isLinked := linked[r.Path]
		if !isLinked && (r.Indirect || untidy) {
			continue
		}
		deps = append(deps, language.Dependency{
			Name: r.Path, Version: r.Version, Local: local(r.Path), Absent: absent[r.Path], Path: p.Join("go.mod"), Line: r.Line, Packages: packages,
		})
		required[r.Path] = true
	}
	for _, name := range importedModules(p.Folder, func(name string) bool { return local(name) != "" && !required[name] }) {
		deps = append(deps, language.Dependency{Name: name, Local: local(name), Path: p.Join("go.mod")})
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return reached(p, deps)
}

// linkedModules are the modules of go.mod from which the commands import a package,
// with those packages below them: of one that serves several databases only the
// package says which is meant.
// A module is called indirect where no package of this one imports it; that is a
// comment which "go mod tidy" writes and a build does not read. Where one is imported
// all the same, nobody tidied, and what the others are called says nothing either:
// untidy. Of modules whose names begin alike the longest has the package.
// https://go.dev/ref/mod#go-mod-file-require
func linkedModules(f *language.Folder, mod gomod.Module) (linked map[string][]string, untidy bool) {
	required := map[string]bool{} // and whether it is called indirect
	for _, r := range mod.Requires {
		required[r.Path] = r.Indirect
	}
	linked = map[string][]string{}
	whole := true
	for _, m := range mainPackages(f) {
		whole = whole && len(m.files) < maxFiles
		for imported := range m.imports {
			for name := imported; name != "." && name != "/"; name = path.Dir(name) {
				indirect, ok := required[name]
				if !ok {
					continue
				}
				below := linked[name]
				if imported != name {
					below = append(below, imported)
				}
				linked[name] = below
				untidy = untidy || indirect
				break
			}
		}
	}
	for name := range linked {
		slices.Sort(linked[name])
		linked[name] = slices.Compact(linked[name])
	}
	return linked, untidy && whole
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
