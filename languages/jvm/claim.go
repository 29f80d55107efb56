package jvm

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/maven"
)

// claim claims a Maven or Gradle module for the language that most of its
// sources are written in.
func claim(f *language.Folder, id string) (language.Claim, bool) {
	if buildLogic(f.Path) || languageOf(f) != id || spokenFor(f) {
		return language.Claim{}, false
	}
	m, ok := moduleOf(f)
	if !ok {
		return language.Claim{}, false
	}
	c := language.Claim{System: m.system, Name: m.name, Confidence: finding.Certain}
	if m.folder.Path != f.Path {
		if root, ok := read(f); ok && root.name != "" {
			c.Name = root.name
		}
	}
	c.Role, c.Kind, c.RoleWhy = roleOf(&m)
	c.Parts = parts(&m)
	if m.output == aggregate && len(modulesIn(f)) == 0 {
		c.Role = language.Library // a parent pom, or settings of nothing
	}
	manifestName := f.FirstOf("pom.xml", "build.gradle.kts", "build.gradle", "settings.gradle.kts", "settings.gradle")
	if manifestName != "" {
		c.Why = append(c.Why, f.Evidence("java."+m.system, manifestName, 0, ""))
	} else {
		c.Why = append(c.Why, m.root.At("java.gradle", m.root.FirstOf(gradleSettings...), path.Base(f.Path)))
	}
	if strings.HasSuffix(manifestName, ".kts") {
		c.Variant = "kotlin-dsl"
	}
	if script := f.FirstOf(gradleScripts...); m.system == "maven" && script != "" {
		c.Alternatives = append(c.Alternatives, finding.Alternative{Value: "gradle", Confidence: finding.Guess, Evidence: f.Evidence("java.gradle", script, 0, "")})
	}
	return c, true
}

// buildLogic reports whether a folder holds code of the build itself.
func buildLogic(dir string) bool {
	p := "/" + dir + "/"
	return strings.Contains(p, "/buildSrc/") || strings.Contains(p, "/build-logic/") || strings.Contains(p, "/buildLogic/") || strings.Contains(p, "/.mvn/")
}

// spokenFor reports whether the root of the folder's build speaks for it,
// because it is the build's only module.
func spokenFor(f *language.Folder) bool {
	if f.IsRoot() {
		return false
	}
	root := mavenRoot(f)
	if root.Path == f.Path {
		_, at := gradleSettingsAbove(f)
		if at == nil || at.Path == f.Path {
			return false
		}
		root = at
	}
	only, ok := onlyModule(root)
	return ok && only.Path == f.Path
}

// workspace reads a reactor or a multi-project build by its root.
func workspace(f *language.Folder) (language.Workspace, bool) {
	members := modulesIn(f)
	if _, only := onlyModule(f); only || len(members) == 0 {
		return language.Workspace{}, false
	}
	if pom, ok := language.Parse(f, "pom.xml", maven.Parse); ok && len(mavenModules(f, pom)) > 0 {
		if mavenRoot(f).Path != f.Path {
			return language.Workspace{}, false
		}
		return language.Workspace{
			Root: f.Path, Tool: "maven", Manager: "maven", Members: members,
			Absent: f.AllAbsent(pom.Modules), Why: f.At("java.modules", "pom.xml", "<module"),
		}, true
	}
	settings := f.FirstOf(gradleSettings...)
	return language.Workspace{Root: f.Path, Tool: "gradle", Manager: "gradle", Members: members, Why: f.At("java.modules", settings, "include")}, true
}

func dependencies(p *language.Project) []language.Dependency {
	m, ok := target(p)
	if !ok {
		return nil
	}
	return language.SortDependencies(m.deps)
}
