package languages

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/sbt"
	"aipack/backend/universalbuild"
)

// Scala builds with sbt; a Scala module of Maven or Gradle builds as Java does.
var Scala = language.Language{
	ID:         "scala",
	Name:       "Scala",
	Extensions: []string{".scala", ".sbt", ".sc"},
	Manifests:  append([]language.Manifest{{Name: "build.sbt", Priority: 1}}, jvmManifests...),
	SkipDirs:   []string{"target", ".bloop", ".metals", ".bsp"},
	Systems: append([]language.System{{
		ID: "sbt", Name: "sbt", Files: []string{"build.sbt", "project/build.properties", "project/plugins.sbt"},
		Caches: []string{"/root/.sbt", "/root/.ivy2", "/root/.cache/coursier"},
		Practices: language.Practices{
			BuildImage: "eclipse-temurin:21-jdk", RuntimeImage: "eclipse-temurin:21-jre",
			Build: []string{"sbt -batch update", "sbt -batch stage"}, Test: []string{"sbt -batch test"},
			Caches:    []string{"/root/.sbt", "/root/.ivy2", "/root/.cache/coursier"},
			Artifacts: []string{"target/universal/stage"}, Ports: []int{9000},
			Notes: []string{
				"project/build.properties pins sbt; the launcher fetches that version whatever its own.",
				"sbt-native-packager's stage gives bin/ and lib/; sbt-assembly gives one jar.",
				"Play needs -Dpidfile.path=/dev/null in a container and a secret in APPLICATION_SECRET.",
			},
		},
	}}, jvmSystems...),
	Frameworks: jvmFrameworks,
	Natives:    jvmNatives,
	EnvReads:   jvmEnvReads,
	PortUses:   jvmPortUses,
	Routes:     jvmRoutes,

	Workspace:      scalaWorkspace,
	Claim:          scalaClaim,
	Dependencies:   scalaDependencies,
	Version:        scalaVersion,
	DefaultVersion: jvmDefault,
	ImageVersion:   jvmImageVersion,
	Framework:      jvmFramework,
	Start:          scalaStart,
	Port:           jvmPort,
	Health:         jvmHealth,
	Variables:      jvmVariables,
	Recipe:         scalaRecipe,
}

// sbtModule is one project of an sbt build.
type sbtModule struct {
	root    *language.Folder
	folder  *language.Folder
	id      string // "" for the build's unnamed root project
	build   sbt.Build
	project sbt.Project
	plugins sbt.Build // of project/*.sbt, joined
}

// sbtBuild reads the build that a folder belongs to.
func sbtBuild(f *language.Folder) (sbt.Build, *language.Folder, bool) {
	for at := f; ; at = at.Sub("..") {
		if b, ok := language.Parse(at, "build.sbt", sbt.Parse); ok {
			if at.Path == f.Path {
				return b, at, true
			}
			for _, p := range b.Projects {
				if sbtFolder(at, p).Path == f.Path {
					return b, at, true
				}
			}
		}
		if at.IsRoot() {
			return sbt.Build{}, nil, false
		}
	}
}

func sbtFolder(root *language.Folder, p sbt.Project) *language.Folder {
	return root.Sub(orElse(p.Dir, p.ID))
}

func sbtRead(f *language.Folder) (sbtModule, bool) {
	build, root, ok := sbtBuild(f)
	if !ok {
		return sbtModule{}, false
	}
	m := sbtModule{root: root, folder: f, build: build, project: sbt.Project{Values: map[string]keyvalue.Value{}}}
	for _, p := range build.Projects {
		if sbtFolder(root, p).Path == f.Path {
			m.project, m.id = p, p.ID
			break
		}
	}
	for _, name := range root.Glob("project/*.sbt") {
		if plugins, ok := language.Parse(root, name, sbt.Parse); ok {
			m.plugins.Plugins = append(m.plugins.Plugins, plugins.Plugins...)
		}
	}
	return m, true
}

// value finds a setting of the project, else of the build.
func (m sbtModule) value(key string) (keyvalue.Value, bool) {
	if v, ok := m.project.Values[key]; ok {
		return v, true
	}
	v, ok := m.build.Values[key]
	return v, ok
}

