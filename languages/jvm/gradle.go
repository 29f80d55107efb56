package jvm

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gradle"
	"aipack/backend/manifest/keyvalue"
)

// gradleModel is one Gradle project with what its root build, applied scripts
// and convention plugins of the repository say about it.
type gradleModel struct {
	folder *language.Folder
	root   *language.Folder // has the settings; the folder itself without any
	file   string           // build script in folder, "" for none
	path   string           // ":", ":api"
	name   string
	parts  []gradlePart // own script first
	libs   gradle.Catalog
}

type gradlePart struct {
	folder *language.Folder
	file   string
	g      gradle.Script
}

var (
	gradleScripts  = []string{"build.gradle.kts", "build.gradle"}
	gradleSettings = []string{"settings.gradle.kts", "settings.gradle"}
)

// gradleRead reads a folder's build script and everything in the repository
// that configures it.
func gradleRead(f *language.Folder) (gradleModel, bool) {
	m := gradleModel{folder: f, root: f, path: ":", file: f.FirstOf(gradleScripts...)}
	settings, at := gradleSettingsAbove(f)
	if at != nil {
		m.root = at
		m.path = gradlePathOf(at, settings, f)
	}
	if m.file == "" && at == nil {
		return m, false
	}
	m.name = m.path[strings.LastIndexByte(m.path, ':')+1:]
	if m.name == "" {
		m.name = settings.RootName
	}
	m.libs, _ = language.Parse(m.root, "gradle/libs.versions.toml", gradle.ParseCatalog)
	if m.file != "" {
		m.add(f, m.file, 3)
	}
	if m.root.Path != f.Path {
		m.addFromRoot()
	}
	return m, true
}

// gradleSettingsAbove finds the settings that include the folder, or stand in
// it. Settings above that do not include it leave it a build of its own.
func gradleSettingsAbove(f *language.Folder) (gradle.Script, *language.Folder) {
	for at := f; ; at = at.Sub("..") {
		if file := at.FirstOf(gradleSettings...); file != "" {
			s, ok := language.Parse(at, file, gradle.Parse)
			if ok && (at.Path == f.Path || gradlePathOf(at, s, f) != ":") {
				return s, at
			}
			return gradle.Script{}, nil
		}
		if at.IsRoot() {
			return gradle.Script{}, nil
		}
	}
}

// gradleBuild are the projects that settings include.
type gradleBuild struct {
	dirs  map[string]string // their folders, by their paths
	paths []string          // sorted
	at    map[string]string // the first path of each folder
}

// inRootDir stands before the folders that settings name from their own.
var inRootDir = strings.NewReplacer("$rootDir/", "", "${rootDir}/", "")

// gradleProjects reads the settings of a build's root once, whoever of its
// projects asks.
func gradleProjects(root *language.Folder, s gradle.Script) gradleBuild {
	return language.Once(root, "gradle.projects", func() gradleBuild {
		b := gradleBuild{dirs: map[string]string{}, at: map[string]string{}}
		for _, inc := range s.Includes {
			// Including :a:b includes :a as well.
			parts := strings.Split(strings.Trim(inc.Text, ":"), ":")
			for i := range parts {
				p := ":" + strings.Join(parts[:i+1], ":")
				dir := s.ProjectDirs[p]
				if dir == "" {
					dir = strings.Join(parts[:i+1], "/")
					if parent := s.ProjectDirs[":"+strings.Join(parts[:i], ":")]; parent != "" {
						dir = path.Join(parent, parts[i])
					}
				}
				dir = strings.TrimPrefix(inRootDir.Replace(dir), "/")
				if at := root.Sub(path.Clean(dir)); at.Path != root.Path && len(at.Reader().Index.Under(at.Path)) > 0 {
					b.dirs[p] = at.Path
				}
			}
		}
		b.paths = slices.Sorted(maps.Keys(b.dirs))
		for _, p := range b.paths {
			if _, known := b.at[b.dirs[p]]; !known {
				b.at[b.dirs[p]] = p
			}
		}
		return b
	})
}

func gradlePathOf(root *language.Folder, s gradle.Script, f *language.Folder) string {
	return cmp.Or(gradleProjects(root, s).at[f.Path], ":")
}

// add takes a script in, and those it applies.
func (m *gradleModel) add(f *language.Folder, file string, depth int) {
	g, ok := language.Parse(f, file, gradle.Parse)
	if !ok || depth == 0 {
		return
	}
	m.addPart(gradlePart{f, file, g}, depth)
	if m.path == ":" && g.AllProjects != nil {
		m.addPart(gradlePart{f, file, *g.AllProjects}, depth)
	}
}

func (m *gradleModel) addPart(p gradlePart, depth int) {
	const most = 40
	if len(m.parts) > most {
		return
	}
	m.parts = append(m.parts, p)
	for _, from := range p.g.ApplyFrom {
		name := strings.NewReplacer("$rootDir/", "", "${rootDir}/", "", "$rootProject.projectDir/", "", "${rootProject.projectDir}/", "").Replace(from)
		for _, base := range []*language.Folder{p.folder, m.root} {
			if base.Has(name) && depth > 1 {
				m.add(base, name, depth-1)
				break
			}
		}
	}
	for _, plugin := range p.g.Plugins {
		if plugin.Apply && strings.ContainsAny(plugin.ID, ".-") && depth > 1 {
			m.addConvention(plugin.ID, depth-1)
		}
	}
}

