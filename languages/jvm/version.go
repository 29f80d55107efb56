package jvm

import (
	"fmt"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/keyvalue"
)

const (
	builderTag = language.Pattern(`(?:jdk-?|temurin-|corretto-|openjdk-|zulu-|eclipse-temurin-)(\d+)`)
	javaTag    = language.Pattern(`^(?:jdk-|jre-)?(\d+)`)
)

// imageVersion reads the Java version of a JDK's image, or of a builder's
// whose own version stands first: maven:3.9-eclipse-temurin-21, gradle:8-jdk17.
func imageVersion(_ *language.Project, image language.Image) string {
	pattern := javaTag
	switch name := image.Name[strings.LastIndexByte(image.Name, '/')+1:]; name {
	case "maven", "gradle", "clojure", "sbt":
		pattern = builderTag
	case "eclipse-temurin", "openjdk", "amazoncorretto", "ibm-semeru-runtimes", "zulu-openjdk", "liberica-openjdk-debian", "liberica-openjdk-alpine", "sapmachine":
	default:
		return ""
	}
	if m := pattern.Regexp().FindStringSubmatch(image.Tag); m != nil {
		return m[1]
	}
	return ""
}

const (
	defaultVersion = "21"
	number         = language.Pattern(`\d+(?:[._]\d+)*`)
)

// jdkVersion makes "17.0.9" of "temurin-17.0.9+9" and "8" of "1.8" or
// "VERSION_1_8". Zulu's own numbers keep only the level.
func jdkVersion(s string) string {
	n := strings.ReplaceAll(number.Regexp().FindString(s), "_", ".")
	n = strings.TrimPrefix(n, "1.")
	if strings.HasPrefix(strings.ToLower(s), "zulu-") {
		n, _, _ = strings.Cut(n, ".")
	}
	if level, err := strconv.Atoi(strings.SplitN(n+".", ".", 2)[0]); err != nil || level < 1 || level > 99 {
		return ""
	}
	return n
}

// jdkLevel gives 17 for "17.0.9", 0 for none.
func jdkLevel(version string) int {
	head, _, _ := strings.Cut(version, ".")
	level, _ := strconv.Atoi(head)
	return level
}

// versionOf finds the declared JDK: files that tools for developers and
// platforms read, then what the build says of its toolchain, its sources'
// level and its bytecode.
func versionOf(p *language.Project) finding.Finding[string] {
	candidates := jdkFiles(p)
	if m, ok := moduleOf(p.Folder); ok {
		if m.output == aggregate {
			m = deployed(m)
		}
		if m.folder.Path != p.Path {
			candidates = append(candidates, jdkFilesOf(m.folder)...)
		}
		if m.system == "maven" {
			candidates = append(candidates, jdkMaven(m)...)
		} else {
			candidates = append(candidates, jdkGradle(m)...)
		}
		candidates = append(candidates, jdkDerived(m)...)
	}
	return finding.First(func(s string) string { return s }, candidates...)
}

// jdkFiles reads version files in the project's folder and above it.
func jdkFiles(p *language.Project) []finding.Finding[string] {
	var out []finding.Finding[string]
	for at := p.Folder; ; at = at.Sub("..") {
		out = append(out, jdkFilesOf(at)...)
		if at.IsRoot() {
			break
		}
	}
	if v := version.Tool(p.Folder, "java", "openjdk", "jdk"); v.Found() {
		v.Value = jdkVersion(v.Value)
		if v.Value != "" {
			out = append(out, v)
		}
	}
	return append(out, jdkSystemProperties(p)...)
}

func jdkFilesOf(at *language.Folder) []finding.Finding[string] {
	var out []finding.Finding[string]
	for _, file := range []string{".java-version", ".jdk-version"} {
		if text, ok := at.Text(file); ok {
			line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
			if v := jdkVersion(line); v != "" {
				out = append(out, finding.Of(v, finding.Certain, at.Evidence("java.version_file", file, 1, line)))
			}
		}
	}
	if props, ok := language.Parse(at, ".sdkmanrc", keyvalue.ParseProperties); ok {
		if v := jdkVersion(props["java"]); v != "" {
			out = append(out, finding.Of(v, finding.Certain, at.At("java.sdkmanrc", ".sdkmanrc", "java=")))
		}
	}
	return out
}

// jdkSystemProperties reads Heroku's system.properties.
func jdkSystemProperties(p *language.Project) []finding.Finding[string] {
	for _, at := range []*language.Folder{p.Folder, p.Context()} {
		props, ok := language.Parse(at, "system.properties", keyvalue.ParseProperties)
		if v := jdkVersion(props["java.runtime.version"]); ok && v != "" {
			return []finding.Finding[string]{finding.Of(v, finding.Certain, at.At("java.system_properties", "system.properties", "java.runtime.version"))}
		}
	}
	return nil
}

