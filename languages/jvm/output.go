package jvm

import (
	"cmp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// What a build makes of a module: by its packaging and plugins, as Maven and
// Gradle let them decide.

func (m *module) outputMaven() {
	pom := m.maven
	at := func(l mavenLevel, line int) finding.Evidence { return l.folder.AtLine("java.packaging", l.file, line) }
	own := m.folder.At("java.packaging", "pom.xml", "<packaging>")
	boot, bootAt, hasBoot := pom.plugin("spring-boot-maven-plugin")
	hasBoot = hasBoot && boot.Settings["skip"].Text != "true" && boot.Settings["repackage.skip"].Text != "true"
	packaging := pom.interpolate(pom.pom.Packaging)
	m.isWar = packaging == "war"
	switch packaging {
	case "pom":
		m.output, m.why = aggregate, own
		return
	case "ear":
		m.output, m.why = server, own
		return
	case "ejb", "rar", "maven-plugin", "bundle", "aar", "maven-archetype", "nbm", "eclipse-plugin", "hpi":
		m.output, m.why = library, own
		return
	}
	if p, l, ok := pom.plugin("quarkus-maven-plugin"); ok {
		m.output, m.why, m.quarkus = quarkus, at(l, p.Line), true
		if m.quarkusUber() {
			m.output, m.jar = fatJar, "*-runner.jar"
		}
		return
	}
	if hasBoot && (bootAt.folder.Path == m.folder.Path || hasMain(m)) {
		m.output, m.why = bootJar, at(bootAt, boot.Line)
		if c := boot.Settings["classifier"].Text; c != "" {
			m.jar = "*-" + c + ".jar"
		}
		return
	}
	if m.isWar {
		m.output, m.why = servletOutput(m), own
		return
	}
	if m.fatMaven() || m.servedMaven() {
		return
	}
	if hasMain(m) {
		m.output, m.why = plain, m.mainWhy
	}
}

// fatMaven recognises the plugins that make one jar of everything.
func (m *module) fatMaven() bool {
	if p, l, ok := m.maven.plugin("maven-shade-plugin"); ok && hasMain(m) {
		m.output, m.why = fatJar, l.folder.AtLine("java.packaging", l.file, p.Line)
		if p.Settings["shadedArtifactAttached"].Text == "true" {
			m.jar = "*-" + cmp.Or(p.Settings["shadedClassifierName"].Text, "shaded") + ".jar"
		}
		return true
	}
	p, l, ok := m.maven.plugin("maven-assembly-plugin")
	if ok && p.Settings["descriptorRefs.descriptorRef"].Text == "jar-with-dependencies" && hasMain(m) {
		m.output, m.why = fatJar, l.folder.AtLine("java.packaging", l.file, p.Line)
		if p.Settings["appendAssemblyId"].Text != "false" {
			m.jar = "*-jar-with-dependencies.jar"
		}
		return true
	}
	return false
}

// servedMaven recognises frameworks whose parent pom decides the packaging.
func (m *module) servedMaven() bool {
	if p, l, ok := m.maven.parentNamed("io.helidon.applications"); ok {
		m.output, m.why, m.mainInIt = libsJar, l.folder.AtLine("java.packaging", l.file, p.Line), true
		return true
	}
	if p, l, ok := m.maven.parentNamed("io.micronaut"); ok && hasMain(m) {
		m.output, m.why, m.mainInIt = fatJar, l.folder.AtLine("java.packaging", l.file, p.Line), true
		return true
	}
	for _, d := range m.deps {
		if d.Name == "com.google.cloud.functions:functions-framework-api" {
			m.output, m.why = function, m.folder.AtDependency("java.functions_framework", d)
			return true
		}
	}
	return false
}

// quarkusUber reports whether the configuration asks for one jar.
func (m *module) quarkusUber() bool {
	for _, key := range []string{"quarkus.package.jar.type", "quarkus.package.type"} {
		if v, ok := configured(m.folder, key); ok && v.text == "uber-jar" {
			return true
		}
		if v, ok := m.maven.property(key); ok && m.system == "maven" && v.text == "uber-jar" {
			return true
		}
	}
	return false
}

func (m *module) outputGradle() {
	g := m.gradle
	pick := func(out output, why finding.Evidence) { m.output, m.why = out, why }
	_, warWhy, war := g.plugin("war")
	m.isWar = war
	off := func(task string) bool { v, ok := g.value(task + ".enabled"); return ok && v.text == "false" }
	if _, why, ok := g.plugin("com.android.application", "com.android.library"); ok {
		pick(mobile, why)
		return
	}
	if _, why, ok := g.plugin("io.quarkus"); ok {
		pick(quarkus, why)
		m.quarkus = true
		if m.quarkusUber() {
			m.output, m.jar = fatJar, "*-runner.jar"
		}
		return
	}
	if _, why, ok := g.plugin("org.grails.grails-web", "org.apache.grails.gradle.grails-web"); ok {
		pick(bootJar, why)
		return
	}
	if _, why, ok := g.plugin("org.springframework.boot"); ok && !off("bootJar") && (m.file != "" || hasMain(m)) {
		if own := strings.HasPrefix(why.Path, m.folder.Path+"/") || m.folder.IsRoot(); own || hasMain(m) {
			pick(bootJar, why)
			return
		}
	}
	if war {
		pick(servletOutput(m), warWhy)
		return
	}
	if _, why, ok := g.plugin("com.github.johnrengelman.shadow", "com.gradleup.shadow", "io.ktor.plugin", "io.github.goooler.shadow", "io.vertx.vertx-plugin"); ok && (hasMain(m) || strings.Contains(why.Excerpt, "vertx")) {
		pick(fatJar, why)
		m.mainInIt = true
		return
	}
	if _, why, ok := g.plugin("application", "io.micronaut.application", "org.javamodularity.moduleplugin", "jvm-application"); ok {
		hasMain(m)
		pick(install, why)
		return
	}
	if _, why, ok := g.plugin("java-gradle-plugin", "kotlin-dsl", "org.jetbrains.intellij", "org.jetbrains.intellij.platform", "fabric-loom", "net.minecraftforge.gradle"); ok {
		pick(library, why)
		return
	}
	m.plainGradle()
}

// plainGradle looks at builds that no plugin tells what to make.
func (m *module) plainGradle() {
	pick := func(out output, why finding.Evidence) { m.output, m.why = out, why }
	if m.file == "" && !m.folder.HasDir("src") || m.folder.Path == m.root.Path && !m.folder.HasDir("src") && len(modulesIn(m.root)) > 0 {
		pick(aggregate, m.folder.Evidence("java.packaging", m.folder.FirstOf(gradleSettings...), 0, ""))
		return
	}
	if v, ok := m.gradle.value("jar.fat"); ok && hasMain(m) {
		pick(fatJar, v.where)
		return
	}
	if m.main != "" && m.mainInIt || hasMain(m) {
		pick(plain, m.mainWhy)
	}
}

// fullServer are what only a full Jakarta EE or MicroProfile server offers.
var fullServer = []string{
	"jakarta.platform:jakarta.jakartaee-api", "javax:javaee-api", "org.eclipse.microprofile:microprofile",
	"javax.ejb:*", "jakarta.ejb:*", "jakarta.enterprise:*",
}

func servletOutput(m *module) output {
	if _, ok := language.FirstDeclared(m.deps, fullServer...); ok {
		return server
	}
	return war
}
