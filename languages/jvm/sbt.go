package jvm

import (
	"cmp"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/sbt"
)

// sbtModule is one project of an sbt build.
type sbtModule struct {
	root    *language.Folder
	folder  *language.Folder
	id      string // "" for the build's unnamed root project
	build   sbt.Build
	project sbt.Project
	plugins sbt.Build // of project/*.sbt, joined
}

// sbtBuild reads the build that a folder belongs to.
func sbtBuild(f *language.Folder) (sbt.Build, *language.Folder, bool) {
	for at := f; ; at = at.Sub("..") {
		if b, ok := language.Parse(at, "build.sbt", sbt.Parse); ok {
			if at.Path == f.Path {
				return b, at, true
			}
			for _, p := range b.Projects {
				if sbtFolder(at, p).Path == f.Path {
					return b, at, true
				}
			}
		}
		if at.IsRoot() {
			return sbt.Build{}, nil, false
		}
	}
}

func sbtFolder(root *language.Folder, p sbt.Project) *language.Folder {
	return root.Sub(cmp.Or(p.Dir, p.ID))
}

func sbtRead(f *language.Folder) (sbtModule, bool) {
	build, root, ok := sbtBuild(f)
	if !ok {
		return sbtModule{}, false
	}
	m := sbtModule{root: root, folder: f, build: build, project: sbt.Project{Values: map[string]keyvalue.Value{}}}
	for _, p := range build.Projects {
		if sbtFolder(root, p).Path == f.Path {
			m.project, m.id = p, p.ID
			break
		}
	}
	for _, name := range root.Glob("project/*.sbt") {
		if plugins, ok := language.Parse(root, name, sbt.Parse); ok {
			m.plugins.Plugins = append(m.plugins.Plugins, plugins.Plugins...)
		}
	}
	return m, true
}

// value finds a setting of the project, else of the build.
func (m sbtModule) value(key string) (keyvalue.Value, bool) {
	if v, ok := m.project.Values[key]; ok {
		return v, true
	}
	v, ok := m.build.Values[key]
	return v, ok
}

// has reports whether an sbt plugin is on the build's class path.
func (m sbtModule) has(name string) bool {
	for _, p := range m.plugins.Plugins {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (m sbtModule) enabled(names ...string) (string, bool) {
	for _, list := range [][]string{m.project.Enabled, m.build.Enabled} {
		for _, e := range list {
			for _, n := range names {
				if e == n {
					return e, true
				}
			}
		}
	}
	return "", false
}

// dependencies lists libraries as "group:artifact", without the suffix that
// %% appends, and the projects of the same build.
func (m sbtModule) dependencies() []language.Dependency {
	var out []language.Dependency
	lists := [][]sbt.Dependency{m.project.Dependencies}
	if m.id == "" || m.folder.Path == m.root.Path || len(m.project.Dependencies) == 0 {
		lists = append(lists, m.build.Dependencies)
	}
	for _, list := range lists {
		for _, d := range list {
			out = append(out, language.Dependency{
				Name: d.Group + ":" + d.Name, Version: d.Version, Dev: strings.HasPrefix(d.Scope, "test"),
				Path: m.root.Join("build.sbt"), Line: d.Line,
			})
		}
	}
	if name, ok := m.enabled("PlayScala", "PlayJava", "PlayService", "PlayMinimalJava"); ok {
		out = append(out, language.Dependency{Name: "org.playframework:play", Path: m.root.Join("build.sbt"), Line: m.root.At("", "build.sbt", name).Line})
	}
	for _, on := range m.project.DependsOn {
		for _, p := range m.build.Projects {
			if p.ID == on {
				out = append(out, language.Dependency{Name: on, Local: sbtFolder(m.root, p).Path, Path: m.root.Join("build.sbt"), Line: m.project.Line})
			}
		}
	}
	return language.SortDependencies(out)
}
