package languages

import (
	"aipack/backend/language"
)

// Kotlin on the JVM builds as Java does. Whose module a folder is, is decided
// by its sources, not by the language its build script is written in.
var Kotlin = language.Language{
	ID:         "kotlin",
	Name:       "Kotlin",
	Extensions: []string{".kt"},
	Manifests:  jvmManifests,
	SkipDirs:   []string{"target", "build", ".gradle", ".kotlin"},
	Systems:    jvmSystems,
	Frameworks: jvmFrameworks,
	Natives:    jvmNatives,
	EnvReads:   jvmEnvReads,
	PortUses:   jvmPortUses,
	Routes:     jvmRoutes,

	Workspace:      jvmWorkspace,
	Claim:          func(f *language.Folder) (language.Claim, bool) { return jvmClaim(f, "kotlin") },
	Dependencies:   jvmDependencies,
	Version:        jvmVersion,
	DefaultVersion: jvmDefault,
	ImageVersion:   jvmImageVersion,
	Framework:      jvmFramework,
	Start:          jvmStart,
	Port:           jvmPort,
	Health:         jvmHealth,
	Variables:      jvmVariables,
	Recipe:         jvmRecipe,
}

// Groovy on the JVM, Grails above all, builds as Java does.
var Groovy = language.Language{
	ID:         "groovy",
	Name:       "Groovy",
	Extensions: []string{".groovy", ".gsp"},
	Manifests:  jvmManifests,
	SkipDirs:   []string{"target", "build", ".gradle"},
	Systems:    jvmSystems,
	Frameworks: jvmFrameworks,
	Natives:    jvmNatives,
	EnvReads:   jvmEnvReads,
	PortUses:   jvmPortUses,
	Routes:     jvmRoutes,

	Workspace:      jvmWorkspace,
	Claim:          func(f *language.Folder) (language.Claim, bool) { return jvmClaim(f, "groovy") },
	Dependencies:   jvmDependencies,
	Version:        jvmVersion,
	DefaultVersion: jvmDefault,
	ImageVersion:   jvmImageVersion,
	Framework:      jvmFramework,
	Start:          jvmStart,
	Port:           jvmPort,
	Health:         jvmHealth,
	Variables:      jvmVariables,
	Recipe:         jvmRecipe,
}
