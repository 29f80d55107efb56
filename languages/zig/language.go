// Package zig knows Zig and its build files. It offers Language.
package zig

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/debian"
	"aipack/backend/language/version"
	"aipack/backend/manifest"
	"aipack/backend/universalbuild"
)

// Language is zig build.
var Language = language.Language{
	ID:         "zig",
	Name:       "Zig",
	Extensions: []string{".zig"},
	Manifests: []language.Manifest{
		{Name: "build.zig", Priority: 1},
		{Name: "build.zig.zon", Priority: 2},
	},
	SkipDirs: []string{"zig-out", "zig-cache", ".zig-cache"},
	Systems: []language.System{{
		ID: "zig", Name: "zig build",
		Files:  []string{"build.zig", "build.zig.zon"},
		Caches: []string{"/root/.cache/zig", ".zig-cache"},
		Practices: language.Practices{
			BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"zig build -Doptimize=ReleaseSafe"}, Test: []string{"zig build test"},
			Caches: []string{"/root/.cache/zig", ".zig-cache"}, Artifacts: []string{"zig-out/bin/APP"}, Ports: []int{8080},
			Notes: []string{"Zig has no official image: the compiler is fetched from ziglang.org in the version that the project names."},
		},
	}},
	Frameworks: []language.Framework{
		{Name: "Jetzig", Needs: []string{"jetzig"}, Port: 8080},
		{Name: "http.zig", Needs: []string{"httpz"}, Port: 5882},
		{Name: "Zap", Needs: []string{"zap"}, Port: 3000},
		{Name: "Tokamak", Needs: []string{"tokamak"}, Port: 8080},
	},
	EnvReads: []language.Pattern{
		`\b(?:getEnvVarOwned|hasEnvVar)\([^,\n]*,\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\bgetenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)\s*(?:orelse\s*"([^"\n]*)")?`,
	},
	PortUses: []language.Pattern{
		`\bparseIp4?\(\s*"[^"\n]*"\s*,\s*(\d{2,5})`,
		`\binitIp4\([^\n]*,\s*(\d{2,5})\s*\)`,
		`\.port\s*=\s*(\d{2,5})`,
		`\b(?:const|var)\s+\w*port\w*(?:\s*:\s*\w+)?\s*=\s*(\d{2,5})`,
		`\borelse\s*"?(\d{4,5})"?`,
	},
	Routes: []language.Pattern{
		`\.get\(\s*"(/[^"\n]*)"`,
		`"GET (/[^"\s]*)`,
		`\bmem\.eql\(\s*u8\s*,[^\n"]*"(/[^"\n]*)"`,
	},
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "0.14.1",
	Start:          start,
	Recipe:         recipe,
}

const serves = language.Pattern(`\bstd\.http\.Server\b|\bnet\.Server\b|\.listen\(|\bStreamServer\b|@import\("(?:httpz|zap|jetzig|tokamak)"\)`)

func claim(f *language.Folder) (language.Claim, bool) {
	build, ok := language.Parse(f, "build.zig", manifest.ParseZigBuild)
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
		version.OneLine(p.Folder, "zig.version_file", ".zigversion"),
		version.OneLine(p.Folder, "zig.version_file", ".zig-version"),
		version.Tool(p.Folder, "zig"),
	}
	if version, _ := language.Parse(p.Folder, "build.zig.zon", manifest.ParseZon); version != "" {
		candidates = append(candidates, finding.Of(version, finding.Likely, p.At("zig.minimum_version", "build.zig.zon", "minimum_zig_version")))
	}
	return finding.First(strings.Clone, candidates...)
}

func start(p *language.Project) finding.Finding[language.Start] {
	build, _ := language.Parse(p.Folder, "build.zig", manifest.ParseZigBuild)
	if len(build.Executables) == 0 {
		return finding.Finding[language.Start]{}
	}
	name := binary.FileName(build.Executables[0])
	return finding.Of(language.Start{Command: []string{"/app/bin/" + name}}, finding.Certain, p.At("zig.executable", "build.zig", `"`+build.Executables[0]+`"`))
}

// download gives the address of a release. Until 0.14.0 the system stood
// before the processor in its name.
func download(version string) string {
	parts := strings.Split(version, ".")
	number := func(i int) int {
		if i >= len(parts) {
			return 0
		}
		n, _ := strconv.Atoi(parts[i])
		return n
	}
	full := version
	if len(parts) == 2 {
		full += ".0"
	}
	name := "zig-$(uname -m)-linux-" + full
	if major, minor, patch := number(0), number(1), number(2); major == 0 && (minor < 14 || minor == 14 && patch < 1) {
		name = "zig-linux-$(uname -m)-" + full
	}
	return "https://ziglang.org/download/" + full + "/" + name + ".tar.xz"
}

func recipe(p *language.Project) language.Recipe {
	version := p.Version.Value
	if strings.Trim(version, "0123456789.") != "" {
		version = p.Language.DefaultVersion
	}
	build, _ := language.Parse(p.Folder, "build.zig", manifest.ParseZigBuild)
	script, _ := p.Text("build.zig")
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{},
			SystemPackages:   []string{"ca-certificates", "curl", "xz-utils"},
			PreBuildCommands: []string{"mkdir -p /opt/zig && curl -fsSL " + download(version) + " | tar -xJ --strip-components=1 -C /opt/zig"},
			CachePaths:       []string{"/root/.cache/zig", ".zig-cache"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: finding.Likely, Evidence: p.Evidence("zig.build", "build.zig", 0, "")}},
	}
	command := "/opt/zig/zig build"
	switch {
	case strings.Contains(script, "standardOptimizeOption"):
		command += " -Doptimize=ReleaseSafe"
	case strings.Contains(script, "standardReleaseOptions"):
		command += " -Drelease-safe"
	}
	for _, link := range build.Links {
		dev, runtime := debian.Library(link)
		r.Build.SystemPackages = append(r.Build.SystemPackages, dev...)
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, runtime...)
	}
	for _, name := range build.Executables[:min(1, len(build.Executables))] {
		safe := binary.FileName(name)
		r.Build.BuildCommands = []string{command + " && mkdir -p /out && cp " + language.ShellWord(path.Join("zig-out/bin", name)) + " /out/" + safe}
		binary.Take(p, &r, safe)
	}
	var texts []string
	for _, file := range p.Glob("src/**/*.zig") {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	binary.TakeAssets(p, ".", texts, &r)
	return r
}
