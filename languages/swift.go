package languages

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

// Swift is the Swift package manager on a server.
var Swift = language.Language{
	ID:         "swift",
	Name:       "Swift",
	Extensions: []string{".swift"},
	Manifests: []language.Manifest{
		{Name: "Package.swift", Priority: 1},
		{Name: "Package.resolved", Priority: 3, Lock: true},
	},
	SkipDirs: []string{".build"},
	Systems: []language.System{{
		ID: "swiftpm", Name: "Swift package manager",
		Files:  []string{"Package.swift", "Package.resolved", ".swift-version"},
		Caches: []string{"/root/.cache/org.swift.swiftpm", ".build"},
		Practices: language.Practices{
			BuildImage: "swift:6.1-bookworm", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"swift package resolve", "swift build -c release --static-swift-stdlib --product APP"},
			Test:  []string{"swift test"}, Caches: []string{"/root/.cache/org.swift.swiftpm", ".build"},
			Artifacts: []string{".build/release/APP"}, Ports: []int{8080}, Health: "/health",
			Notes: []string{
				"With --static-swift-stdlib the program needs no Swift runtime in its image.",
				"Vapor binds to localhost unless it is told --hostname 0.0.0.0.",
				"Vapor reads Public/ and Resources/ beside its working directory.",
			},
		},
	}},
	Frameworks: []language.Framework{
		{Name: "Vapor", Needs: []string{"vapor"}, Port: 8080},
		{Name: "Hummingbird", Needs: []string{"hummingbird"}, Port: 8080},
		{Name: "Kitura", Needs: []string{"Kitura"}, Port: 8080},
		{Name: "Perfect", Needs: []string{"Perfect-HTTPServer"}, Port: 8181},
		{Name: "Smoke", Needs: []string{"smoke-framework"}, Port: 8080},
		{Name: "FlyingFox", Needs: []string{"FlyingFox"}, Port: 8080},
		{Name: "gRPC Swift", Needs: []string{"grpc-swift", "grpc-swift-2"}, Port: 50051},
		{Name: "SwiftNIO", Needs: []string{"swift-nio"}, Port: 8080, Library: true},
		{Name: "ArgumentParser", Needs: []string{"swift-argument-parser"}, Kind: universalbuild.CLI, Library: true},
	},
	Natives: []language.Native{
		{Needs: []string{"postgres-kit", "fluent-postgres-driver"}, Runtime: []string{"tzdata"}},
		{Needs: []string{"sqlite-nio", "fluent-sqlite-driver", "GRDB.swift", "SQLite.swift"}, Build: []string{"libsqlite3-dev"}, Runtime: []string{"libsqlite3-0"}},
	},
	EnvReads: []language.Pattern{
		`\bEnvironment\.get\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)\s*(?:\?\?\s*"([^"\n]*)")?`,
		`\bProcessInfo\.processInfo\.environment\[\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\]\s*(?:\?\?\s*"([^"\n]*)")?`,
		`\benvironment\.get\(\s*"([A-Z][A-Z0-9_]*)"`,
		`\bgetenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
	},
	PortUses: []language.Pattern{
		`"PORT"[^\n]{0,80}?\?\?\s*"?(\d{2,5})`,
		`\bconfiguration\.port\s*=\s*(\d{2,5})`,
		`(?i)\bport:\s*(\d{2,5})\b`,
		`(?i)\b(?:let|var)\s+\w*port\w*(?:\s*:\s*\w+)?\s*=\s*(\d{2,5})\b`,
		`\bhtons\(\s*(\d{2,5})\s*\)`,
	},
	Routes: []language.Pattern{
		`\.get\(\s*"(/[^"\n]*)"`,
		`"GET (/[^"\s]*)`,
	},
	Claim:          swiftClaim,
	Dependencies:   swiftDependencies,
	Version:        swiftVersion,
	DefaultVersion: "6.1",
	ImageVersion:   imageVersion("swift"),
	Start:          swiftStart,
	Health:         swiftHealth,
	Recipe:         swiftRecipe,
}

