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
