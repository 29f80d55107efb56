package jvm

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/sbt"
	"aipack/backend/universalbuild"
)

// Scala builds with sbt; a Scala module of Maven or Gradle builds as Java does.
var Scala = language.Language{
	ID:         "scala",
	Name:       "Scala",
	Extensions: []string{".scala", ".sbt", ".sc"},
	Manifests:  append([]language.Manifest{{Name: "build.sbt", Priority: 1}}, manifests...),
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
	}}, systems...),
	Frameworks: frameworks,
	Natives:    natives,
	EnvReads:   envReads,
	Execs:      execs,
	PortUses:   portUses,
	Routes:     routes,

	Workspace:      scalaWorkspace,
	Claim:          scalaClaim,
	Dependencies:   scalaDependencies,
	Version:        scalaVersion,
	DefaultVersion: defaultVersion,
	ImageVersion:   imageVersion,
	Framework:      framework,
	Start:          scalaStart,
	Port:           port,
	Address:        address,
	Health:         health,
	Variables:      variables,
	Settings:       settings,
	SignsIn:        signsIn,
	Recipe:         scalaRecipe,
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
	return language.Workspace{
		Root: f.Path, Tool: "sbt", Manager: "sbt", Members: slices.Sorted(maps.Keys(seen)),
		Why: f.At("scala.projects", "build.sbt", "project"),
	}, len(seen) > 1
}

func scalaClaim(f *language.Folder) (language.Claim, bool) {
	m, ok := sbtRead(f)
	if !ok {
		return claim(f, "scala")
	}
	c := language.Claim{System: "sbt", Confidence: finding.Certain}
	if v, ok := m.value("name"); ok && (m.folder.Path == m.root.Path || m.project.Values["name"].Text != "") {
		c.Name = v.Text
	}
	if f.Path == m.root.Path {
		c.Why = append(c.Why, f.Evidence("scala.sbt", "build.sbt", 0, ""))
	} else {
		c.Why = append(c.Why, m.root.AtLine("scala.sbt", "build.sbt", m.project.Line))
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
	f, why, ok := frameworkIn(m.folder, deps)
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
	if why, ok := sourceUses(m.folder, serves...); ok {
		return language.Service, universalbuild.Web, why
	}
	if main == "" {
		where = m.root.At("scala.packager", "build.sbt", packaged)
	}
	return language.Program, universalbuild.CLI, where
}

func scalaSources(f *language.Folder) []string {
	return append(sourcesIn(f, ".scala"), f.Glob("app/**/*.scala")...)
}

func scalaMainOf(m sbtModule) (string, finding.Evidence) {
	if v, ok := m.value("mainClass"); ok && strings.Contains(v.Raw, v.Text) && v.Literal {
		return v.Text, m.root.AtLine("scala.main_class", "build.sbt", v.Line)
	}
	return findMain(m.folder)
}

func scalaDependencies(p *language.Project) []language.Dependency {
	if m, ok := sbtRead(p.Folder); ok {
		return m.dependencies()
	}
	return dependencies(p)
}

func scalaVersion(p *language.Project) finding.Finding[string] {
	if _, ok := sbtRead(p.Folder); !ok {
		return versionOf(p)
	}
	return finding.First(func(s string) string { return s }, jdkFiles(p)...)
}
