package languages

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// jvmDeployed is what a build's root stands for when it is deployed as one:
// the first of its modules that runs for ever, else the first that runs.
func jvmDeployed(m jvmModule) jvmModule {
	best, rank := m, language.Library
	for _, dir := range jvmModules(m.folder) {
		each, ok := jvmRead(m.folder.Reader().Folder(dir))
		if !ok || each.output == jvmAggregate {
			continue
		}
		if role, _, _ := jvmRole(&each); role > rank {
			best, rank = each, role
		}
	}
	return best
}

// jvmTarget is the module that a project's image is made of.
func jvmTarget(p *language.Project) (jvmModule, bool) {
	m, ok := jvmModuleOf(p.Folder)
	if ok && m.output == jvmAggregate {
		m = jvmDeployed(m)
	}
	return m, ok
}

func jvmStart(p *language.Project) finding.Finding[language.Start] {
	m, ok := jvmTarget(p)
	if !ok {
		return finding.Finding[language.Start]{}
	}
	command, confidence := jvmCommand(p, &m)
	if len(command) == 0 {
		return finding.Finding[language.Start]{}
	}
	why := []finding.Evidence{m.why}
	if m.main != "" && m.mainWhy != m.why && !strings.HasSuffix(command[len(command)-1], ".jar") {
		why = append(why, m.mainWhy)
	}
	return finding.Of(language.Start{Command: command}, confidence, why...)
}

func jvmCommand(p *language.Project, m *jvmModule) (command []string, confidence float64) {
	switch m.output {
	case jvmBootJar:
		if m.isWar {
			return []string{"java", "-jar", "app.war"}, finding.Certain
		}
		return []string{"java", "-jar", "app.jar"}, finding.Certain
	case jvmQuarkus:
		return []string{"java", "-jar", "quarkus-run.jar"}, finding.Certain
	case jvmFatJar, jvmLibsJar:
		return append([]string{"java", "-jar", "app.jar"}, jvmArguments(m)...), finding.Certain
	case jvmInstall:
		if m.main == "" {
			return []string{"bin/" + jvmScript(m)}, finding.Likely
		}
		command = append([]string{"java"}, jvmOptions(m)...)
		return append(append(command, "-cp", "lib/*", m.main), jvmArguments(m)...), finding.Certain
	case jvmPlain:
		if jvmBare(m) && m.mainInIt {
			return append([]string{"java", "-jar", "app.jar"}, jvmArguments(m)...), finding.Certain
		}
		classpath := "app.jar:lib/*"
		if jvmBare(m) {
			classpath = "app.jar"
		}
		return append([]string{"java", "-cp", classpath, m.main}, jvmArguments(m)...), finding.Likely
	case jvmWar:
		return []string{"catalina.sh", "run"}, finding.Certain
	case jvmServer:
		return []string{"/opt/jboss/wildfly/bin/standalone.sh", "-b", "0.0.0.0"}, finding.Likely
	case jvmFunction:
		return []string{"java", "-jar", "invoker.jar", "--classpath", "app.jar:lib/*", "--target", jvmFunctionTarget(m)}, finding.Likely
	}
	return nil, 0
}

// jvmBare reports whether nothing but the JDK is needed to run.
func jvmBare(m *jvmModule) bool {
	for _, d := range m.deps {
		if !d.Dev {
			return false
		}
	}
	return true
}

// jvmArguments are what a framework's main class expects on its command line.
func jvmArguments(m *jvmModule) []string {
	if _, ok := jvmUses(m.deps, "io.dropwizard:dropwizard-core"); !ok {
		return nil
	}
	if file, _ := jvmDropwizardConfig(m.folder); file != "" {
		return []string{"server", file}
	}
	return []string{"server"}
}

// jvmOptions are the JVM options that Gradle's start script would set.
func jvmOptions(m *jvmModule) []string {
	v, ok := m.gradle.value("applicationDefaultJvmArgs", "application.applicationDefaultJvmArgs")
	if !ok || !strings.HasPrefix(v.text, "-") || strings.ContainsAny(v.text, "$%") {
		return nil
	}
	return []string{v.text}
}

// jvmScript names the start script of Gradle's application plugin.
func jvmScript(m *jvmModule) string {
	if v, ok := m.gradle.value("application.applicationName", "applicationName"); ok && v.text != "" {
		return v.text
	}
	if m.name == "" {
		return "app" // Gradle takes the folder's name, which is /app in the image
	}
	return m.name
}

const jvmFunctionClass = language.Pattern(`\bimplements\s+(?:[\w.]+\s*,\s*)*(?:[\w.]+\.)?(?:HttpFunction|BackgroundFunction|RawBackgroundFunction|CloudEventsFunction)\b`)

// jvmFunctionTarget names the function that Google's Functions Framework
// serves: the plugin's setting, else the class that implements one.
func jvmFunctionTarget(m *jvmModule) string {
	if v, ok := m.maven.setting("function-maven-plugin", "functionTarget"); ok {
		return v.text
	}
	for _, name := range jvmSources(m.folder, ".java", ".kt") {
		content, _ := m.folder.Text(name)
		if jvmFunctionClass.Regexp().MatchString(content) {
			base := name[strings.LastIndexByte(name, '/')+1:]
			return jvmQualified(base[:strings.LastIndexByte(base, '.')], content)
		}
	}
	return "Function"
}

const mavenWrapperFile = ".mvn/wrapper/maven-wrapper.properties"

// jvmMavenWrapper reports whether Maven's wrapper can run: the script alone
// does not know which Maven to fetch.
func jvmMavenWrapper(root *language.Folder) bool {
	if !root.Has("mvnw") {
		return false
	}
	if _, ok := language.Parse(root, mavenWrapperFile, keyvalue.ParseProperties); ok {
		return true
	}
	root.Warn("mvnw", "wrapper_incomplete", "mvnw is there without "+mavenWrapperFile+", so it cannot run; Maven's image is used instead", "add "+mavenWrapperFile+", or remove mvnw")
	return false
}

const mavenDistribution language.Pattern = `apache-maven-(\d+)\.(\d+)(?:\.(\d+))?`

// jvmMavenQuiet is the flag that leaves the bars of downloads out. Maven knows
// it since 3.6.1 (release notes of that version, MNG-6605), and an older one
// ends at once with "Unrecognized option".
func jvmMavenQuiet(root *language.Folder, wrapper bool) string {
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
