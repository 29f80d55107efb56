package crystal

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/shards"
	"aipack/backend/universalbuild"
)

func shard(f *language.Folder) (shards.Manifest, bool) {
	return language.Parse(f, "shard.yml", shards.Parse)
}

const servesPattern = language.Pattern(`\bHTTP::Server\b|\bTCPServer\b|\bKemal\.run\b|\bAmber::Server\b|\bLucky::AppServer\b|\bGrip::Application\b|\bATH\.run\b|\bMarten\.(?:start|setup)\b|\bActionController::Server\b`)

// target is the program to build: the target named like the project,
// one that serves, or the first; without targets the main file that is there.
func target(f *language.Folder) (name, main string) {
	s, _ := shard(f)
	for _, t := range s.Targets {
		if language.ShellWord(t.Name) != t.Name || strings.Contains(t.Name, "/") {
			continue
		}
		serves := servesPattern.Regexp().MatchString(f.Content(t.Main))
		if name == "" || t.Name == s.Name || serves && name != s.Name {
			name, main = t.Name, t.Main
		}
	}
	if name != "" {
		return name, main
	}
	for _, file := range []string{"src/" + s.Name + ".cr", "src/main.cr", "src/server.cr", "src/app.cr", "main.cr", "server.cr", "app.cr"} {
		if f.Has(file) && (f.Has("shard.yml") || f.IsRoot()) && file != "src/.cr" {
			stem := file[strings.LastIndexByte(file, '/')+1 : len(file)-len(".cr")]
			return stem, file
		}
	}
	return "", ""
}

func claim(f *language.Folder) (language.Claim, bool) {
	s, _ := shard(f)
	name, main := target(f)
	c := language.Claim{System: "shards", Name: s.Name, Confidence: finding.Certain}
	switch {
	case f.Has("shard.yml"):
		c.Why = append(c.Why, f.At("crystal.shard", "shard.yml", "name:"))
	case main != "":
		c.System, c.Confidence = "crystal", finding.Likely-0.1
		c.Why = append(c.Why, f.Evidence("crystal.main_file", main, 1, ""))
	default:
		return language.Claim{}, false
	}
	serving := servingTarget(f, main)
	switch {
	case name == "" || len(s.Targets) == 0 && serving == "" && f.Has("shard.yml"):
		c.Role, c.RoleWhy = language.Library, f.At("crystal.no_target", "shard.yml", "name:")
	case serving != "":
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, f.AtMatch("crystal.listens", serving, servesPattern)
	default:
		c.Role, c.RoleWhy = language.Program, f.Evidence("crystal.target", main, 1, "")
	}
	return c, true
}

// servingTarget names the first source that starts a server.
func servingTarget(f *language.Folder, main string) string {
	files := append([]string{main}, f.Glob("src/**/*.cr")...)
	for _, name := range files[:min(len(files), 60)] {
		if name != "" && servesPattern.Regexp().MatchString(f.Content(name)) {
			return name
		}
	}
	return ""
}

func dependencies(p *language.Project) []language.Dependency {
	s, _ := shard(p.Folder)
	var deps []language.Dependency
	for _, d := range s.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Constraint, Dev: d.Dev, Path: p.Join("shard.yml"), Line: p.At("", "shard.yml", d.Name+":").Line}
		if d.Path != "" {
			dep.Local, dep.Absent = p.Sub(d.Path).Path, p.Absent(d.Path)
		}
		deps = append(deps, dep)
	}
	return deps
}

func versionOf(p *language.Project) finding.Finding[string] {
	s, _ := shard(p.Folder)
	declared := finding.Finding[string]{}
	if v := strings.TrimSpace(s.Crystal); v != "" {
		declared = finding.Of(v, finding.Certain, p.At("crystal.requirement", "shard.yml", "crystal:"))
	}
	return finding.First(func(s string) string { return s }, version.File(p.Folder,
		"crystal.version_file", ".crystal-version"), version.Pinned(p.Folder, "crystal"), declared)
}
