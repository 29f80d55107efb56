package rust

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
)

// featuresOf finds the features that the project's own container file builds
// with: some crates do not compile with the default ones alone. Only features
// that Cargo.toml has count.
func featuresOf(p *language.Project, crate cargo.Manifest) (flags string, why finding.Evidence) {
	for _, s := range p.Built.Steps("cargo") {
		if s.Maybe || !s.Has("build", "install", "b") || s.Has("install") && len(s.Options("--path")) == 0 { // which installs another crate
			continue
		}
		var features []string
		for _, list := range s.Options("--features", "-F") {
			for _, name := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' }) {
				if name != "default" && hasFeature(crate, name) {
					features = append(features, name)
				}
			}
		}
		slices.Sort(features)
		if features = slices.Compact(features); len(features) > 0 {
			flags = " --features " + strings.Join(features, ",")
		}
		switch {
		case s.Has("--all-features"):
			flags = " --all-features"
		case s.Has("--no-default-features"):
			flags = " --no-default-features" + flags
		}
		if flags != "" {
			return flags, s.Evidence(p.Reader(), "rust.features", "features")
		}
	}
	return "", finding.Evidence{}
}

func hasFeature(crate cargo.Manifest, name string) bool {
	return slices.Contains(crate.Features, name) ||
		slices.ContainsFunc(crate.Dependencies, func(d cargo.Dependency) bool { return d.Optional && d.Key == name })
}
