// Package julia knows Julia. It offers Language.
package julia

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// Language is Julia with its package manager.
var Language = language.Language{
	ID:         "julia",
	Name:       "Julia",
	Extensions: []string{".jl"},
	Manifests: []language.Manifest{
		{Name: "Project.toml", Priority: 1},
		{Name: "JuliaProject.toml", Priority: 1},
		{Name: "Manifest.toml", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "pkg", Name: "Pkg", Files: []string{"Project.toml", "Manifest.toml"},
		Practices: language.Practices{
			BuildImage: "julia:1.11-bookworm", RuntimeImage: "julia:1.11-bookworm",
			Build: []string{"julia --project=/app -e 'using Pkg; Pkg.instantiate(); Pkg.precompile()'"},
			Test:  []string{"julia --project=/app -e 'using Pkg; Pkg.test()'"}, Artifacts: []string{"."}, Ports: []int{8080},
			Notes: []string{
				"JULIA_DEPOT_PATH below /app keeps packages where they can be copied from.",
				"JULIA_CPU_TARGET=generic makes what is compiled in the build run on any machine.",
			},
		},
	}},
	Frameworks: frameworks,
	EnvReads: []language.Pattern{
		`\bget\(\s*ENV\s*,\s*"([A-Za-z_]\w*)"\s*,\s*"?([^"\n)]*)"?\s*\)`,
		`\bENV\[\s*"([A-Za-z_]\w*)"\s*\]`,
	},
	PortUses: []language.Pattern{
		`\bget\(\s*ENV\s*,\s*"PORT"\s*,\s*"?(\d{2,5})"?\s*\)`,
		`\bserve!?\([^)\n]*?(?:\bport\s*=\s*|,\s*)(\d{4,5})\b`, `\bup\(\s*(\d{4,5})\b`, `(?m)^(?:const\s+)?(?:PORT|port)\s*=\s*(\d{4,5})\b`,
	},
	Routes: []language.Pattern{
		`@get\s*\(?\s*"(/[^"\n]*)"`, `\broute\(\s*"(/[^"\n]*)"`, `\bHTTP\.register!\([^"\n]*"GET"\s*,\s*"(/[^"\n]*)"`, `\btarget\s*==\s*"(/[^"\n]*)"`,
	},
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "1.11",
	ImageVersion:   version.Image("julia"),
	Start:          start,
	Recipe:         recipe,
}
