package languages

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gradle"
)

// jvmOutput is what a build makes of a module, and so how it is run.
type jvmOutput int

const (
	jvmLibrary   jvmOutput = iota // a jar without a way to run it
	jvmAggregate                  // only holds modules
	jvmBootJar                    // Spring Boot's executable jar or war
	jvmQuarkus                    // Quarkus' folder with quarkus-run.jar
	jvmFatJar                     // one jar with all dependencies
	jvmInstall                    // Gradle's application plugin: lib/ and bin/
	jvmPlain                      // a jar, with its dependencies beside it
	jvmLibsJar                    // Helidon: a jar whose manifest names libs/
	jvmWar                        // for a servlet container
	jvmServer                     // a war or ear that needs a full application server
	jvmFunction                   // Google's Functions Framework
	jvmMobile                     // Android: nothing for a container
)

// jvmModule is what Maven and Gradle say about a folder, in one shape.
type jvmModule struct {
	system string           // maven or gradle
	folder *language.Folder // of the module
	root   *language.Folder // of the build
	file   string           // its manifest's name, "" for none
	name   string
	path   string // Gradle's ":api"; Maven's module folder relative to the root
	deps   []language.Dependency

	output  jvmOutput
	why     finding.Evidence
	jar     string // pattern of the artifact's file name where it is not the plain one
	isWar   bool   // a Boot war
	quarkus bool   // made by Quarkus, in whichever shape

	main     string // fully qualified main class, "" if not known
	mainWhy  finding.Evidence
	mainInIt bool // the jar's manifest names the main class
	boot     string

	maven  mavenModel
	gradle gradleModel
}

// jvmModuleOf reads the module in a folder: the build file's own folder, or
// the only module of a build whose root holds nothing else.
func jvmModuleOf(f *language.Folder) (jvmModule, bool) {
	if only, ok := jvmOnlyModule(f); ok {
		f = only
	}
	return jvmRead(f)
}

// jvmRead reads the module of one folder, once per run: finding a main class
// reads many files.
func jvmRead(f *language.Folder) (jvmModule, bool) {
	type known struct {
		module jvmModule
		ok     bool
	}
	read := func(string) (known, error) {
		m, ok := jvmReadNow(f)
		return known{m, ok}, nil
	}
	if name := f.FirstOf("pom.xml", gradleScripts[0], gradleScripts[1], gradleSettings[0], gradleSettings[1]); name != "" {
		k, _ := language.Parse(f, name, read)
		return k.module, k.ok
	}
	return jvmReadNow(f)
}

func jvmReadNow(f *language.Folder) (jvmModule, bool) {
	if f.Has("pom.xml") {
		if m, ok := mavenRead(f); ok {
			return jvmFromMaven(m), true
		}
	}
	if f.FirstOf(gradleScripts...) != "" || f.FirstOf(gradleSettings...) != "" || jvmScriptless(f) {
		if m, ok := gradleRead(f); ok {
			return jvmFromGradle(m), true
		}
	}
	return jvmModule{}, false
}

// jvmScriptless reports whether a Gradle build includes the folder although it
// has no script of its own.
func jvmScriptless(f *language.Folder) bool {
	if f.IsRoot() {
		return false
	}
	_, at := gradleSettingsAbove(f)
	return at != nil && at.Path != f.Path
}

// jvmOnlyModule finds the one module of a build whose root has no sources:
// what "gradle init" lays out. The root then speaks for it.
func jvmOnlyModule(f *language.Folder) (*language.Folder, bool) {
	if f.HasDir("src") {
		return nil, false
	}
	modules := jvmModules(f)
	if len(modules) != 1 {
		return nil, false
	}
	return f.Reader().Folder(modules[0]), true
}

// jvmModules lists the modules of a build by its root, sorted.
func jvmModules(f *language.Folder) []string {
	if f.Has("pom.xml") {
		out := append([]string(nil), mavenReactor(f).dirs...)
		sort.Strings(out)
		return out
	}
	file := f.FirstOf(gradleSettings...)
	settings, ok := language.Parse(f, file, gradle.Parse)
	if file == "" || !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, dir := range gradleProjects(f, settings) {
		at := f.Reader().Folder(dir)
		if at.FirstOf(gradleScripts...) != "" || at.HasDir("src") {
			seen[dir] = true
		}
	}
	return sortedKeys(seen)
}

func jvmFromMaven(m mavenModel) jvmModule {
	root := mavenRoot(m.folder)
	out := jvmModule{
		system: "maven", folder: m.folder, root: root, file: "pom.xml", maven: m,
		name: m.interpolate(m.pom.ArtifactID), path: jvmBelow(root.Path, m.folder.Path),
		deps: m.dependencies(),
	}
	out.linkMaven()
	out.bootMaven()
	out.mainMaven()
	out.outputMaven()
	return out
}

// jvmBelow gives a folder relative to one above it, "." for itself.
func jvmBelow(root, dir string) string {
	switch {
	case root == dir:
		return "."
	case root == ".":
		return dir
	}
	return strings.TrimPrefix(dir, root+"/")
}

