package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
	"aipack/backend/universalbuild"
)

// nxProject reads a project.json of a folder in an Nx workspace.
func nxProject(f *language.Folder) (manifest.NxProject, bool) {
	if !f.Has("project.json") {
		return manifest.NxProject{}, false
	}
	for _, at := range upwardFolders(f) {
		if at.Has("nx.json") || at.Has("workspace.json") {
			return language.Parse(f, "project.json", manifest.ParseNxProject)
		}
	}
	return manifest.NxProject{}, false
}

// upwardFolders lists a folder and those above it, up to the repository's root.
func upwardFolders(f *language.Folder) []*language.Folder {
	dirs := []*language.Folder{f}
	for !f.IsRoot() {
		f = f.Sub("..")
		dirs = append(dirs, f)
	}
	return dirs
}

// nxClaim claims a folder that has only a project.json: its dependencies stand
// in the workspace's root.
func nxClaim(f *language.Folder) (language.Claim, bool) {
	nx, ok := nxProject(f)
	if !ok || f.IsRoot() {
		return language.Claim{}, false
	}
	m := nodeManager(f)
	c := language.Claim{
		System: m.ID, PackageManager: m.ID, Name: nx.Name, Confidence: finding.Likely, Role: language.Library,
		Why: []finding.Evidence{f.Evidence("node.nx-project", "project.json", 0, ""), m.Why}, RoleWhy: f.At("node.nx-type", "project.json", `"projectType"`),
	}
	build, serve := nx.Targets["build"], nx.Targets["serve"]
	if nx.Type != "application" || strings.HasSuffix(nx.Name, "-e2e") || build.Executor == "" && serve.Executor == "" {
		return c, true
	}
	c.Role, c.Kind = language.Service, universalbuild.Web
	if nxStaticExecutor(build.Executor) {
		c.Kind = universalbuild.Static
	}
	return c, true
}

func nxStaticExecutor(executor string) bool {
	for _, part := range []string{"@nx/vite:build", "@nrwl/vite:build", "@nx/web:", "@nrwl/web:", "@nx/angular:", "@nrwl/angular:", "@angular-devkit/build-angular", "@angular/build", "@nx/react:"} {
		if strings.HasPrefix(executor, part) {
			return true
		}
	}
	return false
}

// nxOutput is where a project's build goes: what it says, else dist and its
// own path (Nx's defaults).
func nxOutput(p *language.Project, nx manifest.NxProject) string {
	if out := nx.Targets["build"].OutputPath; out != "" {
		return path.Clean(strings.NewReplacer("{workspaceRoot}/", "", "{projectRoot}", p.InContext("."), "{projectName}", nx.Name, "{options.outputPath}", "dist").Replace(out))
	}
	return path.Join("dist", p.InContext("."))
}

// nxSite is the static site an Nx project becomes. Its output is relative to
// the project, as every site's is.
func nxSite(p *language.Project, nx manifest.NxProject) (jsSite, bool) {
	executor := nx.Targets["build"].Executor
	if !nxStaticExecutor(executor) || p.Claim.Kind != universalbuild.Static {
		return jsSite{}, false
	}
	out := nxOutput(p, nx)
	if strings.HasSuffix(executor, ":application") {
		out = path.Join(out, "browser")
	}
	up := strings.Repeat("../", strings.Count(p.InContext("."), "/")+1)
	return jsSite{Output: up + out, SPA: true, why: p.At("node.nx-executor", "project.json", executor)}, true
}

// nxFramework tells an Nx project's framework by its executors, then by what
// the workspace has and the project's sources import.
func nxFramework(p *language.Project, nx manifest.NxProject) finding.Finding[string] {
	executor := nx.Targets["build"].Executor
	for _, e := range []struct{ part, name string }{
		{"/next:", "Next.js"}, {"/angular:", "Angular"}, {"build-angular", "Angular"}, {"@angular/build", "Angular"}, {"/remix:", "Remix"}, {"/nuxt:", "Nuxt"}, {"/expo:", "Expo"},
	} {
		if strings.Contains(executor, e.part) {
			return finding.Of(e.name, finding.Certain, p.At("node.nx-executor", "project.json", executor))
		}
	}
	root := p.Reader().Folder(".")
	for i, name := range nodeSources(p.Folder) {
		if i == nodeReadFiles {
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

func (pl jsPlan) nxName() string {
	if pl.nx.Name != "" {
		return pl.nx.Name
	}
	return path.Base(pl.rel)
}

// nxStart runs what an Nx project's build writes.
func (pl jsPlan) nxStart() []string {
	out := nxOutput(pl.p, pl.nx)
	if pl.member() {
		out = strings.Repeat("../", strings.Count(pl.rel, "/")+1) + out
	}
	if pl.p.Framework.Value == "Next.js" {
		return []string{"next", "start", out}
	}
	return []string{"node", path.Join(out, "main.js")}
}
