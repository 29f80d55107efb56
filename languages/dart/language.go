// Package dart knows Dart on a server and Flutter's sites. It offers Language.
package dart

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// Language is pub, on a server or as a Flutter site.
var Language = language.Language{
	ID:         "dart",
	Name:       "Dart",
	Extensions: []string{".dart"},
	Manifests: []language.Manifest{
		{Name: "pubspec.yaml", Priority: 1},
		{Name: "pubspec.lock", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "pub", Name: "pub",
		Files:  []string{"pubspec.yaml", "pubspec.lock"},
		Caches: []string{"/root/.pub-cache"},
		Practices: language.Practices{
			BuildImage: "dart:3.9", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"dart pub get", "dart compile exe bin/server.dart -o /out/server"},
			Test:  []string{"dart test"}, Caches: []string{"/root/.pub-cache"}, Artifacts: []string{"/out/server"}, Ports: []int{8080},
			Notes: []string{
				"dart compile exe makes one file that needs no SDK to run.",
				"Code generators (build_runner) run before the compiler.",
			},
		},
	}},
	Frameworks: frameworks,
	EnvReads: []language.Pattern{
		`\bPlatform\.environment\[\s*['"]([A-Za-z_][A-Za-z0-9_]*)['"]\s*\]\s*(?:\?\?\s*['"]([^'"\n]*)['"])?`,
		`\bString\.fromEnvironment\(\s*['"]([A-Z][A-Z0-9_]*)['"](?:\s*,\s*defaultValue:\s*['"]([^'"\n]*)['"])?`,
	},
	PortUses: []language.Pattern{
		`['"]PORT['"]\s*\]?[^\n]{0,40}?\?\?\s*['"]?(\d{2,5})`,
		`\bserve\([^;\n]*,\s*(\d{2,5})\s*[,)]`,
		`\bHttpServer\.bind\([^;\n]*,\s*(\d{2,5})\s*[,)]`,
		`\.listen\(\s*(\d{2,5})`,
		`\b(?:const|final|var|int)\s+\w*port\w*\s*=\s*(\d{2,5})`,
	},
	Routes: []language.Pattern{
		`\.\.?get\(\s*['"](/[^'"\n]*)['"]`,
		`@Route\.get\(\s*['"](/[^'"\n]*)['"]`,
		`==\s*['"](/[a-z][^'"\s]*)['"]`,
		`\bcase\s+['"](/[a-z][^'"\s]*)['"]`,
	},
	Workspace:      workspace,
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: "3.9",
	ImageVersion:   version.Image("dart", "ghcr.io/cirruslabs/flutter"),
	Start:          start,
	Recipe:         recipe,
}
