package rust

import (
	"path"
	"slices"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// linkers are Debian's packages of the linkers that Cargo's configuration names;
// gcc and its ld come with the image.
var linkers = map[string]string{"clang": "clang", "lld": "lld", "ld.lld": "lld", "mold": "mold"}

// linker gives the build the programs that the project's .cargo/config.toml has
// its binaries linked with.
func linker(root *language.Folder, r *language.Recipe) {
	config, _ := configOf(root)
	for _, name := range config.Linkers {
		name = path.Base(name)
		wanted := linkers[name]
		if wanted == "" || slices.Contains(r.Build.SystemPackages, wanted) {
			continue
		}
		file := ".cargo/config.toml"
		if !root.Has(file) {
			file = ".cargo/config"
		}
		r.Build.SystemPackages = append(r.Build.SystemPackages, wanted)
		r.Why = append(r.Why, language.Reason{Field: "/build/system_packages", Confidence: finding.Likely, Evidence: root.At("rust.linker", file, name)})
	}
}
