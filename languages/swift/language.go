// Package swift knows Swift's packages on a server. It offers Language.
package swift

import (
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// Language is the Swift package manager on a server.
var Language = language.Language{
	ID:         "swift",
	Name:       "Swift",
	Extensions: []string{".swift"},
	Manifests: []language.Manifest{
		{Name: "Package.swift", Priority: 1},
		{Name: "Package.resolved", Priority: 3, Lock: true},
	},
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
	Frameworks: frameworks,
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
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "6.1",
	ImageVersion:   version.Image("swift"),
	Start:          start,
	Health:         health,
	Recipe:         recipe,
}

const healthRoute = language.Pattern(`\.get\(\s*"/?(health|healthz|healthcheck|ping|status|live|ready)"`)

// health knows that Vapor's and Hummingbird's routes are written without
// a leading slash.
func health(p *language.Project) finding.Finding[string] {
	for _, file := range p.Glob("Sources/**/*.swift") {
		content, _ := p.Text(file)
		if m := healthRoute.Regexp().FindStringSubmatch(content); m != nil {
			return finding.Of("/"+m[1], finding.Likely, p.At("swift.health_route", file, m[0]))
		}
	}
	return finding.Finding[string]{}
}
