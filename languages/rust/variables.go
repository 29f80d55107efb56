package rust

import (
	"slices"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

// variables are those that a framework reads by itself: the key that Rocket signs and
// encrypts with, without which a program that has its feature "secrets" does not start
// once it is compiled for release. https://rocket.rs/guide/v0.5/configuration/#secret-key
func variables(p *language.Project) []finding.Finding[universalbuild.Variable] {
	if key, _ := language.Parse(p.Folder, "Rocket.toml", cargo.RocketKey); p.Framework.Value != "Rocket" || key {
		return nil
	}
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	for _, d := range crate.Dependencies {
		if d.Name == "rocket" && slices.Contains(d.Features, "secrets") {
			why := p.At("rust.rocket_secrets", "Cargo.toml", "rocket")
			v := universalbuild.Variable{Name: "ROCKET_SECRET_KEY", Required: true, Secret: true, Description: "signs and encrypts private cookies", Path: why.Path, Line: why.Line}
			return []finding.Finding[universalbuild.Variable]{finding.Of(v, finding.Certain, why)}
		}
	}
	return nil
}
