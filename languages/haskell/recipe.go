package haskell

import (
	"fmt"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	pkg, file, _ := packageOf(p.Folder)
	name := mainExecutable(pkg)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	found := finding.Of(language.Start{Command: []string{"/app/bin/" + binary.FileName(name)}}, finding.Certain, p.At("haskell.executable", file, name))
	for _, other := range pkg.Executables {
		if other != name {
			found.Confidence = finding.Likely
			found.Alternatives = append(found.Alternatives, finding.Alternative{Value: other, Confidence: finding.Guess, Evidence: p.At("haskell.executable", file, other)})
		}
	}
	return found
}

// images names the official build image and the Debian it stands on.
// Debian 12 comes with GHC 9.10, Debian 11 with 9.6 and 9.8; for an older
// compiler Stack fetches its own.
func images(version string) (build, runtime string) {
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

func recipe(p *language.Project) language.Recipe {
	pkg, file, _ := packageOf(p.Folder)
	build, runtime := images(p.Version.Value)
	name := mainExecutable(pkg)
	r := language.Recipe{
		Build:   universalbuild.Build{BaseImage: build, Workdir: "/app", Environment: map[string]string{}},
		Runtime: universalbuild.Runtime{BaseImage: runtime, Workdir: "/app", Environment: map[string]string{"LANG": "C.UTF-8"}},
		Why: []language.Reason{{
			Field: "/build/base_image", Confidence: p.Version.Confidence,
			Evidence: language.FirstWhy(append(p.Version.Evidence, p.At("haskell.package", file, "name"))),
		}},
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
		r.Build.BuildCommands = []string{"cabal update && cabal install " + language.ShellWord("exe:"+name) + " --installdir=/out --install-method=copy --overwrite-policy=always"}
	}
	binary.Take(p, &r, binary.FileName(name))
	var texts []string
	for _, source := range append(p.Glob("app/**/*.hs"), p.Glob("src/**/*.hs")...) {
		content, _ := p.Text(source)
		texts = append(texts, content)
	}
	if p.Framework.Value == "Yesod" {
		texts = append(texts, `"./static"`, `"./config"`)
	}
	binary.TakeAssets(p, ".", texts, &r)
	return r
}
