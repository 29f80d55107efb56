package version

import (
	"slices"

	"aipack/backend/language"
)

const imageTagVersion = language.Pattern(`^v?(\d+(?:\.\d+){0,2})(?:-|$)`)

// Image reads the version that the tags of official images begin with:
// python:3.13-slim, hexpm/elixir:1.18.1-erlang-27.2-debian-bookworm. "latest"
// and a distribution's name say nothing.
func Image(names ...string) func(*language.Project, language.Image) string {
	return func(_ *language.Project, image language.Image) string {
		if !slices.Contains(names, image.Name) {
			return ""
		}
		if m := imageTagVersion.Regexp().FindStringSubmatch(image.Tag); m != nil {
			return m[1]
		}
		return ""
	}
}
