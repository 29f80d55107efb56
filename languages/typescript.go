package languages

import (
	"aipack/backend/language"
	"aipack/backend/language/node"
)

// TypeScript is a JavaScript project whose own sources are mostly TypeScript.
var TypeScript = language.Language{
	ID:             "typescript",
	Name:           "TypeScript",
	Extensions:     []string{".ts", ".tsx", ".mts", ".cts"},
	Manifests:      nodeManifests,
	SkipDirs:       nodeSkipDirs,
	Systems:        nodeSystems,
	Frameworks:     nodeFrameworks,
	Natives:        nodeNatives,
	EnvReads:       nodeEnvReads,
	PortUses:       nodePortUses,
	Routes:         nodeRoutes,
	Workspace:      nodeWorkspace,
	Claim:          claimTypeScript,
	Dependencies:   nodeDependencies,
	Version:        nodeVersion,
	DefaultVersion: node.DefaultVersion,
	ImageVersion:   nodeImageVersion,
	Framework:      nodeFramework,
	Start:          nodeStart,
	Port:           nodePort,
	Health:         nodeHealth,
	Recipe:         nodeRecipe,
	Assets:         nodeAssets,
	Toolchain:      nodeToolchain,
}

func claimTypeScript(f *language.Folder) (language.Claim, bool) {
	if !nodeIsTypeScript(f) {
		return language.Claim{}, false
	}
	return nodeClaim(f)
}
