package julia

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/juliapkg"
	"aipack/backend/universalbuild"
)

func projectOf(f *language.Folder) (juliapkg.Project, string, bool) {
	name := f.FirstOf("Project.toml", "JuliaProject.toml")
	p, ok := language.Parse(f, name, juliapkg.ParseProject)
	return p, name, ok && name != ""
}

const servesPattern = language.Pattern(`\bHTTP\.(?:serve!?|listen!?)\(|\bserve(?:parallel)?\(|\bSockets\.listen\(|\blisten\(|\bGenie\.(?:up|loadapp)\b|\bup\(|\brun_server\(|\bPluto\.run\(`)

// startFile finds the file that starts a program and what in it serves.
func startFile(f *language.Folder) (file, serves string) {
	project, _, _ := projectOf(f)
	names := []string{
		"main.jl", "app.jl", "server.jl", "run.jl", "start.jl", "bootstrap.jl", "index.jl", "src/main.jl",
		"src/app.jl", "src/server.jl", "bin/server.jl", "scripts/server.jl",
	}
	first := ""
	for _, name := range names {
		content, ok := f.Text(name)
		if !ok {
			continue
		}
		if m := servesPattern.Regexp().FindString(content); m != "" {
			return name, m
		}
		if first == "" {
			first = name
		}
	}
	var own []string
	for _, name := range f.Files() {
		if strings.HasSuffix(name, ".jl") && name != "make.jl" && name != "build.jl" {
			own = append(own, name)
		}
	}
	if first == "" && len(own) == 1 && project.UUID == "" {
		content, _ := f.Text(own[0])
		return own[0], servesPattern.Regexp().FindString(content)
	}
	return first, ""
}

func claim(f *language.Folder) (language.Claim, bool) {
	project, name, ok := projectOf(f)
	file, serves := startFile(f)
	claim := language.Claim{System: "pkg", Confidence: finding.Certain, Name: project.Name}
	switch {
	case ok && (len(project.Deps) > 0 || project.Name != "" || file != ""):
		claim.Why = []finding.Evidence{f.At("julia.project", name, "[deps]")}
	case !ok && file != "":
		claim.Confidence = finding.Likely
		claim.Why = []finding.Evidence{f.Evidence("julia.script", file, 0, "")}
	case ok && len(f.Glob("*.jl")) > 0:
		claim.Why = []finding.Evidence{f.Evidence("julia.project", name, 0, "")}
	default:
		return language.Claim{}, false
	}
	switch {
	case serves != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, f.At("julia.serves", file, serves)
	case file != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.Evidence("julia.start", file, 0, "")
	case project.UUID != "" && project.Name != "":
		claim.Role, claim.RoleWhy = language.Library, f.At("julia.package", name, "uuid")
	default:
		claim.Confidence = finding.Unsure
	}
	return claim, true
}

func dependencies(p *language.Project) []language.Dependency {
	project, name, _ := projectOf(p.Folder)
	locked, _ := language.Parse(p.Folder, "Manifest.toml", juliapkg.ParseManifest)
	var out []language.Dependency
	for _, dep := range slices.Sorted(maps.Keys(project.Deps)) {
		d := language.Dependency{Name: dep, Path: p.Join(name), Line: p.At("", name, dep+" =").Line}
		if d.Version = locked.Versions[dep]; d.Version != "" {
			d.Path, d.Line = p.Join("Manifest.toml"), 0
		} else if d.Version = project.Compat[dep]; d.Version != "" {
			d.Line = p.At("", name, dep+` = "`+d.Version).Line
		}
		out = append(out, d)
	}
	return out
}

// versionOf asks what resolved the lock, pinned versions, then the range
// the project says it works with.
func versionOf(p *language.Project) finding.Finding[string] {
	project, name, _ := projectOf(p.Folder)
	locked, _ := language.Parse(p.Folder, "Manifest.toml", juliapkg.ParseManifest)
	var lock, compat finding.Finding[string]
	if locked.Julia != "" {
		lock = finding.Of(locked.Julia, finding.Certain, p.At("julia.manifest", "Manifest.toml", "julia_version"))
	}
	if v := project.Compat["julia"]; v != "" {
		first, _, _ := strings.Cut(v, ",")
		compat = finding.Of(strings.TrimLeft(strings.TrimSpace(first), "^~>=≥ "), finding.Likely, p.At("julia.compat", name, "julia ="))
	}
	return finding.First(func(s string) string { return s }, lock, version.Tool(p.Folder, "julia"), compat)
}
