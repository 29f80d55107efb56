package javascript

import (
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/workspace"
)

// TypeScript is a JavaScript project whose own sources are mostly TypeScript.
var TypeScript = language.Language{
	ID:             "typescript",
	Name:           "TypeScript",
	Extensions:     []string{".ts", ".tsx", ".mts", ".cts"},
	Manifests:      manifests,
	SkipDirs:       skipDirs,
	Systems:        systems,
	Frameworks:     frameworks,
	Natives:        natives,
	EnvReads:       envReads,
	PortUses:       portUses,
	Routes:         routes,
	Workspace:      workspace.Find,
	Claim:          claimTypeScript,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: node.DefaultVersion,
	ImageVersion:   imageVersion,
	Framework:      framework,
	Start:          start,
	Port:           port,
	Health:         health,
	Recipe:         recipe,
	Assets:         assets,
	Toolchain:      toolchain,
}

func claimTypeScript(f *language.Folder) (language.Claim, bool) {
	if !isTypeScript(f) {
		return language.Claim{}, false
	}
	return claim(f)
}