// linkMaven finds which dependencies are modules of the same reactor.
func (m *jvmModule) linkMaven() {
	if m.root.Path == m.folder.Path && len(m.maven.pom.Modules) == 0 {
		return
	}
	local := mavenReactor(m.root).artifacts
	for i, d := range m.deps {
		_, artifact, _ := strings.Cut(d.Name, ":")
		if dir := local[artifact]; dir != "" && dir != m.folder.Path {
			m.deps[i].Local = dir
		}
	}
}

func (m *jvmModule) bootMaven() {
	if p, _, ok := m.maven.parentNamed("org.springframework.boot"); ok {
		m.boot = p.Version
	}
	for _, l := range m.maven.levels {
		for _, d := range l.pom.Managed {
			if d.ArtifactID == "spring-boot-dependencies" && m.boot == "" {
				m.boot = m.maven.interpolate(d.Version)
			}
		}
	}
	if p, _, ok := m.maven.plugin("spring-boot-maven-plugin"); ok && m.boot == "" {
		m.boot = m.maven.interpolate(p.Version)
	}
}

// mainMaven finds the main class that the pom names.
func (m *jvmModule) mainMaven() {
	for _, at := range []struct {
		plugin   string
		keys     []string
		manifest bool
	}{
		{"maven-shade-plugin", []string{"transformers.transformer.mainClass", "transformers.transformer.manifestEntries.Main-Class"}, true},
		{"maven-assembly-plugin", []string{"archive.manifest.mainClass", "archive.manifestEntries.Main-Class"}, true},
		{"maven-jar-plugin", []string{"archive.manifest.mainClass", "archive.manifestEntries.Main-Class"}, true},
		{"spring-boot-maven-plugin", []string{"mainClass"}, true},
		{"exec-maven-plugin", []string{"mainClass"}, false},
		{"appassembler-maven-plugin", []string{"programs.program.mainClass"}, false},
		{"jib-maven-plugin", []string{"container.mainClass"}, false},
	} {
		if v, ok := m.maven.setting(at.plugin, at.keys...); ok && m.main == "" && !strings.Contains(v.text, "${") {
			m.main, m.mainWhy, m.mainInIt = v.text, v.where, at.manifest
		}
	}
	for _, name := range []string{"start-class", "exec.mainClass", "mainClass", "main.class"} {
		if v, ok := m.maven.property(name); ok && m.main == "" && v.text != "" {
			m.main, m.mainWhy = v.text, v.where
		}
	}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func jvmFromGradle(g gradleModel) jvmModule {
	m := jvmModule{
		system: "gradle", folder: g.folder, root: g.root, file: g.file, gradle: g,
		name: g.name, path: g.path, deps: g.dependencies(),
	}
	for _, key := range []string{"application.mainClass", "application.mainClassName", "mainClassName", "springBoot.mainClass", "bootJar.mainClass", "shadowJar.Main-Class", "jar.Main-Class", "mainClass", "ext.mainClass"} {
		if v, ok := g.value(key); ok && m.main == "" && strings.IndexByte(v.text, '$') < 0 {
			m.main, m.mainWhy = v.text, v.where
		}
	}
	_, m.mainInIt = g.value("jar.Main-Class")
	if p, _, ok := g.plugin("org.springframework.boot"); ok {
		m.boot = orElse(p.Version, m.bootFromRoot())
	}
	m.outputGradle()
	return m
}

// bootFromRoot finds Spring Boot's version where the root's script or the
// build script's class path names it.
func (m *jvmModule) bootFromRoot() string {
	for _, f := range []*language.Folder{m.folder, m.root} {
		g, ok := language.Parse(f, f.FirstOf(gradleScripts...), gradle.Parse)
		if !ok {
			continue
		}
		for _, p := range g.Plugins {
			if p.ID == "org.springframework.boot" && p.Version != "" {
				return m.gradle.expand(p.Version)
			}
		}
		for _, d := range g.Dependencies {
			if d.Name == "spring-boot-gradle-plugin" {
				return m.gradle.expand(d.Version)
			}
		}
	}
	return ""
}

// jvmUses finds the first declared dependency that one of the names matches,
// test dependencies left out. A trailing star matches a prefix.
func jvmUses(deps []language.Dependency, names ...string) (language.Dependency, bool) {
	for _, n := range names {
		prefix, star := strings.CutSuffix(n, "*")
		for _, d := range deps {
			if !d.Dev && (d.Name == n || star && strings.HasPrefix(d.Name, prefix)) {
				return d, true
			}
		}
	}
	return language.Dependency{}, false
}

// jvmHasMain makes sure that the module's main class is known, if there is one.
func jvmHasMain(m *jvmModule) bool {
	if m.main == "" {
		m.main, m.mainWhy = jvmFindMain(m.folder)
	}
	return m.main != ""
}

// jvmIn gives a path inside the module relative to the build context.
func (m *jvmModule) in(context *language.Folder, name string) string {
	return path.Join(jvmBelow(context.Path, m.folder.Path), name)
}

// jvmSplit splits "group:artifact".
func jvmSplit(name string) (group, artifact string) {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}