const swiftServes = language.Pattern(`\bimport\s+(?:Vapor|Hummingbird|Kitura|PerfectHTTPServer|FlyingFox|Swifter|SmokeHTTP1)\b|\bServerBootstrap\(|\blisten\(\s*\w+\s*,|\bLambdaRuntime\b`)

// swiftProducts lists the programs of a package: what it says is executable,
// then folders of Sources that hold a main.swift.
func swiftProducts(f *language.Folder) []string {
	pkg, _ := language.Parse(f, "Package.swift", nativebuild.ParseSwiftPackage)
	out := slices.Clone(pkg.Executables)
	for _, file := range f.Glob("Sources/*/main.swift") {
		if name := path.Base(path.Dir(file)); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if len(out) == 0 && f.Has("Sources/main.swift") && pkg.Name != "" {
		out = append(out, pkg.Name)
	}
	sort.SliceStable(out, func(i, j int) bool { return swiftRank(out[i], pkg.Name) < swiftRank(out[j], pkg.Name) })
	return out
}

func swiftRank(name, pkg string) int {
	switch {
	case name == "Run": // Vapor's templates up to version 4.50
		return -2
	case name == pkg:
		return -1
	}
	return serviceNameRank(strings.ToLower(name))
}

func swiftClaim(f *language.Folder) (language.Claim, bool) {
	pkg, ok := language.Parse(f, "Package.swift", nativebuild.ParseSwiftPackage)
	if !ok {
		return language.Claim{}, false
	}
	why := f.At("swift.package", "Package.swift", "Package(")
	claim := language.Claim{System: "swiftpm", Name: pkg.Name, Confidence: finding.Certain, Why: []finding.Evidence{why}}
	if len(swiftProducts(f)) == 0 {
		claim.Role, claim.RoleWhy = language.Library, why
		return claim, true
	}
	for _, file := range f.Glob("Sources/**/*.swift") {
		content, _ := f.Text(file)
		if at := firstLine(f, "swift.listens", file, content, swiftServes); at.Rule != "" {
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, at
			return claim, true
		}
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("swift.executable", "Package.swift", "executable")
	return claim, true
}

func swiftDependencies(p *language.Project) []language.Dependency {
	pkg, _ := language.Parse(p.Folder, "Package.swift", nativebuild.ParseSwiftPackage)
	var deps []language.Dependency
	for _, d := range pkg.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Version, Path: p.Join("Package.swift"), Line: d.Line}
		if d.Path != "" {
			dep.Local = p.Sub(d.Path).Path
		}
		deps = append(deps, dep)
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

func swiftVersion(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{oneLineVersion(p.Folder, "swift.version_file", ".swift-version"), toolVersion(p.Folder, "swift")}
	pkg, _ := language.Parse(p.Folder, "Package.swift", nativebuild.ParseSwiftPackage)
	if pkg.ToolsVersion != "" {
		candidates = append(candidates, finding.Of(pkg.ToolsVersion, finding.Likely, p.At("swift.tools_version", "Package.swift", "swift-tools-version")))
	}
	return finding.First(strings.Clone, candidates...)
}

// oneLineVersion reads a file that holds one version and nothing else.
func oneLineVersion(f *language.Folder, rule, file string) finding.Finding[string] {
	content, _ := f.Text(file)
	version := strings.TrimSpace(content)
	if version == "" || len(version) > 40 || strings.ContainsAny(version, "\n ") {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.At(rule, file, version))
}

func swiftStart(p *language.Project) finding.Finding[language.Start] {
	products := swiftProducts(p.Folder)
	if len(products) == 0 {
		return finding.Finding[language.Start]{}
	}
	binary := "/app/bin/" + safeFileName(products[0])
	command := []string{binary}
	if p.Framework.Value == "Vapor" {
		command = []string{"sh", "-c", "exec " + binary + " serve --env production --hostname 0.0.0.0 --port ${PORT:-8080}"}
	}
	confidence := finding.Certain
	if len(products) > 1 {
		confidence = finding.Likely
	}
	found := finding.Of(language.Start{Command: command}, confidence, p.At("swift.executable", "Package.swift", `"`+products[0]+`"`))
	for _, other := range products[1:] {
		found.Lost = append(found.Lost, finding.Alternative{Value: other, Confidence: finding.Guess, Evidence: p.At("swift.executable", "Package.swift", `"`+other+`"`)})
	}
	return found
}

const swiftHealthRoute = language.Pattern(`\.get\(\s*"/?(health|healthz|healthcheck|ping|status|live|ready)"`)

// swiftHealth knows that Vapor's and Hummingbird's routes are written without
// a leading slash.
func swiftHealth(p *language.Project) finding.Finding[string] {
	for _, file := range p.Glob("Sources/**/*.swift") {
		content, _ := p.Text(file)
		if m := swiftHealthRoute.Regexp().FindStringSubmatch(content); m != nil {
			return finding.Of("/"+m[1], finding.Likely, p.At("swift.health_route", file, m[0]))
		}
	}
	return finding.Finding[string]{}
}

// swiftImage names the official image. Those on Debian 12 start with 5.10; a
// newer compiler builds packages of older tools versions.
func swiftImage(version string) string {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	m, errMajor := strconv.Atoi(major)
	n, _ := strconv.Atoi(minor)
	if errMajor != nil || m < 5 || m == 5 && n < 10 || m > 20 || n > 99 {
		return "swift:5.10-bookworm"
	}
	return fmt.Sprintf("swift:%d.%d-bookworm", m, n)
}

func swiftRecipe(p *language.Project) language.Recipe {
	var local []*language.Folder
	pkg, _ := language.Parse(p.Folder, "Package.swift", nativebuild.ParseSwiftPackage)
	for _, d := range pkg.Dependencies {
		if d.Path != "" {
			local = append(local, p.Sub(d.Path))
		}
	}
	base := contextAround(p, local...)
	dir := inFolder(base, p.Path)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: swiftImage(p.Version.Value), Workdir: "/app", Environment: map[string]string{},
			CachePaths: []string{"/root/.cache/org.swift.swiftpm", path.Join(dir, ".build")},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: p.Version.Confidence, Evidence: p.At("swift.tools_version", "Package.swift", "swift-tools-version")}},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	swift, chdir := "swift", ""
	if dir != "." {
		chdir = " --package-path " + shellWord(dir)
	}
	if len(pkg.Dependencies) > 0 && len(local) == 0 && p.Workspace == nil {
		r.Build.Manifests = []string{"Package.swift"}
		if p.Has("Package.resolved") {
			r.Build.Manifests = []string{"Package.resolved", "Package.swift"}
		}
		r.Build.PreBuildCommands = []string{swift + " package resolve"}
	}
	var copies []string
	products := swiftProducts(p.Folder)
	for i, product := range products {
		if i > 0 && !p.Has("Procfile") {
			break
		}
		name := safeFileName(product)
		build := fmt.Sprintf("swift build -c release --static-swift-stdlib --product %s%s", shellWord(product), chdir)
		r.Build.BuildCommands = append(r.Build.BuildCommands, fmt.Sprintf(`%s && mkdir -p /out && cp "$(%s --show-bin-path)/%s" /out/%s`, build, build, name, name))
		copies = append(copies, name)
	}
	for _, name := range copies {
		takeBinary(p, &r, name)
	}
	swiftRuntimeNeeds(p, dir, &r)
	return r
}

func swiftRuntimeNeeds(p *language.Project, dir string, r *language.Recipe) {
	packages := map[string]bool{}
	var texts []string
	for _, file := range p.Glob("Sources/**/*.swift") {
		content, _ := p.Text(file)
		texts = append(texts, content)
		if strings.Contains(content, "import FoundationNetworking") {
			packages["libcurl4"], packages["ca-certificates"] = true, true
		}
		if strings.Contains(content, "import FoundationXML") {
			packages["libxml2"] = true
		}
	}
	if len(p.Deps) > 0 {
		packages["ca-certificates"] = true
		packages["tzdata"] = true
	}
	r.Runtime.SystemPackages = sortedKeys(packages)
	if p.Framework.Value == "Vapor" { // read by Vapor itself
		texts = append(texts, `"./Public"`, `"./Resources"`)
	}
	copyRuntimeAssets(p, dir, texts, r)
}
