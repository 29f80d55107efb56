package language

import (
	"slices"
	"strings"
)

// AddAssets adds to the project's recipe what builds the assets that projects
// of other languages beside it make, in front of its own build: those of the first,
// and those of the others whose bundlers write into the project's own folders
// (https://vite.dev/config/build-options.html#build-outdir). It reports whether
// there was anything to add.
func (p *Project) AddAssets(r *Recipe) bool {
	added := false
	for _, b := range p.Beside {
		if !added || p.holds(b.Claim.Into) {
			added = p.AddAssetsOf(b, "", r) || added
		}
	}
	return added
}

// holds reports whether a folder of the repository is one of the project's own: a
// bundler that is told to write there makes what the project's program serves.
func (p *Project) holds(dir string) bool {
	return dir != "" && (p.IsRoot() || dir == p.Path || strings.HasPrefix(dir, p.Path+"/"))
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
