package haskell

import (
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/hackage"
	"aipack/backend/universalbuild"
)

// packageOf reads the package: package.yaml, which Stack turns into the
// .cabal file, else the .cabal file itself.
func packageOf(f *language.Folder) (hackage.Package, string, bool) {
	if p, ok := language.Parse(f, "package.yaml", hackage.ParseHpack); ok && (len(p.Executables) > 0 || len(p.Dependencies) > 0) {
		return p, "package.yaml", true
	}
	for _, file := range f.Glob("*.cabal") {
		if p, ok := language.Parse(f, file, hackage.ParseCabal); ok {
			return p, file, true
		}
	}
	return hackage.Package{}, "", false
}

func claim(f *language.Folder) (language.Claim, bool) {
	pkg, file, ok := packageOf(f)
	if !ok || file == "package.yaml" && !f.Has("stack.yaml") && len(f.Glob("**/*.hs")) == 0 {
		return language.Claim{}, false
	}
	claim := language.Claim{System: "cabal", Name: pkg.Name, Confidence: finding.Certain, Why: []finding.Evidence{f.At("haskell.package", file, "name")}}
	if f.Has("stack.yaml") || file == "package.yaml" {
		claim.System = "stack"
		if f.Has("stack.yaml") {
			claim.Why = append(claim.Why, f.Evidence("haskell.stack", "stack.yaml", 0, ""))
		}
	}
	if len(pkg.Executables) == 0 {
		claim.Role, claim.RoleWhy = language.Library, claim.Why[0]
		return claim, true
	}
	for _, d := range pkg.Dependencies {
		switch d {
		case "yesod", "yesod-core", "servant-server", "scotty", "Spock", "ihp", "snap-server", "snap", "happstack-server", "warp", "wai-extra":
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, f.At("haskell.server", file, d)
			return claim, true
		}
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("haskell.executable", file, pkg.Executables[0])
	return claim, true
}

func dependencies(p *language.Project) []language.Dependency {
	pkg, file, _ := packageOf(p.Folder)
	var deps []language.Dependency
	for _, name := range pkg.Dependencies {
		where := p.At("haskell.dependency", file, name)
		deps = append(deps, language.Dependency{Name: name, Path: where.Path, Line: where.Line})
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// ltsCompiler gives the compiler of one of Stackage's long-term releases, as
// stackage.org lists them; "" for one that is not known.
func ltsCompiler(major int) string {
	compilers := [...]string{
		"8.6.5", "8.8.2", "8.8.4", "8.10.4", "8.10.7", "9.0.2", // 14 to 19
		"9.2.8", "9.4.8", "9.6.6", "9.8.4", "9.10.2", // 20 to 24
	}
	if n := major - 14; n >= 0 && n < len(compilers) {
		return compilers[n]
	}
	return ""
}

// versionOf is that of GHC.
func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{
		version.File(p.Folder, "haskell.version_file", ".ghc-version"),
		version.Tool(p.Folder, "ghc", "haskell"),
	}
	if ghc, _ := language.Parse(p.Folder, "cabal.project", hackage.ParseCabalProject); ghc != "" {
		candidates = append(candidates, finding.Of(ghc, finding.Certain, p.At("haskell.with_compiler", "cabal.project", "with-compiler")))
	}
	stack, _ := language.Parse(p.Folder, "stack.yaml", hackage.ParseStack)
	if ghc, ok := strings.CutPrefix(stack.Resolver, "ghc-"); ok {
		candidates = append(candidates, finding.Of(ghc, finding.Certain, p.Evidence("haskell.resolver", "stack.yaml", stack.Line, stack.Resolver)))
	}
	if lts, ok := strings.CutPrefix(stack.Resolver, "lts-"); ok {
		major, _, _ := strings.Cut(lts, ".")
		if n, err := strconv.Atoi(major); err == nil && ltsCompiler(n) != "" {
			candidates = append(candidates, finding.Of(ltsCompiler(n), finding.Likely, p.Evidence("haskell.resolver", "stack.yaml", stack.Line, stack.Resolver)))
		}
	}
	return finding.First(strings.Clone, candidates...)
}

// mainExecutable picks the executable named like the package, else the first.
func mainExecutable(pkg hackage.Package) string {
	for _, name := range pkg.Executables {
		if name == pkg.Name || name == pkg.Name+"-exe" || name == pkg.Name+"-server" {
			return name
		}
	}
	if len(pkg.Executables) > 0 {
		return pkg.Executables[0]
	}
	return ""
}
