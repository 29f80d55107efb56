package javascript

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/workspace"
)

// plan gathers what the rules for start, build and image share.
type plan struct {
	p      *language.Project
	pkg    npm.Package
	m      workspace.Manager
	root   *language.Folder // where the install runs
	rel    string           // the project's folder relative to root, "." for root itself
	site   site.Pages
	static bool
	nx     npm.NxProject
	isNx   bool
	tag    string // of the node image
}

func newPlan(p *language.Project) plan {
	pkg, _ := node.Package(p.Folder)
	pl := plan{p: p, pkg: pkg, m: workspace.ManagerOf(p.Folder), root: p.Context(), rel: p.InContext(".")}
	pl.nx, pl.isNx = workspace.NxProject(p.Folder)
	pl.isNx = pl.isNx && workspace.NxAlone(p.Folder)
	if pl.isNx {
		pl.pkg, _ = node.Package(pl.root)
		pl.pkg.Scripts, pl.pkg.Main, pl.pkg.Module = nil, "", ""
		pl.m = workspace.ManagerOf(pl.root)
	}
	pl.site, pl.static = site.Find(p.Folder, pkg)
	if pl.isNx {
		pl.site, pl.static = site.FindNx(p, pl.nx)
	}
	pl.tag, _ = imageTag(p.Version.Value)
	if p.Claim.System == "bun" && p.Version.Found() && len(p.Version.Evidence) > 0 && strings.Contains(p.Version.Evidence[0].Excerpt, "bun") {
		pl.tag = node.DefaultVersion
	}
	return pl
}

// member reports whether the project is built from a workspace's root above it.
func (pl plan) member() bool { return pl.rel != "." }

// file names one of the project's files in the build's context.
func (pl plan) file(name string) string { return path.Join(pl.rel, name) }

// bin is how a dependency's command is called. Where a workspace keeps it
// depends on the manager, so that a member finds it through PATH.
func (pl plan) bin(name string) string {
	if pl.member() {
		return name
	}
	return "node_modules/.bin/" + name
}

// run is the line that runs one of a package's scripts.
func (pl plan) run(script string) string {
	if !pl.member() {
		return pl.manager() + " run " + script
	}
	return pl.runIn(pl.rel, script)
}

// runIn runs a script of a member of the workspace.
func (pl plan) runIn(dir, script string) string {
	switch pl.m.ID {
	case "npm":
		return "npm run " + script + " --workspace=" + language.ShellWord(dir)
	case "pnpm":
		return "pnpm --filter " + language.ShellWord("./"+dir) + " run " + script
	}
	return "cd " + language.ShellWord(dir) + " && " + pl.managerFrom(dir) + " run " + script
}

// manager is the command that the package manager is called by. A yarn that
// lies in the repository is run from there.
func (pl plan) manager() string { return pl.managerFrom(".") }

func (pl plan) managerFrom(dir string) string {
	if pl.m.ID != "yarn" || !pl.m.Berry() {
		return pl.m.ID
	}
	if release := pl.yarnRelease(); release != "" {
		up := strings.Repeat("../", strings.Count(path.Clean(dir), "/")+1)
		if dir == "." {
			up = ""
		}
		return "node " + up + release
	}
	return "yarn"
}

// yarnRelease is the yarn that lies in the repository: the one that yarnPath
// names, else any (https://yarnpkg.com/configuration/yarnrc#yarnPath).
func (pl plan) yarnRelease() string {
	if declared := pl.yarnPath(); pl.root.Has(declared) {
		return declared
	}
	for _, name := range pl.root.Glob(".yarn/releases/yarn-*.cjs") {
		if !strings.Contains(name, "yarn-1.") {
			return name
		}
	}
	return ""
}

// yarnPath is the release that .yarnrc.yml names, "" for none.
func (pl plan) yarnPath() string {
	c, _ := pl.root.Settings(".yarnrc.yml")
	return strings.TrimPrefix(c.Text("yarnPath"), "./")
}

// workdir is the folder that the program starts in.
func (pl plan) workdir() string { return path.Join("/app", pl.rel) }

// path is PATH with the commands of the dependencies in front.
func (pl plan) path() string {
	const system = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	if pl.member() {
		return pl.workdir() + "/node_modules/.bin:/app/node_modules/.bin:" + system
	}
	return "/app/node_modules/.bin:" + system
}
