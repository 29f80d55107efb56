// Package dart knows Dart on a server and Flutter's sites. It offers Language.
package dart

import (
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
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
	Frameworks: []language.Framework{
		{Name: "Serverpod", Needs: []string{"serverpod"}, Port: 8080},
		{Name: "Dart Frog", Needs: []string{"dart_frog"}, Port: 8080},
		{Name: "Conduit", Needs: []string{"conduit", "conduit_core"}, Port: 8888},
		{Name: "Angel3", Needs: []string{"angel3_framework"}, Port: 3000},
		{Name: "Alfred", Needs: []string{"alfred"}, Port: 3000},
		{Name: "Jaspr", Needs: []string{"jaspr"}, Port: 8080},
		{Name: "Shelf", Needs: []string{"shelf", "shelf_router"}, Port: 8080},
		{Name: "Flutter", Needs: []string{"flutter"}, Port: 8080},
		{Name: "nyxx", Needs: []string{"nyxx"}, Kind: universalbuild.Worker},
		{Name: "Televerse", Needs: []string{"televerse"}, Kind: universalbuild.Worker},
	},
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
