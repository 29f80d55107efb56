package jvm

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/universalbuild"
)

func scalaStart(p *language.Project) finding.Finding[language.Start] {
	m, ok := sbtRead(p.Folder)
	if !ok {
		return start(p)
	}
	main, where := scalaMainOf(m)
	switch {
	case m.play():
		name, _ := m.enabled("PlayScala", "PlayJava", "PlayService", "PlayMinimalJava")
		line := "exec bin/" + m.script() + " -Dhttp.address=0.0.0.0 -Dhttp.port=${PORT:-9000} -Dpidfile.path=/dev/null"
		return finding.Of(language.Start{Command: []string{"sh", "-c", line}}, finding.Certain, m.root.At("scala.play", "build.sbt", name))
	case m.output() == sbtStage:
		name, _ := m.enabled("JavaAppPackaging", "JavaServerAppPackaging", "UniversalPlugin", "DockerPlugin", "JlinkPlugin")
		return finding.Of(language.Start{Command: []string{"bin/" + m.script()}}, finding.Certain, m.root.At("scala.packager", "build.sbt", name))
	case main == "":
		return finding.Finding[language.Start]{}
	case m.output() == sbtAssembly:
		return finding.Of(language.Start{Command: []string{"java", "-jar", "app.jar"}}, finding.Certain,
			m.root.Evidence("scala.assembly", "project/plugins.sbt", 0, ""), where)
	}
	return finding.Of(language.Start{Command: []string{"java", "-cp", "lib/*", main}}, finding.Likely, where)
}

const sbtDefault = "1.10.7"

// scalaRecipe installs sbt's launcher into a JDK image: the version that the
// build pins is fetched by it.
func scalaRecipe(p *language.Project) language.Recipe {
	m, ok := sbtRead(p.Folder)
	if !ok {
		return recipe(p)
	}
	level := jdkImage(max(jdkLevel(p.Version.Value), 8), true)
	jdkWarn(p, jdkLevel(p.Version.Value), level)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: "eclipse-temurin:" + jdkTag(level, "jdk"), Workdir: "/app", Environment: map[string]string{},
			Setup:      []string{sbtInstall(m)},
			CachePaths: []string{"/root/.sbt", "/root/.ivy2", "/root/.cache/coursier"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "eclipse-temurin:" + jdkTag(level, "jre"), Workdir: "/app",
			Environment: map[string]string{"JAVA_TOOL_OPTIONS": "-XX:MaxRAMPercentage=75.0"},
		},
	}
	if m.root.Path != p.Path {
		r.Build.Context = m.root.Path
	}
	if len(m.build.Projects) <= 1 && !m.root.HasDir("project/src") {
		r.Build.Manifests = append(m.root.Glob("*.sbt"), append(m.root.Glob("project/*.sbt"), m.root.Glob("project/*.{properties,scala}")...)...)
		sort.Strings(r.Build.Manifests)
		r.Build.PreBuildCommands = []string{"sbt -batch update"}
	}
	scalaBuild(p, m, &r)
	return r
}

func jdkTag(level int, kind string) string {
	return strconv.Itoa(level) + "-" + kind
}

// sbtInstall downloads the launcher. Any 1.x launcher starts any 1.x build and
// those of 0.13.
func sbtInstall(m sbtModule) string {
	version := sbtDefault
	props, _ := language.Parse(m.root, "project/build.properties", keyvalue.ParseProperties)
	if pinned := props["sbt.version"]; strings.HasPrefix(pinned, "1.") && number.Regexp().FindString(pinned) == pinned {
		version = pinned
	}
	return "curl -fsSL https://github.com/sbt/sbt/releases/download/v" + version + "/sbt-" + version + ".tgz | tar -xz -C /usr/local --strip-components=1"
}

func scalaBuild(p *language.Project, m sbtModule, r *language.Recipe) {
	task := func(name string) string {
		if m.id != "" && m.folder.Path != m.root.Path {
			return m.id + "/" + name
		}
		return name
	}
	target := path.Join(language.Below(m.root.Path, m.folder.Path), "target")
	take := func(from, to string) {
		r.Build.Artifacts = append(r.Build.Artifacts, from)
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: to})
	}
	switch m.output() {
	case sbtStage:
		r.Build.BuildCommands = []string{"sbt -batch " + task("stage")}
		to := "."
		for _, word := range p.Start.Value.Command {
			if strings.Contains(word, "target/universal/stage") {
				to = target + "/universal/stage" // a Procfile names it there
			}
		}
		take(target+"/universal/stage", to)
	case sbtAssembly:
		r.Build.BuildCommands = []string{"sbt -batch " + task("assembly") + " && find " + language.ShellWord(target) + ` -name '*-assembly*.jar' -exec cp {} app.jar \;`}
		take("app.jar", "app.jar")
	default:
		r.Build.BuildCommands = []string{"sbt -batch " + language.ShellWord(task("package")) + ` && mkdir -p lib && sbt -batch -error "export ` + task("Runtime / fullClasspathAsJars") + `" | tail -n 1 | tr ':' '\n' | xargs -I{} cp {} lib/`}
		take("lib", "lib")
	}
}
