package language

import "slices"

// AddAssets adds to the project's recipe what builds the assets that projects
// of other languages beside it make, in front of its own build. It reports
// whether there was anything to add.
func (p *Project) AddAssets(r *Recipe) bool {
	return slices.ContainsFunc(p.Beside, func(b *Project) bool { return p.AddAssetsOf(b, "", r) })
}

// AddAssetsOf adds those of one project, made by that script; "" for the one
// that its language takes.
func (p *Project) AddAssetsOf(b *Project, script string, r *Recipe) bool {
	return b.Language.Assets != nil && b.Language.Assets(p, b, script, r)
}

// AddToolchain puts the toolchain of the first part that needs one beside the
// build's own tool, where the build calls it and does not bring it along.
func (p *Project) AddToolchain(r *Recipe) {
	for _, b := range p.Beside {
		if b.Language.Toolchain != nil && slices.Contains(p.Claim.Parts, b.Path) {
			b.Language.Toolchain(b, r)
			return
		}
	}
}