func jdkMaven(m module) []finding.Finding[string] {
	var out []finding.Finding[string]
	add := func(v setting, ok bool, confidence float64) {
		if version := jdkVersion(v.text); ok && version != "" && !strings.Contains(v.text, "${") {
			out = append(out, finding.Of(version, confidence, v.where))
		}
	}
	setting := func(plugin string, keys ...string) {
		v, ok := m.maven.setting(plugin, keys...)
		add(v, ok, finding.Certain)
	}
	setting("maven-toolchains-plugin", "toolchains.jdk.version")
	setting("maven-compiler-plugin", "release")
	for _, name := range []string{"maven.compiler.release", "java.version", "jdk.version"} {
		v, ok := m.maven.property(name)
		add(v, ok, finding.Certain)
	}
	setting("maven-compiler-plugin", "target", "source")
	for _, name := range []string{"maven.compiler.target", "maven.compiler.source", "kotlin.compiler.jvmTarget", "javaVersion", "jdk.target", "java.source.version"} {
		v, ok := m.maven.property(name)
		add(v, ok, finding.Likely)
	}
	setting("kotlin-maven-plugin", "jvmTarget")
	return out
}

func jdkGradle(m module) []finding.Finding[string] {
	var out []finding.Finding[string]
	add := func(confidence float64, keys ...string) {
		if v, ok := m.gradle.value(keys...); ok {
			if version := jdkVersion(v.text); version != "" {
				out = append(out, finding.Of(version, confidence, v.where))
			}
		}
	}
	add(finding.Certain, "java.toolchain.languageVersion", "toolchain.languageVersion")
	add(finding.Certain, "kotlin.jvmToolchain", "kotlin.jvmToolchain.languageVersion")
	add(finding.Certain, "javaCompile.options.release", "compileJava.options.release", "options.release")
	add(finding.Certain, "java.sourceCompatibility", "sourceCompatibility")
	add(finding.Likely, "java.targetCompatibility", "targetCompatibility", "compileJava.targetCompatibility",
		"compileJava.sourceCompatibility", "javaCompile.sourceCompatibility")
	add(finding.Likely, "kotlinCompile.kotlinOptions.jvmTarget", "compileKotlin.kotlinOptions.jvmTarget",
		"kotlin.compilerOptions.jvmTarget", "kotlinCompile.compilerOptions.jvmTarget")
	return out
}

// jdkDerived infers the level where nothing declares it: from Spring Boot's
// generation and from the Gradle version that the wrapper pins.
func jdkDerived(m module) []finding.Finding[string] {
	var out []finding.Finding[string]
	if major := jdkLevel(jdkVersion("v" + m.boot)); m.boot != "" && (major == 1 || strings.HasPrefix(m.boot, "1.")) {
		out = append(out, finding.Of("8", finding.Guess, m.why))
	} else if major == 2 {
		out = append(out, finding.Of("17", finding.Guess, m.why))
	}
	if m.system == "gradle" {
		if version, where := gradleWrapper(m.root); version != "" {
			if most := gradleNewestJDK(version); most < jdkLevel(defaultVersion) {
				out = append(out, finding.Of(strconv.Itoa(jdkLTSBelow(most)), finding.Guess, where))
			}
		}
	}
	return out
}

// gradleJDKs says from which Gradle version a JDK can run Gradle; from Gradle's
// compatibility matrix.
var gradleJDKs = []struct {
	jdk          int
	major, minor int
}{
	{26, 9, 4}, {25, 9, 1}, {24, 8, 14}, {23, 8, 10}, {22, 8, 8}, {21, 8, 5}, {20, 8, 3}, {19, 7, 6}, {18, 7, 5}, {17, 7, 3}, {16, 7, 0},
	{15, 6, 7}, {14, 6, 3}, {13, 6, 0}, {12, 5, 4}, {11, 5, 0}, {10, 4, 7}, {9, 4, 3}, {8, 0, 0},
}

// gradleNewestJDK gives the newest JDK level that can run a Gradle version.
func gradleNewestJDK(version string) int {
	parts := strings.Split(version+".0", ".")
	major, _ := strconv.Atoi(parts[0])
	minor, _ := strconv.Atoi(parts[1])
	for _, g := range gradleJDKs {
		if major > g.major || major == g.major && minor >= g.minor {
			return g.jdk
		}
	}
	return 8
}

// jdkLTS are the long-term releases; images of the others are published too
// while they are current, and stay.
var jdkLTS = []int{8, 11, 17, 21, 25}

func jdkLTSBelow(level int) int {
	best := jdkLTS[0]
	for _, l := range jdkLTS {
		if l <= level {
			best = l
		}
	}
	return best
}

// jdkImage gives the level of the image for a JDK level: itself where
// eclipse-temurin has one, else the next long-term release, which compiles the
// older level as well.
func jdkImage(level int, toolImage bool) int {
	published := level == 8 || level == 11 || level >= 17 && level <= 25
	if published && (!toolImage || level == jdkLTSBelow(level)) {
		return level
	}
	for _, l := range jdkLTS {
		if l >= level {
			return l
		}
	}
	return jdkLTS[len(jdkLTS)-1]
}

// jdkWarn tells the user that the image is of another level than declared.
func jdkWarn(p *language.Project, declared, image int) {
	if declared == image || len(p.Version.Evidence) == 0 || p.Version.Evidence[0].Path == "" {
		return
	}
	file := p.Version.Evidence[0].Path
	p.Reader().Folder(".").Warn(file, "jdk_without_image",
		fmt.Sprintf("Java %d is declared; there is no maintained image of it, so Java %d builds and runs the program", declared, image),
		fmt.Sprintf("declare Java %d, or set another base image", image))
}
