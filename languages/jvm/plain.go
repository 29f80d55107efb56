package jvm

import (
	"fmt"
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/universalbuild"
)

// Java sources without a build file are compiled with javac alone.

// javaPlain finds the main class of a folder of bare sources, and the folder
// that its packages start in.
func javaPlain(f *language.Folder) (class string, base *language.Folder, where finding.Evidence, ok bool) {
	if len(f.Glob("*.java")) == 0 || javaManaged(f) {
		return "", nil, where, false
	}
	class, where = findMain(f)
	if class == "" {
		return "", nil, where, false
	}
	base = f
	for pkg := strings.Split(class, "."); len(pkg) > 1 && !base.IsRoot(); {
		pkg = pkg[:len(pkg)-1]
		if base.Name() != pkg[len(pkg)-1] {
			break
		}
		base = base.Sub("..")
	}
	return class, base, where, true
}

// javaManaged reports whether a build file above or beside covers the folder.
func javaManaged(f *language.Folder) bool {
	for at := f; ; at = at.Sub("..") {
		if at.FirstOf("pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "build.xml", "build.sbt", "BUILD.bazel", "AndroidManifest.xml") != "" {
			return true
		}
		if at.IsRoot() {
			return false
		}
	}
}

func javaClaim(f *language.Folder) (language.Claim, bool) {
	if c, ok := claim(f, "java"); ok {
		return c, true
	}
	_, _, where, ok := javaPlain(f)
	if !ok {
		return language.Claim{}, false
	}
	c := language.Claim{
		System: "javac", Confidence: finding.Likely, Role: language.Program, Kind: universalbuild.CLI,
		Why: []finding.Evidence{where}, RoleWhy: where,
	}
	if why, ok := sourceUses(f, serves...); ok {
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, why
	} else if why, ok := sourceUses(f, endless...); ok {
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Worker, why
	}
	return c, true
}

func javaStart(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.System != "javac" {
		return start(p)
	}
	class, _, where, ok := javaPlain(p.Folder)
	if !ok {
		return finding.Finding[language.Start]{}
	}
	return finding.Of(language.Start{Command: []string{"java", "-cp", "classes", class}}, finding.Likely, where)
}

func javaRecipe(p *language.Project) language.Recipe {
	if p.Claim.System != "javac" {
		return recipe(p)
	}
	_, base, _, ok := javaPlain(p.Folder)
	if !ok {
		return language.Recipe{}
	}
	level := jdkImage(max(jdkLevel(p.Version.Value), 8), false)
	jdkWarn(p, jdkLevel(p.Version.Value), level)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: fmt.Sprintf("eclipse-temurin:%d-jdk", level), Workdir: "/app", Environment: map[string]string{},
			BuildCommands: []string{`find . -name '*.java' ! -path '*/test/*' > /tmp/sources && javac -encoding UTF-8 -d classes @/tmp/sources`},
			Artifacts:     []string{"classes"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: fmt.Sprintf("eclipse-temurin:%d-jre", jdkImage(level, true)), Workdir: "/app",
			Environment: map[string]string{"JAVA_TOOL_OPTIONS": "-XX:MaxRAMPercentage=75.0"},
			Copy:        []universalbuild.Copy{{From: "classes", To: "classes"}},
		},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	var sources []string
	for _, name := range sourcesIn(p.Folder, ".java") {
		if content, ok := p.Text(name); ok && len(sources) < 100 {
			sources = append(sources, content)
		}
	}
	binary.TakeAssets(p, strings.TrimPrefix(path.Clean(language.Below(base.Path, p.Path)), "./"), sources, &r)
	return r
}
