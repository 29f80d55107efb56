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
)

// output is what a build makes of a module, and so how it is run.
type output int

const (
	library   output = iota // a jar without a way to run it
	aggregate               // only holds modules
	bootJar                 // Spring Boot's executable jar or war
	quarkus                 // Quarkus' folder with quarkus-run.jar
	fatJar                  // one jar with all dependencies
	install                 // Gradle's application plugin: lib/ and bin/
	plain                   // a jar, with its dependencies beside it
	libsJar                 // Helidon: a jar whose manifest names libs/
	war                     // for a servlet container
	server                  // a war or ear that needs a full application server
	function                // Google's Functions Framework
	mobile                  // Android: nothing for a container
)

// module is what Maven and Gradle say about a folder, in one shape.
type module struct {
	system string           // maven or gradle
	folder *language.Folder // of the module
	root   *language.Folder // of the build
	file   string           // its manifest's name, "" for none
	name   string
	path   string // Gradle's ":api"; Maven's module folder relative to the root
	deps   []language.Dependency

	output  output
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

// moduleOf reads the module in a folder: the build file's own folder, or
// the only module of a build whose root holds nothing else.
func moduleOf(f *language.Folder) (module, bool) {
	if only, ok := onlyModule(f); ok {
		f = only
	}
	return read(f)
}

// read reads the module of one folder, once per run: finding a main class
// reads many files.
func read(f *language.Folder) (module, bool) {
	type known struct {
		module module
		ok     bool
	}
	read := func(string) (known, error) {
		m, ok := readNow(f)
		return known{m, ok}, nil
	}
	if name := f.FirstOf("pom.xml", gradleScripts[0], gradleScripts[1], gradleSettings[0], gradleSettings[1]); name != "" {
		k, _ := language.Parse(f, name, read)
		return k.module, k.ok
	}
	return readNow(f)
}

func readNow(f *language.Folder) (module, bool) {
	if f.Has("pom.xml") {
		if m, ok := mavenRead(f); ok {
			return fromMaven(m), true
		}
	}
	if f.FirstOf(gradleScripts...) != "" || f.FirstOf(gradleSettings...) != "" || scriptless(f) {
		if m, ok := gradleRead(f); ok {
			return fromGradle(m), true
		}
	}
	return module{}, false
}

// scriptless reports whether a Gradle build includes the folder although it
// has no script of its own.
func scriptless(f *language.Folder) bool {
	if f.IsRoot() {
		return false
	}
	_, at := gradleSettingsAbove(f)
	return at != nil && at.Path != f.Path
}

// onlyModule finds the one module of a build whose root has no sources:
// what "gradle init" lays out. The root then speaks for it.
func onlyModule(f *language.Folder) (*language.Folder, bool) {
	if f.HasDir("src") {
		return nil, false
	}
	modules := modulesIn(f)
	if len(modules) != 1 {
		return nil, false
	}
	return f.Reader().Folder(modules[0]), true
}

// modulesIn lists the modules of a build by its root, sorted. All who ask are
// given the same list: nobody writes to it.
func modulesIn(f *language.Folder) []string {
	return language.Once(f, "java.modules", func() []string { return slices.Clip(findModules(f)) })
}

func findModules(f *language.Folder) []string {
	if f.Has("pom.xml") {
		return slices.Sorted(slices.Values(mavenReactor(f).dirs))
	}
	file := f.FirstOf(gradleSettings...)
	settings, ok := language.Parse(f, file, gradle.Parse)
	if file == "" || !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, dir := range gradleProjects(f, settings).dirs {
		at := f.Reader().Folder(dir)
		if at.FirstOf(gradleScripts...) != "" || at.HasDir("src") {
			seen[dir] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func fromMaven(m mavenModel) module {
	root := mavenRoot(m.folder)
	out := module{
		system: "maven", folder: m.folder, root: root, file: "pom.xml", maven: m,
		name: m.interpolate(m.pom.ArtifactID), path: language.Below(root.Path, m.folder.Path),
		deps: m.dependencies(),
	}
	out.linkMaven()
	out.bootMaven()
	out.mainMaven()
	out.outputMaven()
	return out
}

// linkMaven finds which dependencies are modules of the same reactor.
func (m *module) linkMaven() {
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

func (m *module) bootMaven() {
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
func (m *module) mainMaven() {
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

func fromGradle(g gradleModel) module {
	m := module{
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
		m.boot = cmp.Or(p.Version, m.bootFromRoot())
	}
	m.outputGradle()
	return m
}

// bootFromRoot finds Spring Boot's version where the root's script or the
// build script's class path names it.
func (m *module) bootFromRoot() string {
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

// hasMain makes sure that the module's main class is known, if there is one.
func hasMain(m *module) bool {
	if m.main == "" {
		m.main, m.mainWhy = findMain(m.folder)
	}
	return m.main != ""
}

// in gives a path inside the module relative to the build context.
func (m *module) in(context *language.Folder, name string) string {
	return path.Join(language.Below(context.Path, m.folder.Path), name)
}

// split splits "group:artifact".
func split(name string) (group, artifact string) {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}