// has reports whether an sbt plugin is on the build's class path.
func (m sbtModule) has(name string) bool {
	for _, p := range m.plugins.Plugins {
		if p.Name == name {
			return true
		}
	}
	return false
}

func (m sbtModule) enabled(names ...string) (string, bool) {
	for _, list := range [][]string{m.project.Enabled, m.build.Enabled} {
		for _, e := range list {
			for _, n := range names {
				if e == n {
					return e, true
				}
			}
		}
	}
	return "", false
}

// dependencies lists libraries as "group:artifact", without the suffix that
// %% appends, and the projects of the same build.
func (m sbtModule) dependencies() []language.Dependency {
	var out []language.Dependency
	lists := [][]sbt.Dependency{m.project.Dependencies}
	if m.id == "" || m.folder.Path == m.root.Path || len(m.project.Dependencies) == 0 {
		lists = append(lists, m.build.Dependencies)
	}
	for _, list := range lists {
		for _, d := range list {
			out = append(out, language.Dependency{
				Name: d.Group + ":" + d.Name, Version: d.Version, Dev: strings.HasPrefix(d.Scope, "test"),
				Path: m.root.Join("build.sbt"), Line: d.Line,
			})
		}
	}
	if name, ok := m.enabled("PlayScala", "PlayJava", "PlayService", "PlayMinimalJava"); ok {
		out = append(out, language.Dependency{Name: "org.playframework:play", Path: m.root.Join("build.sbt"), Line: m.root.At("", "build.sbt", name).Line})
	}
	for _, on := range m.project.DependsOn {
		for _, p := range m.build.Projects {
			if p.ID == on {
				out = append(out, language.Dependency{Name: on, Local: sbtFolder(m.root, p).Path, Path: m.root.Join("build.sbt"), Line: m.project.Line})
			}
		}
	}
	return sortedDependencies(out)
}

func scalaWorkspace(f *language.Folder) (language.Workspace, bool) {
	build, ok := language.Parse(f, "build.sbt", sbt.Parse)
	if !ok {
		return language.Workspace{}, false
	}
	seen := map[string]bool{}
	for _, p := range build.Projects {
		if at := sbtFolder(f, p); at.Path != f.Path && len(at.Reader().Index.Under(at.Path)) > 0 {
			seen[at.Path] = true
		}
	}
	return language.Workspace{Root: f.Path, Tool: "sbt", Manager: "sbt", Members: sortedKeys(seen), Why: f.At("scala.projects", "build.sbt", "project")}, len(seen) > 1
}

func scalaClaim(f *language.Folder) (language.Claim, bool) {
	m, ok := sbtRead(f)
	if !ok {
		return jvmClaim(f, "scala")
	}
	c := language.Claim{System: "sbt", Confidence: finding.Certain}
	if v, ok := m.value("name"); ok && (m.folder.Path == m.root.Path || m.project.Values["name"].Text != "") {
		c.Name = v.Text
	}
	if f.Path == m.root.Path {
		c.Why = append(c.Why, f.Evidence("scala.sbt", "build.sbt", 0, ""))
	} else {
		c.Why = append(c.Why, lineOf(m.root, "scala.sbt", "build.sbt", m.project.Line))
	}
	c.Role, c.Kind, c.RoleWhy = scalaRole(m)
	return c, true
}

func scalaRole(m sbtModule) (language.Role, universalbuild.Kind, finding.Evidence) {
	if m.folder.Path == m.root.Path && len(m.build.Projects) > 1 && len(scalaSources(m.folder)) == 0 {
		if _, ok := m.enabled("PlayScala", "PlayJava"); !ok {
			return language.Unknown, "", finding.Evidence{}
		}
	}
	deps := m.dependencies()
	f, why, ok := jvmFrameworkIn(m.folder, deps)
	main, where := scalaMainOf(m)
	packaged, hasPackager := m.enabled("JavaAppPackaging", "JavaServerAppPackaging", "PlayScala", "PlayJava", "PlayService", "PlayMinimalJava")
	switch {
	case !hasPackager && main == "":
		return language.Library, "", finding.Evidence{}
	case ok && f.Kind != "":
		return language.Service, f.Kind, why
	case ok:
		return language.Service, universalbuild.Web, why
	}
	if why, ok := jvmSourceUses(m.folder, jvmServes...); ok {
		return language.Service, universalbuild.Web, why
	}
	if main == "" {
		where = m.root.At("scala.packager", "build.sbt", packaged)
	}
	return language.Program, universalbuild.CLI, where
}

