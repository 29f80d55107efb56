// Package haskell knows Haskell with Stack and Cabal. It offers Language.
package haskell

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// Language is Stack and Cabal.
var Language = language.Language{
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
	Frameworks: frameworks,
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
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "9.10",
	ImageVersion:   version.Image("haskell"),
	Start:          start,
	Recipe:         recipe,
}
