// Package zig knows Zig and its build files. It offers Language.
package zig

import (
	"aipack/backend/language"
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
	Frameworks: frameworks,
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
