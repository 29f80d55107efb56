package rust

import (
	"slices"
	"sort"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
)

func dependencies(p *language.Project) []language.Dependency {
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	root, shared := rootOf(p.Folder)
	var deps []language.Dependency
	for _, d := range crate.Dependencies {
		at := p.Folder
		if d.Inherited {
			for _, s := range shared.Shared {
				if s.Key == d.Key {
					d.Name, d.Version, d.Path, at = s.Name, s.Version, s.Path, root
					d.Features = append(d.Features, s.Features...)
				}
			}
		}
		where := p.At("rust.dependency", "Cargo.toml", d.Key)
		dep := language.Dependency{
			Name: d.Name, Version: d.Version, Dev: d.Dev || d.Build,
			Optional: d.Optional && !slices.Contains(crate.Default, d.Key), Path: where.Path, Line: where.Line,
		}
		if d.Path != "" {
			dep.Local, dep.Absent = at.Sub(d.Path).Path, at.Absent(d.Path)
		}
		deps = append(deps, dep)
		for _, feature := range d.Features {
			if driver := driverOf(d.Name, feature); driver != "" {
				deps = append(deps, language.Dependency{Name: driver, Dev: dep.Dev, Optional: dep.Optional, Path: dep.Path})
			}
		}
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// driverOf names the crate that a feature of a library brings: of a database
// library, or of one that keeps something in Redis, as actix-session does.
func driverOf(crate, feature string) string {
	if strings.HasPrefix(feature, "redis") {
		return "redis"
	}
	kind := strings.TrimPrefix(feature, "sqlx-")
	if kind != "postgres" && kind != "mysql" && kind != "sqlite" {
		return ""
	}
	switch crate {
	case "sqlx", "sea-orm":
		return "sqlx-" + kind
	case "diesel":
		return map[string]string{"postgres": "pq-sys", "mysql": "mysqlclient-sys", "sqlite": "libsqlite3-sys"}[kind]
	}
	return ""
}

// rootOf finds the workspace above a package, or the package itself.
func rootOf(f *language.Folder) (*language.Folder, cargo.Manifest) {
	for at := f; ; at = at.Sub("..") {
		if crate, ok := language.Parse(at, "Cargo.toml", cargo.Parse); ok && crate.HasWorkspace {
			return at, crate
		}
		if at.IsRoot() {
			return f, cargo.Manifest{}
		}
	}
}
