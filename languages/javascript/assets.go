package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
)

// assets adds to another language's recipe what builds the assets of a
// Node.js project in the same service: the toolchain out of the node image,
// and the lines that install and build, in front of the recipe's own build.
// script names what builds them; "" for the one that its name says does.
// It reports whether there was anything to add.
func assets(p, b *language.Project, script string, r *language.Recipe) bool {
	if b.Claim.System == "deno" {
		return false
	}
	pl := newPlan(b)
	if script == "" {
		script = assetScript(pl)
	}
	if script == "" {
		return false
	}
	addAssetsOf(p, pl, script, r)
	return true
}

// toolchain puts Node beside another build's own tool, which calls it.
func toolchain(b *language.Project, r *language.Recipe) {
	pl := newPlan(b)
	r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{Image: node.Image(pl.tag), Paths: []string{"/usr/local/bin/node", "/usr/local/lib/node_modules"}})
	r.Build.Setup = append(r.Build.Setup, node.Links)
	if line := pl.managerInstall(); line != "" {
		r.Build.Setup = append(r.Build.Setup, line)
	}
	r.Build.CachePaths = append(r.Build.CachePaths, pl.caches()...)
}

// assetScript names the script that builds assets, "" for none.
func assetScript(pl plan) string {
	for _, n := range []string{"build", "build:prod", "build-prod", "build:production", "build-production", "production", "prod", "assets:build", "build:assets", "build:css", "build-css", "css:build", "compile", "deploy"} {
		s := pl.pkg.Script(n)
		if s != "" && !developmentServer.Matches(s) && !strings.Contains(s, "--watch") && !strings.Contains(s, "mode development") && !strings.Contains(s, "mode=development") {
			return n
		}
	}
	return node.BuildScript(pl.pkg)
}

func addAssetsOf(p *language.Project, pl plan, script string, r *language.Recipe) {
	dir := p.InContext(pl.p.InContext("."))
	if !pl.p.IsRoot() {
		dir = p.Context().Rel(pl.p.Path)
	}
	if pl.p.Path == p.Context().Path {
		dir = "."
	}
	if !slices.Contains(r.Build.Setup, node.Links) { // else another front end's Node is there already
		r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{
			Image: node.Image(pl.tag), Paths: []string{"/usr/local/bin/node", "/usr/local/lib/node_modules"},
		})
		r.Build.Setup = append(r.Build.Setup, node.Links)
	}
	if image := pl.bunImage(""); pl.m.ID == "bun" && !slices.ContainsFunc(r.Build.Tools, func(t universalbuild.Tool) bool { return t.Image == image }) {
		r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{Image: image, Paths: []string{"/usr/local/bin/bun"}})
	}
	if line := pl.managerInstall(); line != "" && !slices.Contains(r.Build.Setup, line) {
		r.Build.Setup = append(r.Build.Setup, line)
	}
	in := func(line string) string {
		if dir == "." {
			return line
		}
		return "cd " + language.ShellWord(dir) + " && " + line
	}
	if r.Build.Environment == nil {
		r.Build.Environment = map[string]string{}
	}
	pl.skipDownloads(r.Build.Environment)
	pl.peers(r.Build.Environment)
	pl.unlocked(r.Build.Environment)
	publicValues(pl.p.Folder, r)
	if pl.oldWebpack() && slices.ContainsFunc(r.Build.Tools, func(t universalbuild.Tool) bool { return t.Image == node.Image(pl.tag) }) {
		r.Build.Environment["NODE_OPTIONS"] = "--openssl-legacy-provider"
	}
	// the scripts of the assets may read any source, and so may their install
	lines := []string{in(pl.installLine(false))}
	if codegen, why := pl.codegen(); codegen != "" && codegen != script {
		lines = append(lines, in(pl.manager()+" run "+codegen))
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: pl.m.Confidence, Evidence: why})
	}
	r.Build.BuildCommands = append(append(lines, in(pl.manager()+" run "+script)), r.Build.BuildCommands...)
	r.Build.CachePaths = append(r.Build.CachePaths, pl.caches()...)
	r.Why = append(r.Why, language.Reason{
		Field: "/build/tools", Confidence: pl.m.Confidence,
		Evidence: pl.p.At("node.assets", path.Base(node.PackageFile(pl.p.Folder)), `"`+script+`"`),
	})
}
