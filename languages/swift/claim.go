package swift

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/version"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

const serves = language.Pattern(`\bimport\s+(?:Vapor|Hummingbird|Kitura|PerfectHTTPServer|FlyingFox|Swifter|SmokeHTTP1)\b|\bServerBootstrap\(|\blisten\(\s*\w+\s*,|\bLambdaRuntime\b`)

// productsOf lists the programs of a package: what it says is executable,
// then folders of Sources that hold a main.swift.
func productsOf(f *language.Folder) []string {
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
	sort.SliceStable(out, func(i, j int) bool { return rank(out[i], pkg.Name) < rank(out[j], pkg.Name) })
	return out
}

func rank(name, pkg string) int {
	switch {
	case name == "Run": // Vapor's templates up to version 4.50
		return -2
	case name == pkg:
		return -1
	}
	return binary.Rank(strings.ToLower(name))
}

func claim(f *language.Folder) (language.Claim, bool) {
	pkg, ok := language.Parse(f, "Package.swift", nativebuild.ParseSwiftPackage)
	if !ok {
		return language.Claim{}, false
	}
	why := f.At("swift.package", "Package.swift", "Package(")
	claim := language.Claim{System: "swiftpm", Name: pkg.Name, Confidence: finding.Certain, Why: []finding.Evidence{why}}
	if len(productsOf(f)) == 0 {
		claim.Role, claim.RoleWhy = language.Library, why
		return claim, true
	}
	for _, file := range f.Glob("Sources/**/*.swift") {
		content, _ := f.Text(file)
		if at := f.AtCode("swift.listens", file, content, serves); at.Rule != "" {
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, at
			return claim, true
		}
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("swift.executable", "Package.swift", "executable")
	return claim, true
}

func dependencies(p *language.Project) []language.Dependency {
	pkg, _ := language.Parse(p.Folder, "Package.swift", nativebuild.ParseSwiftPackage)
	var deps []language.Dependency
	for _, d := range pkg.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Version, Path: p.Join("Package.swift"), Line: d.Line}
		if d.Path != "" {
			dep.Local, dep.Absent = p.Sub(d.Path).Path, p.Absent(d.Path)
		}
		deps = append(deps, dep)
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{version.File(p.Folder, "swift.version_file", ".swift-version"), version.Tool(p.Folder, "swift")}
	pkg, _ := language.Parse(p.Folder, "Package.swift", nativebuild.ParseSwiftPackage)
	if pkg.ToolsVersion != "" {
		candidates = append(candidates, finding.Of(pkg.ToolsVersion, finding.Likely, p.At("swift.tools_version", "Package.swift", "swift-tools-version")))
	}
	return finding.First(strings.Clone, candidates...)
}
