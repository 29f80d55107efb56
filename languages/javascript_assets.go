package languages

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// addNodeAssets adds to another language's recipe what builds the assets of a
// Node.js project in the same service: the toolchain out of the node image,
// and the lines that install and build, in front of the recipe's own build.
// It reports whether there was anything to add.
func addNodeAssets(p *language.Project, r *language.Recipe) bool {
	for _, b := range p.Beside {
		if b.Language.ID != "javascript" && b.Language.ID != "typescript" || b.Claim.System == "deno" {
			continue
		}
		pl := newJSPlan(b)
		script := nodeAssetScript(pl)
		if script == "" {
			continue
		}
		addAssetsOf(p, pl, script, r)
		return true
	}
	return false
}

// nodeAssetScript names the script that builds assets, "" for none.
func nodeAssetScript(pl jsPlan) string {
	for _, n := range []string{"build", "build:prod", "production", "prod", "assets:build", "build:assets", "build:css", "build-css", "css:build", "compile", "deploy"} {
		if s := pl.pkg.Script(n); s != "" && !strings.Contains(s, "--watch") && !strings.Contains(s, "mode development") && !strings.Contains(s, "mode=development") {
			return n
		}
	}
	return nodeBuildScript(pl.pkg)
}

// nodeLinks makes the commands that the image of Node.js has as links.
const nodeLinks = "ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -sf ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx"

func addAssetsOf(p *language.Project, pl jsPlan, script string, r *language.Recipe) {
	dir := p.InContext(pl.p.InContext("."))
	if !pl.p.IsRoot() {
		dir = nodeRelative(p.Context(), pl.p.Path)
	}
	if pl.p.Path == p.Context().Path {
		dir = "."
	}
	r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{
		Image: nodeImage(pl.tag), Paths: []string{"/usr/local/bin/node", "/usr/local/lib/node_modules"},
	})
	r.Build.Setup = append(r.Build.Setup, nodeLinks)
	if pl.m.ID == "bun" {
		r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{Image: pl.bunImage(""), Paths: []string{"/usr/local/bin/bun"}})
	}
	if line := pl.managerInstall(); line != "" {
		r.Build.Setup = append(r.Build.Setup, line)
	}
	in := func(line string) string {
		if dir == "." {
			return line
		}
		return "cd " + shellWord(dir) + " && " + line
	}
	// the scripts of the assets may read any source, and so may their install
	r.Build.BuildCommands = append([]string{in(pl.installLine(false)), in(pl.manager() + " run " + script)}, r.Build.BuildCommands...)
	r.Build.CachePaths = append(r.Build.CachePaths, pl.caches()...)
	r.Why = append(r.Why, language.Reason{
		Field: "/build/tools", Confidence: pl.m.Confidence,
		Evidence: pl.p.At("node.assets", path.Base(nodePackageFile(pl.p.Folder)), `"`+script+`"`),
	})
}
