package jvm

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/sample"
	"aipack/backend/universalbuild"
)

// recipe builds with the project's own wrapper in a plain JDK image, else
// in the image of the build tool, and runs on a JRE.
func recipe(p *language.Project) language.Recipe {
	m, ok := target(p)
	if !ok {
		return language.Recipe{}
	}
	b := &build{p: p, m: &m, context: context(p, &m)}
	b.level = jdkLevel(p.Version.Value)
	if b.level == 0 {
		b.level = jdkLevel(defaultVersion)
	}
	r := language.Recipe{
		Build:   universalbuild.Build{Workdir: "/app", Environment: map[string]string{}},
		Runtime: universalbuild.Runtime{Workdir: "/app", Environment: map[string]string{}},
	}
	if b.context.Path != p.Path {
		r.Build.Context = b.context.Path
	}
	b.images(&r)
	b.fetch(&r)
	b.build(&r)
	if b.context.Path == p.Context().Path {
		sample.Add(p, &r)
	}
	b.runtime(&r)
	b.folders(&r)
	b.keepStart(&r)
	if !m.bringsNode() {
		p.AddToolchain(&r)
	}
	return r
}

// build is a recipe in the making.
type build struct {
	p       *language.Project
	m       *module
	context *language.Folder
	level   int
	run     string // the build tool's command with its usual flags
	wrapper bool
}

// context is the folder that is sent to the build: the whole reactor or
// multi-project build, as modules need their siblings and parents.
func context(p *language.Project, m *module) *language.Folder {
	if p.Workspace != nil {
		return p.Context()
	}
	if strings.HasPrefix(p.Path+"/", m.root.Path+"/") || m.root.IsRoot() {
		return m.root
	}
	return p.Folder
}

// images picks the build and the runtime image.
func (b *build) images(r *language.Recipe) {
	root := b.m.root
	reason := language.Reason{Field: "/build/base_image", Confidence: finding.Certain}
	if b.m.system == "maven" {
		b.wrapper = mavenWrapper(root)
		b.run = b.wrapped(root, "mvnw", "mvn") + " -B" + mavenQuiet(root, b.wrapper) + settingsFlag(root)
		if b.wrapper {
			reason.Evidence = root.Evidence("java.maven_wrapper", "mvnw", 0, "")
		}
	} else {
		version, where := gradleWrapper(root)
		b.wrapper = root.Has("gradlew") && version != "" && root.Has("gradle/wrapper/gradle-wrapper.jar")
		b.run = b.wrapped(root, "gradlew", "gradle") + " --no-daemon"
		if b.wrapper {
			reason.Evidence = where
			b.gradleFits(version, where)
		}
	}
	level := jdkImage(b.level, !b.wrapper)
	jdkWarn(b.p, b.level, level)
	if reason.Rule == "" && len(b.p.Version.Evidence) > 0 {
		reason.Evidence = b.p.Version.Evidence[0]
	}
	switch {
	case b.wrapper:
		r.Build.BaseImage = fmt.Sprintf("eclipse-temurin:%d-jdk", level)
		r.Build.CachePaths = []string{map[string]string{"maven": "/root/.m2", "gradle": "/root/.gradle"}[b.m.system]}
	case b.m.system == "maven":
		r.Build.BaseImage = fmt.Sprintf("maven:3.9-eclipse-temurin-%d", level)
		r.Build.CachePaths = []string{"/root/.m2"}
	default:
		r.Build.BaseImage = fmt.Sprintf("gradle:%s-jdk%d", b.gradleMajor(), level)
		r.Build.CachePaths = []string{"/home/gradle/.gradle"}
	}
	r.Runtime.BaseImage = fmt.Sprintf("eclipse-temurin:%d-jre", min(level, jdkImage(b.level, true)))
	if jdkImage(b.level, true) != level && b.level != jdkLTSBelow(b.level) {
		r.Runtime.BaseImage = fmt.Sprintf("eclipse-temurin:%d-jre", level)
	}
	r.Why = append(r.Why, reason)
}

