package languages

import (
	"cmp"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// What a build makes of a module: by its packaging and plugins, as Maven and
// Gradle let them decide.

func (m *jvmModule) outputMaven() {
	pom := m.maven
	at := func(l mavenLevel, line int) finding.Evidence { return l.folder.AtLine("java.packaging", l.file, line) }
	own := m.folder.At("java.packaging", "pom.xml", "<packaging>")
	boot, bootAt, hasBoot := pom.plugin("spring-boot-maven-plugin")
	hasBoot = hasBoot && boot.Settings["skip"].Text != "true" && boot.Settings["repackage.skip"].Text != "true"
	packaging := pom.interpolate(pom.pom.Packaging)
	m.isWar = packaging == "war"
	switch packaging {
	case "pom":
		m.output, m.why = jvmAggregate, own
		return
	case "ear":
		m.output, m.why = jvmServer, own
		return
	case "ejb", "rar", "maven-plugin", "bundle", "aar", "maven-archetype", "nbm", "eclipse-plugin", "hpi":
		m.output, m.why = jvmLibrary, own
		return
	}
	if p, l, ok := pom.plugin("quarkus-maven-plugin"); ok {
		m.output, m.why, m.quarkus = jvmQuarkus, at(l, p.Line), true
		if m.quarkusUber() {
			m.output, m.jar = jvmFatJar, "*-runner.jar"
		}
		return
	}
	if hasBoot && (bootAt.folder.Path == m.folder.Path || jvmHasMain(m)) {
		m.output, m.why = jvmBootJar, at(bootAt, boot.Line)
		if c := boot.Settings["classifier"].Text; c != "" {
			m.jar = "*-" + c + ".jar"
		}
		return
	}
	if m.isWar {
		m.output, m.why = jvmServletOutput(m), own
		return
	}
	if m.fatMaven() || m.servedMaven() {
		return
	}
	if jvmHasMain(m) {
		m.output, m.why = jvmPlain, m.mainWhy
	}
}

// fatMaven recognises the plugins that make one jar of everything.
func (m *jvmModule) fatMaven() bool {
	if p, l, ok := m.maven.plugin("maven-shade-plugin"); ok && jvmHasMain(m) {
		m.output, m.why = jvmFatJar, l.folder.AtLine("java.packaging", l.file, p.Line)
		if p.Settings["shadedArtifactAttached"].Text == "true" {
			m.jar = "*-" + cmp.Or(p.Settings["shadedClassifierName"].Text, "shaded") + ".jar"
		}
		return true
	}
	p, l, ok := m.maven.plugin("maven-assembly-plugin")
	if ok && p.Settings["descriptorRefs.descriptorRef"].Text == "jar-with-dependencies" && jvmHasMain(m) {
		m.output, m.why = jvmFatJar, l.folder.AtLine("java.packaging", l.file, p.Line)
		if p.Settings["appendAssemblyId"].Text != "false" {
			m.jar = "*-jar-with-dependencies.jar"
		}
		return true
	}
	return false
}

// servedMaven recognises frameworks whose parent pom decides the packaging.
func (m *jvmModule) servedMaven() bool {
	if p, l, ok := m.maven.parentNamed("io.helidon.applications"); ok {
		m.output, m.why, m.mainInIt = jvmLibsJar, l.folder.AtLine("java.packaging", l.file, p.Line), true
		return true
	}
	if p, l, ok := m.maven.parentNamed("io.micronaut"); ok && jvmHasMain(m) {
		m.output, m.why, m.mainInIt = jvmFatJar, l.folder.AtLine("java.packaging", l.file, p.Line), true
		return true
	}
	for _, d := range m.deps {
		if d.Name == "com.google.cloud.functions:functions-framework-api" {
			m.output, m.why = jvmFunction, m.folder.AtDependency("java.functions_framework", d)
			return true
		}
	}
	return false
}

// quarkusUber reports whether the configuration asks for one jar.
func (m *jvmModule) quarkusUber() bool {
	for _, key := range []string{"quarkus.package.jar.type", "quarkus.package.type"} {
		if v, ok := jvmConfig(m.folder, key); ok && v.text == "uber-jar" {
			return true
		}
		if v, ok := m.maven.property(key); ok && m.system == "maven" && v.text == "uber-jar" {
			return true
		}
	}
	return false
}

func (m *jvmModule) outputGradle() {
	g := m.gradle
	pick := func(out jvmOutput, why finding.Evidence) { m.output, m.why = out, why }
	_, warWhy, war := g.plugin("war")
	m.isWar = war
	off := func(task string) bool { v, ok := g.value(task + ".enabled"); return ok && v.text == "false" }
	if _, why, ok := g.plugin("com.android.application", "com.android.library"); ok {
		pick(jvmMobile, why)
		return
	}
	if _, why, ok := g.plugin("io.quarkus"); ok {
		pick(jvmQuarkus, why)
		m.quarkus = true
		if m.quarkusUber() {
			m.output, m.jar = jvmFatJar, "*-runner.jar"
		}
		return
	}
	if _, why, ok := g.plugin("org.grails.grails-web", "org.apache.grails.gradle.grails-web"); ok {
		pick(jvmBootJar, why)
		return
	}
	if _, why, ok := g.plugin("org.springframework.boot"); ok && !off("bootJar") && (m.file != "" || jvmHasMain(m)) {
		if own := strings.HasPrefix(why.Path, m.folder.Path+"/") || m.folder.IsRoot(); own || jvmHasMain(m) {
			pick(jvmBootJar, why)
			return
		}
	}
	if war {
		pick(jvmServletOutput(m), warWhy)
		return
	}
	if _, why, ok := g.plugin("com.github.johnrengelman.shadow", "com.gradleup.shadow", "io.ktor.plugin", "io.github.goooler.shadow", "io.vertx.vertx-plugin"); ok && (jvmHasMain(m) || strings.Contains(why.Excerpt, "vertx")) {
		pick(jvmFatJar, why)
		m.mainInIt = true
		return
	}
	if _, why, ok := g.plugin("application", "io.micronaut.application", "org.javamodularity.moduleplugin", "jvm-application"); ok {
		jvmHasMain(m)
		pick(jvmInstall, why)
		return
	}
	if _, why, ok := g.plugin("java-gradle-plugin", "kotlin-dsl", "org.jetbrains.intellij", "org.jetbrains.intellij.platform", "fabric-loom", "net.minecraftforge.gradle"); ok {
		pick(jvmLibrary, why)
		return
	}
	m.plainGradle()
}

// plainGradle looks at builds that no plugin tells what to make.
func (m *jvmModule) plainGradle() {
	pick := func(out jvmOutput, why finding.Evidence) { m.output, m.why = out, why }
	if m.file == "" && !m.folder.HasDir("src") || m.folder.Path == m.root.Path && !m.folder.HasDir("src") && len(jvmModules(m.root)) > 0 {
		pick(jvmAggregate, m.folder.Evidence("java.packaging", m.folder.FirstOf(gradleSettings...), 0, ""))
		return
	}
	if v, ok := m.gradle.value("jar.fat"); ok && jvmHasMain(m) {
		pick(jvmFatJar, v.where)
		return
	}
	if m.main != "" && m.mainInIt || jvmHasMain(m) {
		pick(jvmPlain, m.mainWhy)
	}
}

// jvmFullServer are what only a full Jakarta EE or MicroProfile server offers.
var jvmFullServer = []string{
	"jakarta.platform:jakarta.jakartaee-api", "javax:javaee-api", "org.eclipse.microprofile:microprofile",
	"javax.ejb:*", "jakarta.ejb:*", "jakarta.enterprise:*",
}

func jvmServletOutput(m *jvmModule) jvmOutput {
	if _, ok := language.FirstDeclared(m.deps, jvmFullServer...); ok {
		return jvmServer
	}
	return jvmWar
}
