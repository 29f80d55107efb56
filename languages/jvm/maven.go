package jvm

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/maven"
)

// mavenModel is a pom with what it inherits from the parents that lie in the
// repository. Parents from elsewhere (spring-boot-starter-parent) are known by
// name only.
type mavenModel struct {
	folder *language.Folder
	pom    maven.Project
	levels []mavenLevel // own pom first, then its parents in the repository
}

type mavenLevel struct {
	folder *language.Folder
	file   string
	pom    maven.Project
}

// mavenRead reads a folder's pom.xml and the parents it names, as Maven's own
// model builder does: by relativePath, and only if that pom is the one named.
func mavenRead(f *language.Folder) (mavenModel, bool) {
	pom, ok := language.Parse(f, "pom.xml", maven.Parse)
	if !ok {
		return mavenModel{}, false
	}
	m := mavenModel{folder: f, pom: pom, levels: []mavenLevel{{f, "pom.xml", pom}}}
	const deepest = 20
	for at := m.levels[0]; len(m.levels) < deepest; {
		parent := at.pom.Parent
		if parent.ArtifactID == "" || parent.RelativePath == "" {
			break
		}
		dir, file := path.Split(path.Join(path.Dir(at.file), parent.RelativePath))
		if !strings.HasSuffix(file, ".xml") {
			dir, file = path.Join(dir, file), "pom.xml"
		}
		folder := at.folder.Sub(path.Clean("./" + dir))
		up, ok := language.Parse(folder, file, maven.Parse)
		if !ok || up.ArtifactID != parent.ArtifactID || folder.Path == at.folder.Path && file == at.file {
			break
		}
		at = mavenLevel{folder, file, up}
		m.levels = append(m.levels, at)
	}
	return m, true
}

// property finds a property in the chain, the nearest first; active profiles
// beat the pom they stand in.
func (m mavenModel) property(name string) (setting, bool) {
	for _, l := range m.levels {
		for _, p := range l.pom.Profiles {
			if v, ok := p.Properties[name]; ok && p.ActiveByDefault {
				return m.fact(l, v), true
			}
		}
		if v, ok := l.pom.Properties[name]; ok {
			return m.fact(l, v), true
		}
	}
	return setting{}, false
}

func (m mavenModel) fact(l mavenLevel, v maven.Value) setting {
	return setting{m.interpolate(v.Text), l.folder.AtLine("java.pom", l.file, v.Line)}
}

// interpolate replaces ${name}; what is not known stays.
func (m mavenModel) interpolate(s string) string { return m.expand(s, 8) }

func (m mavenModel) expand(s string, depth int) string {
	if depth == 0 || !strings.Contains(s, "${") {
		return s
	}
	return language.ReplaceVariables(s, func(name string) (string, bool) {
		if v, ok := m.builtIn(name); ok {
			return m.expand(v, depth-1), true
		}
		for _, l := range m.levels {
			if v, ok := l.pom.Properties[name]; ok {
				return m.expand(v.Text, depth-1), true
			}
		}
		return "", false
	})
}

// builtIn gives the values that Maven itself knows of a project.
func (m mavenModel) builtIn(name string) (string, bool) {
	name = strings.TrimPrefix(name, "project.")
	name = strings.TrimPrefix(name, "pom.")
	switch name {
	case "artifactId":
		return m.pom.ArtifactID, true
	case "version":
		if m.pom.Version != "" {
			return m.pom.Version, true
		}
		return m.pom.Parent.Version, m.pom.Parent.Version != ""
	case "groupId":
		if m.pom.GroupID != "" {
			return m.pom.GroupID, true
		}
		return m.pom.Parent.GroupID, m.pom.Parent.GroupID != ""
	case "parent.version":
		return m.pom.Parent.Version, m.pom.Parent.Version != ""
	case "packaging":
		return m.pom.Packaging, m.pom.Packaging != ""
	case "build.directory":
		return "target", true
	}
	return "", false
}

// dependencies lists what the pom and its parents declare, with managed
// versions filled in where the repository has them.
func (m mavenModel) dependencies() []language.Dependency {
	versions := map[string]string{}
	for _, l := range m.levels {
		for _, d := range l.pom.Managed {
			key := d.GroupID + ":" + d.ArtifactID
			if versions[key] == "" {
				versions[key] = m.interpolate(d.Version)
			}
		}
	}
	seen := map[string]bool{}
	var out []language.Dependency
	for _, l := range m.levels {
		declared := l.pom.Dependencies
		for _, p := range l.pom.Profiles {
			if p.ActiveByDefault {
				declared = append(declared[:len(declared):len(declared)], p.Dependencies...)
			}
		}
		for _, d := range declared {
			name := m.interpolate(d.GroupID) + ":" + m.interpolate(d.ArtifactID)
			if seen[name] {
				continue
			}
			seen[name] = true
			version := m.interpolate(d.Version)
			if version == "" {
				version = versions[name]
			}
			out = append(out, language.Dependency{
				Name: name, Version: version, Dev: d.Scope == "test", Optional: d.Optional, Path: l.folder.Join(l.file), Line: d.Line,
			})
		}
	}
	return out
}

// parentNamed finds a parent by its group, in or outside the repository.
func (m mavenModel) parentNamed(group string) (maven.Parent, mavenLevel, bool) {
	for _, l := range m.levels {
		if p := l.pom.Parent; p.GroupID == group || strings.HasPrefix(p.GroupID, group+".") {
			return p, l, true
		}
	}
	return maven.Parent{}, mavenLevel{}, false
}
