package zig

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

const serves = language.Pattern(`\bstd\.http\.Server\b|\bnet\.Server\b|\.listen\(|\bStreamServer\b|@import\("(?:httpz|zap|jetzig|tokamak)"\)`)

func claim(f *language.Folder) (language.Claim, bool) {
	build, ok := language.Parse(f, "build.zig", nativebuild.ParseZigBuild)
	if !ok {
		return language.Claim{}, false
	}
	why := f.Evidence("zig.build", "build.zig", 0, "")
	claim := language.Claim{System: "zig", Confidence: finding.Certain, Why: []finding.Evidence{why}}
	if len(build.Executables) == 0 || len(build.Modules) > 0 && !f.Has("src/main.zig") {
		claim.Role, claim.RoleWhy = language.Library, why
		return claim, true
	}
	claim.Name = build.Executables[0]
	for _, file := range append(f.Glob("src/**/*.zig"), f.Glob("*.zig")...) {
		if file == "build.zig" {
			continue
		}
		content, _ := f.Text(file)
		if at := f.AtCode("zig.listens", file, content, serves); at.Rule != "" {
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, at
			return claim, true
		}
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("zig.executable", "build.zig", "addExecutable")
	return claim, true
}

const dependency = language.Pattern(`(?m)^\s*\.@?"?([A-Za-z][\w-]*)"?\s*=\s*\.\{\s*(?://[^\n]*\n\s*)*\.(?:url|path|hash|lazy)\b`)

// dependencies reads the names under .dependencies of build.zig.zon.
func dependencies(p *language.Project) []language.Dependency {
	content, _ := p.Text("build.zig.zon")
	var deps []language.Dependency
	for _, m := range dependency.Regexp().FindAllStringSubmatch(content, 200) {
		deps = append(deps, language.Dependency{Name: m[1], Path: p.Join("build.zig.zon"), Line: p.At("", "build.zig.zon", "."+m[1]).Line})
	}
	slices.SortFunc(deps, func(a, b language.Dependency) int { return strings.Compare(a.Name, b.Name) })
	return deps
}

func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{
		version.File(p.Folder, "zig.version_file", ".zigversion"),
		version.File(p.Folder, "zig.version_file", ".zig-version"),
		version.Tool(p.Folder, "zig"),
	}
	if version, _ := language.Parse(p.Folder, "build.zig.zon", nativebuild.ParseZon); version != "" {
		candidates = append(candidates, finding.Of(version, finding.Likely, p.At("zig.minimum_version", "build.zig.zon", "minimum_zig_version")))
	}
	return finding.First(strings.Clone, candidates...)
}
