package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
)

// nxProject reads a project.json of a folder in an Nx workspace.
func nxProject(f *language.Folder) (npm.NxProject, bool) {
	if !f.Has("project.json") {
		return npm.NxProject{}, false
	}
	for _, at := range upwardFolders(f) {
		if at.Has("nx.json") || at.Has("workspace.json") {
			return language.Parse(f, "project.json", npm.ParseNxProject)
		}
	}
	return npm.NxProject{}, false
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

// nxAlone reports whether Nx alone knows how a project is built and run: there
// is a project.json, and a package.json, if any, has no script for it.
func nxAlone(f *language.Folder) bool {
	pkg, has := nodePackage(f)
	nx, ok := nxProject(f)
	if !ok || !has {
		return ok
	}
	for _, name := range []string{"build", "start", "serve", "dev"} {
		if pkg.Script(name) != "" {
			return false
		}
	}
	return nx.Type == "application" && !f.IsRoot()
}

// nxServesItself reports whether a start script serves the folder's own project,
// as that of a standalone application does: https://nx.dev/concepts/types-of-workspaces.
func nxServesItself(f *language.Folder, start string) bool {
	nx, ok := nxProject(f)
	if !ok || nx.Type != "application" || nx.Targets["build"].Executor == "" {
		return false
	}
	words := strings.Fields(start)
	return len(words) >= 2 && words[0] == "nx" && words[1] == "serve" && (len(words) == 2 || words[2] == nx.Name || strings.HasPrefix(words[2], "-"))
}

// nxBundled finds the bundler's file from which an Nx plugin infers the targets
// of a page (https://nx.dev/concepts/inferred-tasks).
func nxBundled(f *language.Folder) string {
	if !f.Has("index.html") && !f.Has("src/index.html") {
		return ""
	}
	return f.FirstOf("vite.config.ts", "vite.config.mts", "vite.config.js", "vite.config.mjs", "rsbuild.config.ts", "rsbuild.config.js", "rspack.config.ts", "rspack.config.js", "webpack.config.js", "webpack.config.ts")
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
	if nx.Type != "application" || strings.HasSuffix(nx.Name, "-e2e") || build.Executor == "" && serve.Executor == "" && nxBundled(f) == "" {
		return c, true
	}
	c.Role, c.Kind = language.Service, universalbuild.Web
	if nxStatic(f, nx) {
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

// nxStatic reports whether a project becomes files for a web server: by its
// builder, by the development server that Nx has for pages alone, or by the
// bundler's file beside an index.html.
func nxStatic(f *language.Folder, nx npm.NxProject) bool {
	build, serve := nx.Targets["build"].Executor, nx.Targets["serve"].Executor
	switch {
	case nxStaticExecutor(build):
		return true
	case strings.HasPrefix(build, "@nx/webpack:"), strings.HasPrefix(build, "@nx/rspack:"), strings.HasPrefix(build, "@nrwl/webpack:"):
		return strings.HasSuffix(serve, ":dev-server")
	}
	return build == "" && nxBundled(f) != ""
}

// nxOutput is where a project's build goes: what it says, else dist and its
// own path (Nx's defaults).
func nxOutput(p *language.Project, nx npm.NxProject) string {
	build := nx.Targets["build"]
	out := build.OutputPath
	if out == "" && len(build.Outputs) > 0 && build.Executor == "" {
		out = build.Outputs[0]
	}
	if out != "" && !strings.Contains(out, "{options") {
		return path.Clean(strings.NewReplacer("{workspaceRoot}/", "", "{projectRoot}", p.InContext("."), "{projectName}", nx.Name, "{options.outputPath}", "dist").Replace(out))
	}
	return path.Join("dist", p.InContext("."))
}

// nxSite is the static site an Nx project becomes. Its output is relative to
// the project, as every site's is.
func nxSite(p *language.Project, nx npm.NxProject) (jsSite, bool) {
	executor := nx.Targets["build"].Executor
	if !nxStatic(p.Folder, nx) || p.Claim.Kind != universalbuild.Static {
		return jsSite{}, false
	}
	out := nxOutput(p, nx)
	if strings.HasSuffix(executor, ":application") {
		out = path.Join(out, nx.Targets["build"].Browser)
	}
	up := strings.Repeat("../", strings.Count(p.InContext("."), "/")+1)
	why := p.At("node.nx-executor", "project.json", executor)
	if executor == "" {
		why = p.Evidence("node.nx-inferred", nxBundled(p.Folder), 0, "")
	}
	return jsSite{Output: up + out, SPA: true, why: why}, true
}

// nxFramework tells an Nx project's framework by its executors, then by what
// the workspace has and the project's sources import.
func nxFramework(p *language.Project, nx npm.NxProject) finding.Finding[string] {
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