// addConvention takes in a precompiled script plugin of buildSrc or an
// included build: a file named after the plugin.
func (m *gradleModel) addConvention(id string, depth int) {
	reader := m.folder.Reader()
	for _, ending := range []string{".gradle.kts", ".gradle"} {
		for _, found := range reader.Index.Named(id + ending) {
			if strings.Contains(found, "/src/main/") {
				m.add(reader.Folder(path.Dir(found)), path.Base(found), depth)
				return
			}
		}
	}
}

// addFromRoot takes in what the root's script says about this project.
func (m *gradleModel) addFromRoot() {
	file := m.root.FirstOf(gradleScripts...)
	if file == "" {
		return
	}
	g, ok := language.Parse(m.root, file, gradle.Parse)
	if !ok {
		return
	}
	for _, about := range []*gradle.Script{g.Projects[m.path], g.Subprojects, g.AllProjects} {
		if about != nil {
			m.addPart(gradlePart{m.root, file, *about}, 3)
		}
	}
}

// plugin finds an applied plugin by its id; "kotlin" and its like are also
// known by their short names.
func (m gradleModel) plugin(ids ...string) (gradle.Plugin, finding.Evidence, bool) {
	for _, part := range m.parts {
		for _, p := range part.g.Plugins {
			id, version := p.ID, p.Version
			if p.Alias != "" {
				entry := m.libs.Plugins[p.Alias]
				id, version = entry.ID, entry.Version
			}
			for _, want := range ids {
				if id == want && p.Apply {
					p.ID, p.Version = id, m.expand(version)
					return p, part.folder.AtLine("java.gradle_plugin", part.file, p.Line), true
				}
			}
		}
	}
	return gradle.Plugin{}, finding.Evidence{}, false
}

// dependencies lists what the project declares, test dependencies as Dev.
func (m gradleModel) dependencies() []language.Dependency {
	seen := map[string]bool{}
	var out []language.Dependency
	add := func(part gradlePart, d gradle.Dependency, name, version, local string) {
		if name == "" || seen[name] {
			return
		}
		seen[name] = true
		out = append(out, language.Dependency{
			Name: name, Version: m.expand(version), Local: local,
			Dev:  strings.HasPrefix(strings.ToLower(d.Configuration), "test") || d.Configuration == "developmentOnly",
			Path: part.folder.Join(part.file), Line: d.Line,
		})
	}
	for _, part := range m.parts {
		for _, d := range part.g.Dependencies {
			switch {
			case d.Configuration == "classpath":
			case d.Project != "":
				if dir, ok := m.projectDir(d.Project); ok {
					add(part, d, d.Project, "", dir)
				}
			case d.Alias != "":
				for _, e := range m.catalog(d.Alias) {
					add(part, d, e.ID, e.Version, "")
				}
			default:
				add(part, d, m.expand(d.Group)+":"+m.expand(d.Name), d.Version, "")
			}
		}
	}
	return out
}

func (m gradleModel) catalog(alias string) []gradle.CatalogEntry {
	if bundle, ok := strings.CutPrefix(alias, "bundles."); ok {
		var out []gradle.CatalogEntry
		for _, each := range m.libs.Bundles[bundle] {
			out = append(out, m.libs.Libraries[each])
		}
		return out
	}
	return []gradle.CatalogEntry{m.libs.Libraries[alias]}
}

// projectDir finds the folder of :a:b, or of the accessor projects.a.b.
func (m gradleModel) projectDir(name string) (string, bool) {
	settings, ok := language.Parse(m.root, m.root.FirstOf(gradleSettings...), gradle.Parse)
	if !ok {
		return "", false
	}
	projects := gradleProjects(m.root, settings)
	if dir, ok := projects.dirs[name]; ok {
		return dir, true
	}
	plain := strings.NewReplacer("-", "", "_", "", ":", "", ".", "")
	accessor, ok := strings.CutPrefix(name, "projects.")
	if !ok {
		return "", false
	}
	for _, p := range projects.paths {
		if strings.EqualFold(plain.Replace(p), plain.Replace(accessor)) {
			return projects.dirs[p], true
		}
	}
	return "", false
}

const gradleDistribution = language.Pattern(`gradle-(\d+(?:\.\d+)*)`)

// gradleWrapper reads the version that the wrapper fetches, "" without one.
func gradleWrapper(root *language.Folder) (version string, where finding.Evidence) {
	const file = "gradle/wrapper/gradle-wrapper.properties"
	props, ok := language.Parse(root, file, keyvalue.ParseProperties)
	if !ok {
		return "", where
	}
	found := gradleDistribution.Regexp().FindStringSubmatch(path.Base(props["distributionUrl"]))
	if found == nil {
		return "", where
	}
	return found[1], root.At("java.gradle_wrapper", file, "distributionUrl")
}
