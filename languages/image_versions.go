package languages

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/version"
)

// nodeImageVersion asks the runtime that the project is for.
func nodeImageVersion(p *language.Project, image language.Image) string {
	name := "node"
	switch p.Claim.System {
	case "bun":
		name = "oven/bun"
	case "deno":
		name = "denoland/deno"
	}
	image.Tag = strings.TrimPrefix(strings.TrimPrefix(image.Tag, "debian-"), "alpine-") // denoland/deno:alpine-2.1
	return version.Image(name)(p, image)
}

const (
	jvmBuilderTag = language.Pattern(`(?:jdk-?|temurin-|corretto-|openjdk-|zulu-|eclipse-temurin-)(\d+)`)
	jvmJavaTag    = language.Pattern(`^(?:jdk-|jre-)?(\d+)`)
)

// jvmImageVersion reads the Java version of a JDK's image, or of a builder's
// whose own version stands first: maven:3.9-eclipse-temurin-21, gradle:8-jdk17.
func jvmImageVersion(_ *language.Project, image language.Image) string {
	pattern := jvmJavaTag
	switch name := image.Name[strings.LastIndexByte(image.Name, '/')+1:]; name {
	case "maven", "gradle", "clojure", "sbt":
		pattern = jvmBuilderTag
	case "eclipse-temurin", "openjdk", "amazoncorretto", "ibm-semeru-runtimes", "zulu-openjdk", "liberica-openjdk-debian", "liberica-openjdk-alpine", "sapmachine":
	default:
		return ""
	}
	if m := pattern.Regexp().FindStringSubmatch(image.Tag); m != nil {
		return m[1]
	}
	return ""
}
