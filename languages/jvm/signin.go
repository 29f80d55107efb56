package jvm

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/signin"
)

const (
	// https://maven.apache.org/settings.html: interpolation
	mavenReference = language.Pattern(`\$\{env\.([A-Za-z_]\w*)\}`)
	// https://maven.apache.org/configure.html#mvn-maven-config-file
	mavenSettings = language.Pattern(`(?m)(?:^|\s)(?:-s|--settings|-gs|--global-settings)[\s=]*([^\s-]\S*)`)
)

// settingsFiles are where projects keep Maven's settings.
var settingsFiles = []string{".mvn/settings.xml", "settings.xml", ".m2/settings.xml"}

// signsIn lists what Maven, Gradle and sbt sign in with.
func signsIn(f *language.Folder) []signin.Secret {
	var out []signin.Secret
	if name := settingsOf(f); name != "" {
		out = append(out, signin.File(f, name, "maven-settings", name)...)
		text, _ := signin.Text(f, name)
		for _, r := range signin.References(text, mavenReference) {
			out = append(out, signin.Variable(f, name, r.Line, r.Name, "named by Maven's settings", fetches(f, text)))
		}
	}
	out = append(out, signin.File(f, "gradle.properties", "gradle-properties", "gradle.properties")...)
	out = append(out, gradleSignsIn(f)...)
	out = append(out, sbtSignsIn(f)...)
	return append(out, signin.File(f, ".credentials", "sbt-credentials", "/root/.sbt/.credentials")...)
}

// settingsOf is the file of settings that Maven is started with: the one that
// .mvn/maven.config names, else one where projects keep it; "" for none.
func settingsOf(f *language.Folder) string {
	if !f.Has("pom.xml") {
		return ""
	}
	config, _ := f.Text(".mvn/maven.config")
	if m := mavenSettings.Regexp().FindStringSubmatch(config); m != nil {
		name := path.Clean(strings.TrimPrefix(m[1], "${maven.multiModuleProjectDirectory}/"))
		if _, ok := signin.Text(f, name); ok && language.SafeFolder(name) {
			return name
		}
		return ""
	}
	for _, name := range settingsFiles {
		if text, ok := signin.Text(f, name); ok && strings.Contains(text, "<settings") && fetches(f, text) {
			return name
		}
	}
	return ""
}

// fetches reports whether a build downloads from where the settings sign in: by
// their own mirrors and repositories, or the project's. Others are for deploying.
func fetches(f *language.Folder, settings string) bool {
	pom, _ := f.Text("pom.xml")
	return strings.Contains(settings, "<mirror>") || strings.Contains(settings, "<repository>") || strings.Contains(settings, "<proxy>") || strings.Contains(pom, "<repositories>")
}

// settingsFlag is how Maven is told of settings that nothing tells it of.
func settingsFlag(f *language.Folder) string {
	name := settingsOf(f)
	config, _ := f.Text(".mvn/maven.config")
	if name == "" || mavenSettings.Regexp().MatchString(config) {
		return ""
	}
	return " -s " + language.ShellWord(name)
}
