package languages

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/hackage"
	"aipack/backend/universalbuild"
)

// Haskell is Stack and Cabal.
var Haskell = language.Language{
	ID:         "haskell",
	Name:       "Haskell",
	Extensions: []string{".hs", ".lhs"},
	Manifests: []language.Manifest{
		{Name: "stack.yaml", Priority: 1},
		{Name: "package.yaml", Priority: 1},
		{Name: "*.cabal", Priority: 1},
		{Name: "cabal.project", Priority: 2},
		{Name: "stack.yaml.lock", Priority: 3, Lock: true},
		{Name: "cabal.project.freeze", Priority: 3, Lock: true},
	},
	SkipDirs: []string{".stack-work", "dist-newstyle"},
	Systems: []language.System{
		{ID: "stack", Name: "Stack", Files: []string{"stack.yaml", "stack.yaml.lock", "package.yaml"}, Caches: []string{"/root/.stack", ".stack-work"}, Practices: language.Practices{
			BuildImage: "haskell:9.10-slim-bookworm", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"stack install --local-bin-path /out"}, Test: []string{"stack test"},
			Caches: []string{"/root/.stack", ".stack-work"}, Artifacts: []string{"/out/APP"}, Ports: []int{3000},
			Notes: []string{"The resolver decides the compiler: LTS 22 is GHC 9.6.", "Haskell programs link libgmp; it must be in the image that runs them."},
		}},
		{ID: "cabal", Name: "Cabal", Files: []string{"*.cabal", "cabal.project", "cabal.project.freeze"}, Caches: []string{"/root/.cabal", "/root/.local/state/cabal", "dist-newstyle"}, Practices: language.Practices{
			BuildImage: "haskell:9.10-slim-bookworm", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"cabal update", "cabal install exe:APP --installdir=/out --install-method=copy"}, Test: []string{"cabal test"},
			Caches: []string{"/root/.cabal", "dist-newstyle"}, Artifacts: []string{"/out/APP"}, Ports: []int{3000},
		}},
	},
	Frameworks: []language.Framework{
		{Name: "Yesod", Needs: []string{"yesod", "yesod-core"}, Port: 3000},
		{Name: "Servant", Needs: []string{"servant-server"}, Port: 8080},
		{Name: "Scotty", Needs: []string{"scotty"}, Port: 3000},
		{Name: "Spock", Needs: []string{"Spock"}, Port: 8080},
		{Name: "IHP", Needs: []string{"ihp"}, Port: 8000},
		{Name: "Snap", Needs: []string{"snap-server", "snap"}, Port: 8000},
		{Name: "Happstack", Needs: []string{"happstack-server"}, Port: 8000},
		{Name: "Warp", Needs: []string{"warp"}, Port: 3000, Library: true},
	},
	Natives: []language.Native{
		{Needs: []string{"postgresql-libpq", "postgresql-simple", "persistent-postgresql", "hasql"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
		{Needs: []string{"mysql", "persistent-mysql"}, Build: []string{"libmariadb-dev"}, Runtime: []string{"libmariadb3"}},
		{Needs: []string{"zlib", "streaming-commons"}, Build: []string{"zlib1g-dev"}, Runtime: []string{"zlib1g"}},
		{Needs: []string{"HsOpenSSL"}, Build: []string{"libssl-dev"}, Runtime: []string{"libssl3"}},
		{Needs: []string{"text-icu"}, Build: []string{"libicu-dev", "pkg-config"}, Runtime: []string{"libicu72"}},
	},
	EnvReads: []language.Pattern{
		`\b(?:lookupEnv|getEnv)\s+"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\bgetEnvDefault\s+"([A-Za-z_][A-Za-z0-9_]*)"\s+"([^"\n]*)"`,
	},
	PortUses: []language.Pattern{
		`\b(?:scotty|scottyT|run|runEnv|runSettings|spock|warp|quickHttpServe)\s+(\d{2,5})\b`,
		`\bsetPort\s+(\d{2,5})\b`,
		`(?m)\b\w*[pP]ort\w*\s*=\s*(\d{2,5})\b`,
		`\b(?:fromMaybe|maybe)\s+"?(\d{4,5})"?`,
	},
	Routes: []language.Pattern{
		`\bget\s+"(/[^"\n]*)"`,
		`(?m)^\s*(/\S*)\s+\w+R\s+GET\b`,
	},
	Claim:          haskellClaim,
	Dependencies:   haskellDependencies,
	Version:        haskellVersion,
	DefaultVersion: "9.10",
	ImageVersion:   imageVersion("haskell"),
	Start:          haskellStart,
	Recipe:         haskellRecipe,
}

// haskellPackage reads the package: package.yaml, which Stack turns into the
// .cabal file, else the .cabal file itself.
func haskellPackage(f *language.Folder) (hackage.Package, string, bool) {
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

func haskellClaim(f *language.Folder) (language.Claim, bool) {
	pkg, file, ok := haskellPackage(f)
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

func haskellDependencies(p *language.Project) []language.Dependency {
	pkg, file, _ := haskellPackage(p.Folder)
	var deps []language.Dependency
	for _, name := range pkg.Dependencies {
		where := p.At("haskell.dependency", file, name)
		deps = append(deps, language.Dependency{Name: name, Path: where.Path, Line: where.Line})
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// haskellLTS gives the compiler of one of Stackage's long-term releases, as
// stackage.org lists them; "" for one that is not known.
func haskellLTS(major int) string {
	compilers := [...]string{
		"8.6.5", "8.8.2", "8.8.4", "8.10.4", "8.10.7", "9.0.2", // 14 to 19
		"9.2.8", "9.4.8", "9.6.6", "9.8.4", "9.10.2", // 20 to 24
	}
	if n := major - 14; n >= 0 && n < len(compilers) {
		return compilers[n]
	}
	return ""
}

// haskellVersion is that of GHC.
func haskellVersion(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{
		oneLineVersion(p.Folder, "haskell.version_file", ".ghc-version"),
		toolVersion(p.Folder, "ghc", "haskell"),
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
		if n, err := strconv.Atoi(major); err == nil && haskellLTS(n) != "" {
			candidates = append(candidates, finding.Of(haskellLTS(n), finding.Likely, p.Evidence("haskell.resolver", "stack.yaml", stack.Line, stack.Resolver)))
		}
	}
	return finding.First(strings.Clone, candidates...)
}

// haskellMain picks the executable named like the package, else the first.
func haskellMain(pkg hackage.Package) string {
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

func haskellStart(p *language.Project) finding.Finding[language.Start] {
	pkg, file, _ := haskellPackage(p.Folder)
	name := haskellMain(pkg)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	found := finding.Of(language.Start{Command: []string{"/app/bin/" + safeFileName(name)}}, finding.Certain, p.At("haskell.executable", file, name))
	for _, other := range pkg.Executables {
		if other != name {
			found.Confidence = finding.Likely
			found.Lost = append(found.Lost, finding.Alternative{Value: other, Confidence: finding.Guess, Evidence: p.At("haskell.executable", file, other)})
		}
	}
	return found
}

// haskellImages names the official build image and the Debian it stands on.
// Debian 12 comes with GHC 9.10, Debian 11 with 9.6 and 9.8; for an older
// compiler Stack fetches its own.
func haskellImages(version string) (build, runtime string) {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	n, _ := strconv.Atoi(minor)
	switch {
	case major == "9" && n >= 10 && n < 50:
		return fmt.Sprintf("haskell:9.%d-slim-bookworm", n), "debian:bookworm-slim"
	case major == "9" && n == 8:
		return "haskell:9.8-slim-bullseye", "debian:bullseye-slim"
	}
	return "haskell:9.6-slim-bullseye", "debian:bullseye-slim"
}

func haskellRecipe(p *language.Project) language.Recipe {
	pkg, file, _ := haskellPackage(p.Folder)
	build, runtime := haskellImages(p.Version.Value)
	name := haskellMain(pkg)
	r := language.Recipe{
		Build:   universalbuild.Build{BaseImage: build, Workdir: "/app", Environment: map[string]string{}},
		Runtime: universalbuild.Runtime{BaseImage: runtime, Workdir: "/app", Environment: map[string]string{"LANG": "C.UTF-8"}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: p.Version.Confidence, Evidence: firstEvidence(append(p.Version.Evidence, p.At("haskell.package", file, "name")))}},
	}
	r.Runtime.SystemPackages = []string{"ca-certificates", "libgmp10", "netbase"}
	if p.Claim.System == "stack" {
		r.Build.CachePaths = []string{"/root/.stack", ".stack-work"}
		target := "stack install --local-bin-path /out"
		if !p.Has("stack.yaml") {
			target = "stack init && " + target
		}
		r.Build.BuildCommands = []string{target}
	} else {
		r.Build.CachePaths = []string{"/root/.cabal", "/root/.local/state/cabal", "dist-newstyle"}
		r.Build.BuildCommands = []string{"cabal update && cabal install " + shellWord("exe:"+name) + " --installdir=/out --install-method=copy --overwrite-policy=always"}
	}
	takeBinary(p, &r, safeFileName(name))
	var texts []string
	for _, source := range append(p.Glob("app/**/*.hs"), p.Glob("src/**/*.hs")...) {
		content, _ := p.Text(source)
		texts = append(texts, content)
	}
	if p.Framework.Value == "Yesod" {
		texts = append(texts, `"./static"`, `"./config"`)
	}
	copyRuntimeAssets(p, ".", texts, &r)
	return r
}
