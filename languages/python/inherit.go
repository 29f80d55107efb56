package python

import (
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/languages/python/distribution"
	"aipack/languages/python/listing"
)

// inherit adds to a member of a uv workspace what the workspace's root alone asks for,
// where the member imports some of it: its developers sync the one environment that all
// share, and so do images of it. With SQLAlchemy come the root's drivers, which nothing
// imports.
// https://docs.astral.sh/uv/concepts/projects/workspaces/,
// https://docs.astral.sh/uv/reference/cli/#uv-sync--all-packages
func (p *projectFacts) inherit() {
	root, _ := p.uvRoot()
	if root == nil || !root.Has("uv.lock") {
		return
	}
	project, _ := language.Parse(root, "pyproject.toml", pypi.ParseProject)
	own := func(name string) bool {
		return slices.ContainsFunc(p.needs, func(n need) bool { return n.Name == name && !n.dev })
	}
	imported := map[string]bool{}
	for n, rel := range listing.Paths(p.Folder) {
		if n == maxImporting {
			break
		}
		src, _ := sourceOf(p.Folder, rel)
		for _, m := range src.Modules {
			head, _, _ := strings.Cut(m, ".")
			if name, known := distribution.Modules()[head]; known && !p.hasOwn(head, ".") {
				name, _, _ = strings.Cut(name, "[")
				imported[name] = true
			}
		}
	}
	for _, r := range project.Dependencies {
		if imported[r.Name] && !own(r.Name) {
			p.shared = true
		}
	}
	at := strings.Repeat("../", strings.Count(strings.TrimPrefix(p.Path, root.Path+"/"), "/")+1) + "pyproject.toml"
	for _, r := range project.Dependencies {
		if p.shared && !own(r.Name) && (imported[r.Name] || imported["sqlalchemy"] && distribution.Driver(r.Name)) {
			p.needs = append(p.needs, need{r, false, at})
		}
	}
}
