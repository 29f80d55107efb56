package languages

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

// Zig is zig build.
var Zig = language.Language{
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
	Claim:          zigClaim,
	Dependencies:   zigDependencies,
	Version:        zigVersion,
	DefaultVersion: "0.14.1",
	Start:          zigStart,
	Recipe:         zigRecipe,
}

const zigServes = language.Pattern(`\bstd\.http\.Server\b|\bnet\.Server\b|\.listen\(|\bStreamServer\b|@import\("(?:httpz|zap|jetzig|tokamak)"\)`)

func zigClaim(f *language.Folder) (language.Claim, bool) {
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
		if at := firstLine(f, "zig.listens", file, content, zigServes); at.Rule != "" {
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, at
			return claim, true
		}
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("zig.executable", "build.zig", "addExecutable")
	return claim, true
}

const zigDependency = language.Pattern(`(?m)^\s*\.@?"?([A-Za-z][\w-]*)"?\s*=\s*\.\{\s*(?://[^\n]*\n\s*)*\.(?:url|path|hash|lazy)\b`)

// zigDependencies reads the names under .dependencies of build.zig.zon.
func zigDependencies(p *language.Project) []language.Dependency {
	content, _ := p.Text("build.zig.zon")
	var deps []language.Dependency
	for _, m := range zigDependency.Regexp().FindAllStringSubmatch(content, 200) {
		deps = append(deps, language.Dependency{Name: m[1], Path: p.Join("build.zig.zon"), Line: p.At("", "build.zig.zon", "."+m[1]).Line})
	}
	slices.SortFunc(deps, func(a, b language.Dependency) int { return strings.Compare(a.Name, b.Name) })
	return deps
}

func zigVersion(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{
		oneLineVersion(p.Folder, "zig.version_file", ".zigversion"),
		oneLineVersion(p.Folder, "zig.version_file", ".zig-version"),
		toolVersion(p.Folder, "zig"),
	}
	if version, _ := language.Parse(p.Folder, "build.zig.zon", nativebuild.ParseZon); version != "" {
		candidates = append(candidates, finding.Of(version, finding.Likely, p.At("zig.minimum_version", "build.zig.zon", "minimum_zig_version")))
	}
	return finding.First(strings.Clone, candidates...)
}

func zigStart(p *language.Project) finding.Finding[language.Start] {
	build, _ := language.Parse(p.Folder, "build.zig", nativebuild.ParseZigBuild)
	if len(build.Executables) == 0 {
		return finding.Finding[language.Start]{}
	}
	name := safeFileName(build.Executables[0])
	return finding.Of(language.Start{Command: []string{"/app/bin/" + name}}, finding.Certain, p.At("zig.executable", "build.zig", `"`+build.Executables[0]+`"`))
}

// zigDownload gives the address of a release. Until 0.14.0 the system stood
// before the processor in its name.
func zigDownload(version string) string {
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

func zigRecipe(p *language.Project) language.Recipe {
	version := p.Version.Value
	if strings.Trim(version, "0123456789.") != "" {
		version = p.Language.DefaultVersion
	}
	build, _ := language.Parse(p.Folder, "build.zig", nativebuild.ParseZigBuild)
	script, _ := p.Text("build.zig")
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{},
			SystemPackages:   []string{"ca-certificates", "curl", "xz-utils"},
			PreBuildCommands: []string{"mkdir -p /opt/zig && curl -fsSL " + zigDownload(version) + " | tar -xJ --strip-components=1 -C /opt/zig"},
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
		dev, runtime := debianPackages(link)
		r.Build.SystemPackages = append(r.Build.SystemPackages, dev...)
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, runtime...)
	}
	for _, name := range build.Executables[:min(1, len(build.Executables))] {
		safe := safeFileName(name)
		r.Build.BuildCommands = []string{command + " && mkdir -p /out && cp " + shellWord(path.Join("zig-out/bin", name)) + " /out/" + safe}
		takeBinary(p, &r, safe)
	}
	var texts []string
	for _, file := range p.Glob("src/**/*.zig") {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	copyRuntimeAssets(p, ".", texts, &r)
	return r
}
