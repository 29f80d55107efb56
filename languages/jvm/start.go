package jvm

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// deployed is what a build's root stands for when it is deployed as one:
// the first of its modules that runs for ever, else the first that runs.
func deployed(m module) module {
	best, rank := m, language.Library
	for _, dir := range modulesIn(m.folder) {
		each, ok := read(m.folder.Reader().Folder(dir))
		if !ok || each.output == aggregate {
			continue
		}
		if role, _, _ := roleOf(&each); role > rank {
			best, rank = each, role
		}
	}
	return best
}

// target is the module that a project's image is made of.
func target(p *language.Project) (module, bool) {
	m, ok := moduleOf(p.Folder)
	if ok && m.output == aggregate {
		m = deployed(m)
	}
	return m, ok
}

func start(p *language.Project) finding.Finding[language.Start] {
	m, ok := target(p)
	if !ok {
		return finding.Finding[language.Start]{}
	}
	command, confidence := commandOf(p, &m)
	if len(command) == 0 {
		return finding.Finding[language.Start]{}
	}
	why := []finding.Evidence{m.why}
	if m.main != "" && m.mainWhy != m.why && !strings.HasSuffix(command[len(command)-1], ".jar") {
		why = append(why, m.mainWhy)
	}
	if option, wants := usage(&m); option != "" {
		command, why = append(slices.Clone(command), option), append(why, wants)
	}
	return finding.Of(language.Start{Command: command}, confidence, why...)
}

func commandOf(p *language.Project, m *module) (command []string, confidence float64) {
	switch m.output {
	case bootJar:
		if m.isWar {
			return []string{"java", "-jar", "app.war"}, finding.Certain
		}
		return []string{"java", "-jar", "app.jar"}, finding.Certain
	case quarkus:
		return []string{"java", "-jar", "quarkus-run.jar"}, finding.Certain
	case fatJar, libsJar:
		return append([]string{"java", "-jar", "app.jar"}, arguments(m)...), finding.Certain
	case install:
		if m.main == "" {
			return []string{"bin/" + script(m)}, finding.Likely
		}
		command = append([]string{"java"}, options(m)...)
		return append(append(command, "-cp", "lib/*", m.main), arguments(m)...), finding.Certain
	case plain:
		if bare(m) && m.mainInIt {
			return append([]string{"java", "-jar", "app.jar"}, arguments(m)...), finding.Certain
		}
		classpath := "app.jar:lib/*"
		if bare(m) {
			classpath = "app.jar"
		}
		return append([]string{"java", "-cp", classpath, m.main}, arguments(m)...), finding.Likely
	case war:
		return []string{"catalina.sh", "run"}, finding.Certain
	case server:
		return []string{"/opt/jboss/wildfly/bin/standalone.sh", "-b", "0.0.0.0"}, finding.Likely
	case function:
		return []string{"java", "-jar", "invoker.jar", "--classpath", "app.jar:lib/*", "--target", functionTarget(m)}, finding.Likely
	}
	return nil, 0
}

// bare reports whether nothing but the JDK is needed to run.
func bare(m *module) bool {
	for _, d := range m.deps {
		if !d.Dev {
			return false
		}
	}
	return true
}

// arguments are what a framework's main class expects on its command line.
func arguments(m *module) []string {
	if _, ok := language.FirstDeclared(m.deps, "io.dropwizard:dropwizard-core"); !ok {
		return nil
	}
	if file, _ := dropwizardConfig(m.folder); file != "" {
		return []string{"server", file}
	}
	return []string{"server"}
}

// options are the JVM options that Gradle's start script would set.
func options(m *module) []string {
	v, ok := m.gradle.value("applicationDefaultJvmArgs", "application.applicationDefaultJvmArgs")
	if !ok || !strings.HasPrefix(v.text, "-") || strings.ContainsAny(v.text, "$%") {
		return nil
	}
	return []string{v.text}
}

// script names the start script of Gradle's application plugin.
func script(m *module) string {
	if v, ok := m.gradle.value("application.applicationName", "applicationName"); ok && v.text != "" {
		return v.text
	}
	if m.name == "" {
		return "app" // Gradle takes the folder's name, which is /app in the image
	}
	return m.name
}

const functionClass = language.Pattern(`\bimplements\s+(?:[\w.]+\s*,\s*)*(?:[\w.]+\.)?(?:HttpFunction|BackgroundFunction|RawBackgroundFunction|CloudEventsFunction)\b`)

// functionTarget names the function that Google's Functions Framework
// serves: the plugin's setting, else the class that implements one.
func functionTarget(m *module) string {
	if v, ok := m.maven.setting("function-maven-plugin", "functionTarget"); ok {
		return v.text
	}
	for _, name := range sourcesIn(m.folder, ".java", ".kt") {
		content, _ := m.folder.Text(name)
		if functionClass.Regexp().MatchString(content) {
			base := name[strings.LastIndexByte(name, '/')+1:]
			return qualified(base[:strings.LastIndexByte(base, '.')], content)
		}
	}
	return "Function"
}

const mavenWrapperFile = ".mvn/wrapper/maven-wrapper.properties"

// mavenWrapper reports whether Maven's wrapper can run: the script alone
// does not know which Maven to fetch.
func mavenWrapper(root *language.Folder) bool {
	if !root.Has("mvnw") {
		return false
	}
	if _, ok := language.Parse(root, mavenWrapperFile, keyvalue.ParseProperties); ok {
		return true
	}
	root.Warn("mvnw", "wrapper_incomplete", "mvnw is there without "+mavenWrapperFile+", so it cannot run; Maven's image is used instead",
		"add "+mavenWrapperFile+", or remove mvnw")
	return false
}

const mavenDistribution language.Pattern = `apache-maven-(\d+)\.(\d+)(?:\.(\d+))?`

// mavenQuiet is the flag that leaves the bars of downloads out. Maven knows
// it since 3.6.1 (release notes of that version, MNG-6605), and an older one
// ends at once with "Unrecognized option".
func mavenQuiet(root *language.Folder, wrapper bool) string {
	const quiet = " -ntp"
	if !wrapper {
		return quiet
	}
	props, _ := language.Parse(root, mavenWrapperFile, keyvalue.ParseProperties)
	found := mavenDistribution.Regexp().FindStringSubmatch(props["distributionUrl"])
	if found == nil {
		return quiet
	}
	var v [3]int
	for i := range v {
		v[i], _ = strconv.Atoi(found[i+1])
	}
	if slices.Compare(v[:], []int{3, 6, 1}) < 0 {
		return ""
	}
	return quiet
}
