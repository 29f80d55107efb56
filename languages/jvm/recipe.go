package jvm

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
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
	b.runtime(&r)
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
		b.run = b.wrapped(root, "mvnw", "mvn") + " -B" + mavenQuiet(root, b.wrapper)
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

// wrapped is how the build tool is called: the wrapper, made executable where
// the repository has lost that, or the program of the image.
func (b *build) wrapped(root *language.Folder, script, program string) string {
	if !b.wrapper {
		return program
	}
	if f, err := root.Reader().Repo.Metadata(root.Join(script)); err == nil && !f.Executable {
		return "chmod +x " + script + " && ./" + script
	}
	return "./" + script
}

// gradleMajor picks Gradle's version where no wrapper does: the newest that
// still knows what the script uses and the JDK.
func (b *build) gradleMajor() string {
	for _, part := range b.m.gradle.parts {
		for _, d := range part.g.Dependencies {
			if d.Configuration == "compile" || d.Configuration == "testCompile" || d.Configuration == "runtime" {
				return "6" // Gradle 7 removed these
			}
		}
	}
	if b.level >= 25 {
		return "9"
	}
	return "8"
}

// gradleFits lifts the JDK that builds where the pinned Gradle cannot run on
// the declared one, and warns where it is the other way round.
func (b *build) gradleFits(version string, where finding.Evidence) {
	const firstOn17 = "9"
	if strings.HasPrefix(version, firstOn17+".") && b.level < 17 {
		b.level = 17
		return
	}
	if newest := gradleNewestJDK(version); newest < b.level {
		b.p.Reader().Folder(".").Warn(where.Path, "gradle_too_old",
			fmt.Sprintf("Gradle %s cannot run on Java %d, which the project asks for; Java %d is the newest it knows", version, b.level, newest),
			fmt.Sprintf("./gradlew wrapper --gradle-version=8.14, or declare Java %d", jdkLTSBelow(newest)))
	}
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
		r.Build.Manifests = b.present("pom.xml", "mvnw", ".mvn/**")
		r.Build.PreBuildCommands = []string{b.run + " dependency:go-offline"}
		return
	}
	patterns := []string{"*.gradle", "*.gradle.kts", "gradle.properties", "gradlew", "gradle/**", "buildSrc/**"}
	for _, dir := range modules {
		at := b.p.Reader().Folder(dir)
		script := at.FirstOf(gradleScripts...)
		if script == "" || b.readsFiles(at, script) {
			return
		}
		patterns = append(patterns, path.Join(language.Below(b.m.root.Path, dir), script))
	}
	if b.m.file == "" || b.readsFiles(b.m.root, b.m.root.FirstOf(gradleScripts...)) || b.readsFiles(b.m.root, b.m.root.FirstOf(gradleSettings...)) {
		return
	}
	r.Build.Manifests = b.present(patterns...)
	r.Build.PreBuildCommands = []string{b.run + " " + gradleTask(b.m.path, "dependencies")}
}

// readsFiles reports whether a build script reads files or runs programs while
// it is evaluated: it needs the whole tree then.
func (b *build) readsFiles(f *language.Folder, name string) bool {
	content, _ := f.Text(name)
	for _, t := range []string{".text", "readText", "includeBuild", ".exec", "exec {", "FileInputStream", "apply from", "readLines", "eachDir", "listFiles"} {
		if name != "" && strings.Contains(content, t) {
			return true
		}
	}
	return false
}

// present lists the files that match, sorted, relative to the context.
func (b *build) present(patterns ...string) []string {
	seen := map[string]bool{}
	const most = 60
	for _, pattern := range patterns {
		if pattern == "" {
			continue
		}
		for _, name := range b.m.root.Glob(pattern) {
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

// goal is the build tool's command line.
func (b *build) goal() string {
	if b.m.system == "maven" {
		line := b.run + " -DskipTests package"
		if b.m.root.Path != b.m.folder.Path {
			line = b.run + " -DskipTests -pl " + language.ShellWord(b.m.path) + " -am package"
		}
		if b.m.output == plain && !bare(b.m) || b.m.output == function {
			line += " dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target/lib"
		}
		return b.inRoot(line)
	}
	task := map[output]string{
		bootJar: "bootJar", quarkus: "quarkusBuild", fatJar: "shadowJar", install: "installDist", plain: "jar", war: "war", server: "war",
	}[b.m.output]
	if task == "" {
		task = "assemble"
	}
	switch {
	case b.m.output == bootJar && b.m.isWar:
		task = "bootWar"
	case b.m.output == fatJar:
		task = b.fatTask()
	case b.m.output == plain && !bare(b.m):
		task = "-I /tmp/libs.gradle " + gradleTask(b.m.path, "jar") + " " + gradleTask(b.m.path, "runtimeLibs")
		return b.inRoot(b.run + " " + task)
	}
	return b.inRoot(b.run + " " + gradleTask(b.m.path, task))
}

// inRoot runs a line in the build's root, where that is not the context.
func (b *build) inRoot(line string) string {
	if in := language.Below(b.context.Path, b.m.root.Path); in != "." {
		return "(cd " + language.ShellWord(in) + " && " + line + ")"
	}
	return line
}

func gradleTask(project, task string) string {
	if project == ":" {
		return task
	}
	return language.ShellWord(project + ":" + task)
}

// fatTask names the task that makes one jar of everything, and remembers what
// the jar is called.
func (b *build) fatTask() string {
	g := b.m.gradle
	if _, _, ok := g.plugin("io.quarkus"); ok {
		return "quarkusBuild"
	}
	if _, _, ok := g.plugin("io.vertx.vertx-plugin"); ok {
		b.m.jar = "*-fat.jar"
		return "shadowJar"
	}
	if _, _, ok := g.plugin("com.github.johnrengelman.shadow", "com.gradleup.shadow", "io.github.goooler.shadow"); ok {
		return "shadowJar"
	}
	if _, _, ok := g.plugin("io.ktor.plugin"); ok {
		b.m.jar = "*-all.jar"
		if v, ok := g.value("ktor.fatJar.archiveFileName"); ok && v.text != "" && !strings.Contains(v.text, "'") {
			b.m.jar = v.text
		}
		return "buildFatJar"
	}
	return "jar"
}

// gradleLibsScript lets Gradle copy a module's run-time dependencies, which no
// task of the java plugin does.
const gradleLibsScript = `printf '%s\n' 'allprojects { plugins.withId("java") { tasks.register("runtimeLibs", Copy) { from(configurations.named("runtimeClasspath")); into(layout.buildDirectory.dir("runtime-libs")) } } }' > /tmp/libs.gradle`

// invoker fetches the server of Google's Functions Framework.
func (b *build) invoker() string {
	return b.run + " dependency:copy -Dartifact=com.google.cloud.functions.invoker:java-function-invoker:1.4.1 -DoutputDirectory=target/invoker && cp target/invoker/*.jar invoker.jar"
}