// fetch copies the manifests and downloads dependencies before the sources
// come, where the build can tell what it needs from its manifests alone.
func (b *build) fetch(r *language.Recipe) {
	if b.context.Path != b.m.root.Path {
		return
	}
	modules := modulesIn(b.m.root)
	if b.m.system == "maven" {
		// A reactor's own modules are not to be had before they are built.
		if bare(b.m) || len(b.m.maven.levels) > 1 || len(modules) > 0 {
			return
		}
		r.Build.Manifests = present(b.m.root, "pom.xml", "mvnw", ".mvn/**", settingsOf(b.m.root))
		r.Build.PreBuildCommands = []string{b.run + " dependency:go-offline"}
		return
	}
	scripts, ok := gradleManifests(b.m.root)
	if !ok || b.m.file == "" {
		return
	}
	r.Build.Manifests = slices.Clone(scripts)
	r.Build.PreBuildCommands = []string{b.run + " " + gradleTask(b.m.path, "dependencies")}
}

// gradleManifests are the files without which a build does not know what it
// downloads; not ok where its scripts read others. It is the same for all projects.
func gradleManifests(root *language.Folder) ([]string, bool) {
	type manifests struct {
		files []string
		ok    bool
	}
	m := language.Once(root, "gradle.manifests", func() (none manifests) {
		patterns := []string{"*.gradle", "*.gradle.kts", "gradle.properties", "gradlew", "gradle/**", "buildSrc/**"}
		for _, dir := range modulesIn(root) {
			at := root.Reader().Folder(dir)
			script := at.FirstOf(gradleScripts...)
			if script == "" || readsFiles(at, script) {
				return none
			}
			patterns = append(patterns, path.Join(language.Below(root.Path, dir), script))
		}
		if readsFiles(root, root.FirstOf(gradleScripts...)) || readsFiles(root, root.FirstOf(gradleSettings...)) {
			return none
		}
		return manifests{present(root, patterns...), true}
	})
	return m.files, m.ok
}

// readsFiles reports whether a build script reads files or runs programs while
// it is evaluated: it needs the whole tree then.
func readsFiles(f *language.Folder, name string) bool {
	content, _ := f.Text(name)
	for _, t := range []string{".text", "readText", "includeBuild", ".exec", "exec {", "FileInputStream", "apply from", "readLines", "eachDir", "listFiles"} {
		if name != "" && strings.Contains(content, t) {
			return true
		}
	}
	return false
}

// present lists the files that match, sorted, relative to the context.
func present(root *language.Folder, patterns ...string) []string {
	seen := map[string]bool{}
	const most = 60
	for _, pattern := range patterns {
		if pattern == "" {
			continue
		}
		for _, name := range root.Glob(pattern) {
			if len(seen) < most {
				seen[name] = true
			}
		}
	}
	out := slices.Sorted(maps.Keys(seen))
	sort.Strings(out)
	return out
}

// build adds the command that compiles and puts the result where the runtime
// takes it, under a name that no version number changes.
func (b *build) build(r *language.Recipe) {
	line := b.goal()
	switch b.m.output {
	case bootJar, fatJar, libsJar, plain, function:
		name := "app.jar"
		if b.m.isWar {
			name = "app.war"
		}
		line += " && " + b.pick(name)
		if b.m.output == function {
			line += " && " + b.invoker()
		}
	case war:
		line += " && mkdir -p ROOT && cd ROOT && jar xf ../" + b.outputs() + "/*.war"
	case server:
		line += " && cp " + b.outputs() + "/*.[we]ar app." + map[bool]string{true: "war", false: "ear"}[b.m.isWar]
	}
	r.Build.BuildCommands = []string{line}
	if b.m.system == "gradle" && b.m.output == plain && !bare(b.m) {
		r.Build.Setup = append(r.Build.Setup, gradleLibsScript)
	}
}

// outputs is the folder that the build tool puts archives into.
func (b *build) outputs() string {
	if b.m.system == "maven" {
		return b.m.in(b.context, "target")
	}
	return b.m.in(b.context, "build/libs")
}

// pick copies the one archive that is run out of the build's folder. Archives
// of sources, of documentation, without dependencies or from before shading
// lie beside it.
func (b *build) pick(name string) string {
	pattern := b.m.jar
	if pattern == "" {
		pattern = "*" + path.Ext(name)
	}
	not := ""
	for _, other := range []string{"*-plain.*", "*-sources.jar", "*-javadoc.jar", "*-tests.jar", "original-*"} {
		not += " ! -name '" + other + "'"
	}
	return "find " + language.ShellWord(b.outputs()) + " -maxdepth 1 -name '" + pattern + "'" + not + ` -exec cp {} ` + name + ` \;`
}
