// Package crystal knows Crystal with shards. It offers Language.
package crystal

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
)

const defaultVersion = "1.18"

// Language is shards and the crystal compiler.
var Language = language.Language{
	ID:         "crystal",
	Name:       "Crystal",
	Extensions: []string{".cr", ".ecr"},
	Manifests: []language.Manifest{
		{Name: "shard.yml", Priority: 1},
		{Name: "shard.lock", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "shards", Name: "Shards",
		Files:  []string{"shard.yml", "shard.lock"},
		Caches: []string{"/root/.cache/shards", "/root/.cache/crystal"},
		Practices: language.Practices{
			BuildImage: "crystallang/crystal:1.18.2-alpine", RuntimeImage: "debian:bookworm-slim",
			Build:     []string{"shards install --production", "shards build --production --release --no-debug --static app"},
			Test:      []string{"crystal spec"},
			Caches:    []string{"/root/.cache/shards", "/root/.cache/crystal"},
			Artifacts: []string{"bin/app"},
			Ports:     []int{3000},
			Notes: []string{
				"Crystal links statically with musl only, which is what its Alpine image is for; the binary then runs on any Linux.",
				"A static binary still needs ca-certificates to speak TLS and tzdata to know time zones.",
			},
		},
	}},
	Frameworks: frameworks,
	EnvReads: []language.Pattern{
		`\bENV\.fetch\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*,\s*"([^"\n]*)"`,
		`\bENV\[\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\]\??(?:\s*\|\|\s*"([^"\n]*)")?`,
		`\bENV\.fetch\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
	},
	PortUses: []language.Pattern{
		`\bENV\.fetch\(\s*"[A-Z_]*PORT"\s*,\s*"?(\d{2,5})\b`,
		`\bENV\[\s*"[A-Z_]*PORT"\s*\]\?\s*\|\|\s*"?(\d{2,5})\b`,
		`\b(?:bind_tcp|TCPServer\.new)\s*\(?\s*(?:"[^"\n]*"\s*,\s*)?(\d{2,5})\b`,
		`\bKemal\.(?:run|config\.port)\s*(?:=|\()?\s*(\d{2,5})\b`,
	},
	Routes: []language.Pattern{
		`(?m)^[ \t]*get\s*\(?\s*"(/[^"\s]*)"`,
		`\bpath\s*==\s*"(/[^"\s]*)"`,
		`(?m)^[ \t]*when\s+"(/[^"\s]*)"`,
	},
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: defaultVersion,
	ImageVersion:   version.Image("crystallang/crystal"),
	Start:          start,
	Recipe:         recipe,
}
