package jvm

import (
	"strings"

	"aipack/backend/language"
)

// goal is the build tool's command line.
func (b *build) goal() string {
	if b.m.system == "maven" {
		line := b.run + " " + skipTests(b.m.root) + " package"
		if b.m.root.Path != b.m.folder.Path {
			line = b.run + " " + skipTests(b.m.root) + " -pl " + language.ShellWord(b.m.path) + " -am package"
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

// skipTests has Maven leave the tests out. They are not compiled either: they may ask
// for what the program's own image does not have. Where one module takes another's
// tests for a library they have to be.
// https://maven.apache.org/surefire/maven-surefire-plugin/examples/skipping-tests.html
func skipTests(root *language.Folder) string {
	return language.Once(root, "maven.skip_tests", func() string { return howToSkipTests(root) })
}

func howToSkipTests(root *language.Folder) string {
	for _, dir := range append([]string{root.Path}, mavenReactor(root).dirs...) {
		if pom, _ := root.Reader().Folder(dir).Text("pom.xml"); strings.Contains(pom, "test-jar") || strings.Contains(pom, "<classifier>tests</classifier>") {
			return "-DskipTests"
		}
	}
	return "-Dmaven.test.skip=true"
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
