package jvm

import (
	"aipack/backend/language"
)

// Kotlin on the JVM builds as Java does. Whose module a folder is, is decided
// by its sources, not by the language its build script is written in.
var Kotlin = language.Language{
	ID:         "kotlin",
	Name:       "Kotlin",
	Extensions: []string{".kt"},
	Manifests:  manifests,
	SkipDirs:   []string{"target", "build", ".gradle", ".kotlin"},
	Systems:    systems,
	Frameworks: frameworks,
	Natives:    natives,
	EnvReads:   envReads,
	PortUses:   portUses,
	Routes:     routes,

	Workspace:      workspace,
	Claim:          func(f *language.Folder) (language.Claim, bool) { return claim(f, "kotlin") },
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: defaultVersion,
	ImageVersion:   imageVersion,
	Framework:      framework,
	Start:          start,
	Port:           port,
	Health:         health,
	Variables:      variables,
	Recipe:         recipe,
}

// Groovy on the JVM, Grails above all, builds as Java does.
var Groovy = language.Language{
	ID:         "groovy",
	Name:       "Groovy",
	Extensions: []string{".groovy", ".gsp"},
	Manifests:  manifests,
	SkipDirs:   []string{"target", "build", ".gradle"},
	Systems:    systems,
	Frameworks: frameworks,
	Natives:    natives,
	EnvReads:   envReads,
	PortUses:   portUses,
	Routes:     routes,

	Workspace:      workspace,
	Claim:          func(f *language.Folder) (language.Claim, bool) { return claim(f, "groovy") },
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: defaultVersion,
	ImageVersion:   imageVersion,
	Framework:      framework,
	Start:          start,
	Port:           port,
	Health:         health,
	Variables:      variables,
	Recipe:         recipe,
}
