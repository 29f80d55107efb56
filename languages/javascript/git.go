package javascript

import (
	"slices"

	"aipack/backend/language"
	"aipack/backend/language/node"
)

// gitVersion is a version that stands for a repository: a git address, or the short
// form of a host's (docs.npmjs.com/cli/configuring-npm/package-json, "Git URLs as
// Dependencies", "GitHub URLs").
const gitVersion language.Pattern = `^(?:git(?:\+\w+)?:|github:|gitlab:|bitbucket:|gist:|git@)|^[\w-]+/[\w.-]+(?:#\S+)?$|^https?://\S+\.git(?:#\S+)?$`

// fetchesByGit gives the build git where a dependency is taken from a repository: the
// slim image has none. Without a key of its own it asks a public host over HTTPS, also
// where a lock file says SSH, as npm writes it.
func (pl plan) fetchesByGit(r *language.Recipe) {
	folders := []*language.Folder{pl.root, pl.p.Folder}
	for _, m := range pl.members() {
		folders = append(folders, pl.root.Sub(m))
	}
	if !slices.ContainsFunc(folders, takesFromGit) {
		return
	}
	for _, name := range []string{"ca-certificates", "git"} {
		if !slices.Contains(r.Build.SystemPackages, name) {
			r.Build.SystemPackages = append(r.Build.SystemPackages, name)
		}
	}
	slices.Sort(r.Build.SystemPackages)
	r.Build.Setup = append(r.Build.Setup, "git config --global url.https://github.com/.insteadOf ssh://git@github.com/")
}

func takesFromGit(f *language.Folder) bool {
	pkg, _ := node.Package(f)
	for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies, pkg.OptionalDependencies} {
		for _, v := range deps {
			if gitVersion.Matches(v) {
				return true
			}
		}
	}
	return false
}
