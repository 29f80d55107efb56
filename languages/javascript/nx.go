package javascript

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// nxServesItself reports whether a start script serves the folder's own project,
// as that of a standalone application does: https://nx.dev/concepts/types-of-workspaces.
func nxServesItself(f *language.Folder, start string) bool {
	nx, ok := workspace.NxProject(f)
	if !ok || nx.Type != "application" || nx.Targets["build"].Executor == "" {
		return false
	}
	words := strings.Fields(start)
	return len(words) >= 2 && words[0] == "nx" && words[1] == "serve" && (len(words) == 2 || words[2] == nx.Name || strings.HasPrefix(words[2], "-"))
}

// nxClaim claims a folder that has only a project.json: its dependencies stand
// in the workspace's root.
func nxClaim(f *language.Folder) (language.Claim, bool) {
	nx, ok := workspace.NxProject(f)
	if !ok || f.IsRoot() {
		return language.Claim{}, false
	}
	m := workspace.ManagerOf(f)
	c := language.Claim{
		System: m.ID, PackageManager: m.ID, Name: nx.Name, Confidence: finding.Likely, Role: language.Library,
		Why: []finding.Evidence{f.Evidence("node.nx-project", "project.json", 0, ""), m.Why}, RoleWhy: f.At("node.nx-type", "project.json", `"projectType"`),
	}
	build, serve := nx.Targets["build"], nx.Targets["serve"]
	if nx.Type != "application" || strings.HasSuffix(nx.Name, "-e2e") || build.Executor == "" && serve.Executor == "" && site.NxBundled(f) == "" {
		return c, true
	}
	c.Role, c.Kind = language.Service, universalbuild.Web
	if site.IsNxStatic(f, nx) {
		c.Kind = universalbuild.Static
		return c, true
	}
	c.Parts = servedPaths(f)
	return c, true
}

// nxFramework tells an Nx project's framework by its executors, then by what
// the workspace has and the project's sources import.
func nxFramework(p *language.Project, nx npm.NxProject) finding.Finding[string] {
	executor := nx.Targets["build"].Executor
	for _, e := range []struct{ part, name string }{
		{"/next:", "Next.js"}, {"/angular:", "Angular"}, {"build-angular", "Angular"},
		{"@angular/build", "Angular"}, {"/remix:", "Remix"}, {"/nuxt:", "Nuxt"}, {"/expo:", "Expo"},
	} {
		if strings.Contains(executor, e.part) {
			return finding.Of(e.name, finding.Certain, p.At("node.nx-executor", "project.json", executor))
		}
	}
	root := p.Reader().Folder(".")
	for i, name := range source.Files(p.Folder) {
		if i == source.MostFiles {
			break
		}
		head := root.Head(name, 8<<10)
		for _, fw := range p.Language.Frameworks {
			for _, need := range fw.Needs {
				if strings.Contains(head, "'"+need+"'") || strings.Contains(head, `"`+need+`"`) {
					return finding.Of(fw.Name, finding.Likely, root.At("node.import", name, need))
				}
			}
		}
	}
	if strings.Contains(executor, "/vite:") {
		return finding.Of("Vite", finding.Likely, p.At("node.nx-executor", "project.json", executor))
	}
	return finding.Finding[string]{}
}

func (pl plan) nxName() string {
	if pl.nx.Name != "" {
		return pl.nx.Name
	}
	return path.Base(pl.rel)
}

// nxStart runs what an Nx project's build writes.
func (pl plan) nxStart() []string {
	out := site.NxOutput(pl.p.InContext("."), pl.nx)
	if pl.member() {
		out = strings.Repeat("../", strings.Count(pl.rel, "/")+1) + out
	}
	if pl.p.Framework.Value == "Next.js" {
		return []string{"next", "start", out}
	}
	return []string{"node", path.Join(out, "main.js")}
}