func scalaSources(f *language.Folder) []string {
	return append(jvmSources(f, ".scala"), f.Glob("app/**/*.scala")...)
}

func scalaMainOf(m sbtModule) (string, finding.Evidence) {
	if v, ok := m.value("mainClass"); ok && strings.Contains(v.Raw, v.Text) && v.Literal {
		return v.Text, lineOf(m.root, "scala.main_class", "build.sbt", v.Line)
	}
	return jvmFindMain(m.folder)
}

func scalaDependencies(p *language.Project) []language.Dependency {
	if m, ok := sbtRead(p.Folder); ok {
		return m.dependencies()
	}
	return jvmDependencies(p)
}

func scalaVersion(p *language.Project) finding.Finding[string] {
	if _, ok := sbtRead(p.Folder); !ok {
		return jvmVersion(p)
	}
	return finding.First(func(s string) string { return s }, jdkFiles(p)...)
}

// sbtOutput is how an sbt project is packaged.
type sbtOutput int

const (
	sbtStage    sbtOutput = iota // sbt-native-packager: bin/ and lib/
	sbtAssembly                  // one jar
	sbtJars                      // the class path's jars, copied
)

func (m sbtModule) output() sbtOutput {
	if _, ok := m.enabled("JavaAppPackaging", "JavaServerAppPackaging", "PlayScala", "PlayJava", "PlayService", "PlayMinimalJava", "UniversalPlugin", "DockerPlugin", "JlinkPlugin"); ok {
		return sbtStage
	}
	if m.has("sbt-assembly") {
		return sbtAssembly
	}
	return sbtJars
}

func (m sbtModule) play() bool {
	_, ok := m.enabled("PlayScala", "PlayJava", "PlayService", "PlayMinimalJava")
	return ok
}

// script names the start script that sbt-native-packager writes: the
// executableScriptName, which is the normalised name by default.
func (m sbtModule) script() string {
	if v, ok := m.value("executableScriptName"); ok {
		return v.Text
	}
	name := orElse(m.id, "app")
	if v, ok := m.project.Values["name"]; ok {
		name = v.Text
	} else if v, ok := m.build.Values["name"]; ok && m.folder.Path == m.root.Path {
		name = v.Text
	}
	return strings.ReplaceAll(strings.ToLower(name), " ", "-")
}

func scalaStart(p *language.Project) finding.Finding[language.Start] {
	m, ok := sbtRead(p.Folder)
	if !ok {
		return jvmStart(p)
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
		return finding.Of(language.Start{Command: []string{"java", "-jar", "app.jar"}}, finding.Certain, m.root.Evidence("scala.assembly", "project/plugins.sbt", 0, ""), where)
	}
	return finding.Of(language.Start{Command: []string{"java", "-cp", "lib/*", main}}, finding.Likely, where)
}

const sbtDefault = "1.10.7"

// scalaRecipe installs sbt's launcher into a JDK image: the version that the
// build pins is fetched by it.
func scalaRecipe(p *language.Project) language.Recipe {
	m, ok := sbtRead(p.Folder)
	if !ok {
		return jvmRecipe(p)
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
	if pinned := props["sbt.version"]; strings.HasPrefix(pinned, "1.") && jvmNumber.Regexp().FindString(pinned) == pinned {
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
	target := path.Join(jvmBelow(m.root.Path, m.folder.Path), "target")
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
		r.Build.BuildCommands = []string{"sbt -batch " + task("assembly") + " && find " + shellWord(target) + ` -name '*-assembly*.jar' -exec cp {} app.jar \;`}
		take("app.jar", "app.jar")
	default:
		r.Build.BuildCommands = []string{"sbt -batch " + shellWord(task("package")) + ` && mkdir -p lib && sbt -batch -error "export ` + task("Runtime / fullClasspathAsJars") + `" | tail -n 1 | tr ':' '\n' | xargs -I{} cp {} lib/`}
		take("lib", "lib")
	}
}
