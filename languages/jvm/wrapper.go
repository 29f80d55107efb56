package jvm

import (
	"fmt"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// wrapped is how the build tool is called: the wrapper, made executable where
// the repository has lost that, or the program of the image.
func (b *build) wrapped(root *language.Folder, script, program string) string {
	if !b.wrapper {
		return program
	}
	if f, err := root.Reader().Repo.Metadata(root.Join(script)); err == nil && !f.Executable {
		return "chmod +x " + script + " && ./" + script
	}
	return "./" + script
}

// gradleMajor picks Gradle's version where no wrapper does: the newest that
// still knows what the script uses and the JDK.
func (b *build) gradleMajor() string {
	for _, part := range b.m.gradle.parts {
		for _, d := range part.g.Dependencies {
			if d.Configuration == "compile" || d.Configuration == "testCompile" || d.Configuration == "runtime" {
				return "6" // Gradle 7 removed these
			}
		}
	}
	if b.level >= 25 {
		return "9"
	}
	return "8"
}

// gradleFits lifts the JDK that builds where the pinned Gradle cannot run on
// the declared one, and warns where it is the other way round.
func (b *build) gradleFits(version string, where finding.Evidence) {
	const firstOn17 = "9"
	if strings.HasPrefix(version, firstOn17+".") && b.level < 17 {
		b.level = 17
		return
	}
	if newest := gradleNewestJDK(version); newest < b.level {
		b.p.Reader().Folder(".").Warn(where.Path, "gradle_too_old",
			fmt.Sprintf("Gradle %s cannot run on Java %d, which the project asks for; Java %d is the newest it knows", version, b.level, newest),
			fmt.Sprintf("./gradlew wrapper --gradle-version=8.14, or declare Java %d", jdkLTSBelow(newest)))
	}
}
