package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
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
func (m mavenModel) property(name string) (jvmFact, bool) {
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
	return jvmFact{}, false
}

func (m mavenModel) fact(l mavenLevel, v maven.Value) jvmFact {
	return jvmFact{m.interpolate(v.Text), lineOf(l.folder, "java.pom", l.file, v.Line)}
}

// lineOf points at a line of a file and quotes it.
func lineOf(f *language.Folder, rule, name string, line int) finding.Evidence {
	content, _ := f.Text(name)
	lines := strings.Split(content, "\n")
	if line < 1 || line > len(lines) {
		return f.Evidence(rule, name, 0, "")
	}
	return f.Evidence(rule, name, line, lines[line-1])
}

// interpolate replaces ${name}; what is not known stays.
func (m mavenModel) interpolate(s string) string { return m.expand(s, 8) }

func (m mavenModel) expand(s string, depth int) string {
	if depth == 0 || !strings.Contains(s, "${") {
		return s
	}
	return replaceVariables(s, func(name string) (string, bool) {
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

// replaceVariables replaces ${name} by what of gives; the rest stays.
func replaceVariables(s string, of func(string) (string, bool)) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "${")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(before)
		if v, ok := of(name); ok {
			b.WriteString(v)
		} else {
			b.WriteString("${" + name + "}")
		}
		s = after
		const longest = 10_000
		if b.Len() > longest {
			return b.String()
		}
	}
}

// plugin finds a plugin that the build runs: declared in the pom or inherited.
// Settings of pluginManagement fill what it leaves open.
func (m mavenModel) plugin(artifact string) (maven.Plugin, mavenLevel, bool) {
	var found maven.Plugin
	var at mavenLevel
	ok := false
	for _, l := range m.levels {
		plugins := l.pom.Plugins
		for _, p := range l.pom.Profiles {
			if p.ActiveByDefault {
				plugins = append(plugins[:len(plugins):len(plugins)], p.Plugins...)
			}
		}
		for _, p := range plugins {
			if p.ArtifactID != artifact {
				continue
			}
			if !ok {
				found, at, ok = p, l, true
				found.Settings = map[string]maven.Value{}
			}
			fillSettings(found.Settings, p.Settings)
		}
	}
	if !ok {
		return found, at, false
	}
	managed, _ := m.managed(artifact)
	fillSettings(found.Settings, managed.Settings)
	return found, at, true
}

// managed finds what pluginManagement says about a plugin; for those that
// every build runs (compiler, jar, war) that is as good as declaring it.
func (m mavenModel) managed(artifact string) (maven.Plugin, bool) {
	for _, l := range m.levels {
		for _, p := range l.pom.ManagedPlugins {
			if p.ArtifactID == artifact {
				return p, true
			}
		}
	}
	return maven.Plugin{}, false
}

func fillSettings(into, from map[string]maven.Value) {
	for k, v := range from {
		if _, known := into[k]; !known {
			into[k] = v
		}
	}
}

// setting finds a plugin's setting wherever in the chain it is made.
func (m mavenModel) setting(artifact string, keys ...string) (jvmFact, bool) {
	for _, l := range m.levels {
		for _, plugins := range [][]maven.Plugin{l.pom.Plugins, l.pom.ManagedPlugins} {
			for _, p := range plugins {
				for _, key := range keys {
					if v, ok := p.Settings[key]; ok && p.ArtifactID == artifact && v.Text != "" {
						return m.fact(l, v), true
					}
				}
			}
		}
	}
	return jvmFact{}, false
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
				Name: name, Version: version, Dev: d.Scope == "test", Path: l.folder.Join(l.file), Line: d.Line,
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

// mavenModules lists the folders of a pom's modules, those of active profiles
// too, that have a pom.
func mavenModules(f *language.Folder, pom maven.Project) []string {
	names := pom.Modules
	for _, p := range pom.Profiles {
		if p.ActiveByDefault {
			names = append(names[:len(names):len(names)], p.Modules...)
		}
	}
	var out []string
	for _, n := range names {
		n = path.Clean(strings.ReplaceAll(n, "\\", "/"))
		if strings.HasSuffix(n, ".xml") {
			n = path.Dir(n)
		}
		if at := f.Sub(n); at.Path != f.Path && at.Has("pom.xml") {
			out = append(out, at.Path)
		}
	}
	return out
}

// mavenModuleList is what one root builds, artifacts by their ids.
type mavenModuleList struct {
	dirs      []string // in the order in which the poms name them, parents first
	artifacts map[string]string
}

// mavenReactor lists all modules below a root pom, once per run.
func mavenReactor(root *language.Folder) mavenModuleList {
	list, _ := language.Parse(root, "pom.xml", func(string) (mavenModuleList, error) {
		list := mavenModuleList{dirs: mavenReactorDirs(root), artifacts: map[string]string{}}
		for _, dir := range list.dirs {
			if pom, ok := language.Parse(root.Reader().Folder(dir), "pom.xml", maven.Parse); ok {
				list.artifacts[pom.ArtifactID] = dir
			}
		}
		return list, nil
	})
	return list
}

func mavenReactorDirs(root *language.Folder) []string {
	const most = 2000
	seen := map[string]bool{root.Path: true}
	var out []string
	for queue := []string{root.Path}; len(queue) > 0 && len(out) < most; queue = queue[1:] {
		f := root.Reader().Folder(queue[0])
		pom, ok := language.Parse(f, "pom.xml", maven.Parse)
		if !ok {
			continue
		}
		for _, dir := range mavenModules(f, pom) {
			if !seen[dir] {
				seen[dir] = true
				out = append(out, dir)
				queue = append(queue, dir)
			}
		}
	}
	return out
}

// mavenRoot is the outermost pom that builds the folder as one of its modules;
// the folder itself if none does.
func mavenRoot(f *language.Folder) *language.Folder {
	root := f
	for up := f; !up.IsRoot(); {
		up = up.Sub("..")
		pom, ok := language.Parse(up, "pom.xml", maven.Parse)
		if !ok {
			continue
		}
		for _, dir := range mavenModules(up, pom) {
			if dir == root.Path {
				root = up
				break
			}
		}
	}
	return root
}
