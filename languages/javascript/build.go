package javascript

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
)

// build fills in what runs after the install.
func (pl plan) build(r *language.Recipe) {
	b := &r.Build
	b.BuildCommands = append(b.BuildCommands, pl.prismaClients()...)
	if script, why := pl.codegen(); script != "" {
		b.BuildCommands = append(b.BuildCommands, pl.run(script))
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
	}
	b.BuildCommands = append(b.BuildCommands, pl.frontEnds()...)
	publicValues(pl.p.Folder, r)
	for _, front := range served(pl.p.Folder) {
		publicValues(pl.root.Reader().Folder(front.Path), r)
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: front.Why})
	}
	if script, why := pl.builtScript(); why.Rule != "" && script == pl.buildScript() && !pl.member() {
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
	}
	b.BuildCommands = append(append(b.BuildCommands, pl.buildLines()...), pl.startBuilds()...)
	b.CachePaths = append(b.CachePaths, pl.frameworkCaches()...)
	if len(b.BuildCommands) > 0 && (pl.oldWebpack() || pl.oldFrontEnd()) {
		b.Environment["NODE_OPTIONS"] = "--openssl-legacy-provider"
	}
	if pl.p.Framework.Value == "SvelteKit" && pl.svelteAuto() && !pl.pkg.Has("@sveltejs/adapter-node") {
		b.Environment["GCP_BUILDPACKS"] = "1"
	}
	if pl.playwright() {
		b.Environment["PLAYWRIGHT_BROWSERS_PATH"] = "/app/.playwright"
		b.BuildCommands = append(b.BuildCommands, pl.inProject(pl.exec("playwright install chromium")))
	}
	if line := pl.prune(); line != "" && !pl.static && len(b.BuildCommands) > 0 {
		b.PostBuildCommands = append(b.PostBuildCommands, line)
	}
	if words := pl.p.Start.Value.Command; len(words) > 0 && strings.HasPrefix(words[0], srvxFolder+"/") {
		b.PostBuildCommands = append(b.PostBuildCommands, "npm install --prefix "+language.ShellWord(pl.file(srvxFolder))+" srvx@0")
	}
}

// startBuilds lists what the start script built before it ran the program.
func (pl plan) startBuilds() []string {
	if pl.static {
		return nil
	}
	c, _, _ := pl.start()
	var out []string
	for _, line := range c.built {
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

func (pl plan) playwright() bool {
	for _, n := range []string{"playwright", "playwright-chromium"} {
		if _, ok := pl.pkg.Dependencies[n]; ok {
			return true
		}
	}
	return false
}

// exec is how a command of a dependency is called in the build, in the
// project's folder.
func (pl plan) exec(line string) string {
	if pl.member() {
		return "PATH=" + pl.path() + " " + line
	}
	return "node_modules/.bin/" + line
}

func (pl plan) inProject(line string) string {
	if pl.member() {
		return "cd " + language.ShellWord(pl.rel) + " && " + line
	}
	return line
}

// buildLines builds the project, and before it what it needs of its workspace.
func (pl plan) buildLines() []string {
	script := pl.buildScript()
	if pl.isNx {
		return []string{"node_modules/.bin/nx build " + language.ShellWord(pl.nxName())}
	}
	if pl.root.Has("rush.json") {
		return []string{"node common/scripts/install-run-rush.js build --to " + language.ShellWord(pl.p.ProjectName())}
	}
	if !pl.member() {
		if script != "" {
			return []string{pl.run(script)}
		}
		return pl.toolLines()
	}
	root := pl.rootPackage()
	hasRoot := func(name string) bool { return root.Has(name) }
	switch {
	case script == "build" && hasRoot("turbo"):
		return []string{"node_modules/.bin/turbo run build --filter=" + language.ShellWord(pl.p.ProjectName())}
	case script == "build" && hasRoot("nx"):
		return []string{"NX_DAEMON=false node_modules/.bin/nx build " + language.ShellWord(pl.p.ProjectName())}
	}
	if pl.m.ID == "pnpm" && script == "build" && pl.pkg.Name != "" && len(pl.localFirst()) > 0 {
		return []string{"pnpm --filter " + language.ShellWord(pl.pkg.Name+"...") + " run build"}
	}
	var lines []string
	for _, dir := range pl.localFirst() {
		pkg, _ := node.Package(pl.root.Sub(dir))
		if pkg.Script("build") != "" && !strings.Contains(pkg.Script("build"), "--watch") {
			lines = append(lines, pl.runIn(dir, "build"))
		}
	}
	if script != "" {
		return append(lines, pl.run(script))
	}
	return append(lines, pl.toolLines()...)
}

// buildScript names the script that builds the program; scripts that generate
// something else do not count for a server.
func (pl plan) buildScript() string {
	n := node.BuildScript(pl.pkg)
	if !pl.member() {
		n, _ = pl.builtScript()
	}
	if site.AngularServer(pl.pkg) != "" && pl.pkg.Script("build:ssr") != "" { // the server's half is built apart
		n = "build:ssr"
	}
	if !pl.static {
		switch n {
		case "generate", "export", "docs:build", "bundle":
			return ""
		}
	}
	line := pl.pkg.Script(n)
	if strings.HasPrefix(line, "docker ") || strings.HasPrefix(line, "docker-compose ") || developmentServer.Matches(line) ||
		source.EntersMissing(pl.p.Folder, line) || source.AsksDatabase(pl.p.Folder, line) {
		return ""
	}
	return n
}

// developmentServer is a line that serves what it builds, and never ends: under the name
// "build" it makes nothing that an image could take.
// https://github.com/webpack/webpack-dev-server, https://nextjs.org/docs/app/api-reference/cli/next,
// https://angular.dev/cli/serve, https://cli.vuejs.org/guide/cli-service.html, https://vite.dev/guide/cli
const developmentServer language.Pattern = `\b(?:webpack-dev-server|webpack\s+serve|nodemon|next\s+dev|ng\s+serve|react-scripts\s+start|vue-cli-service\s+serve|vite\s+(?:dev|serve)|gatsby\s+develop)\b`

// builtScript names the script that the project's own container file runs to
// build, rather than the one with a usual name: "npm run webpack" where none has
// one, "npm run build-only" where the usual one checks more than its author's
// image can pass.
func (pl plan) builtScript() (script string, why finding.Evidence) {
	usual := node.BuildScript(pl.pkg)
	for _, s := range pl.p.Built.Steps("npm", "yarn", "pnpm", "bun") {
		if len(s.Words) < 3 || s.Words[1] != "run" || s.Maybe {
			continue
		}
		n := s.Words[2]
		switch line := pl.pkg.Script(n); {
		case n == usual:
			return usual, finding.Evidence{}
		case line == "", n == "start", n == "dev", n == "serve", strings.HasPrefix(n, "test"), strings.HasPrefix(n, "lint"), strings.Contains(line, "--watch"):
		case script == "" && (usual == "" || strings.Contains(strings.ToLower(n), "build")):
			script, why = n, s.Evidence(pl.p.Reader(), "node.built_script", n)
		}
	}
	return cmp.Or(script, usual), why
}

// toolLines builds where no script does: with the generator's own command, or
// with the compiler.
func (pl plan) toolLines() []string {
	switch {
	case pl.static && pl.site.Build != "":
		return []string{pl.inProject(pl.exec(pl.site.Build))}
	case pl.static:
		return nil
	case pl.compilesBare(), source.AsksDatabase(pl.p.Folder, pl.pkg.Script(node.BuildScript(pl.pkg))):
		return []string{pl.inProject(pl.exec("tsc"))}
	}
	if line := frameworkBuild[pl.p.Framework.Value]; line != "" && pl.frameworkMustBuild() {
		return []string{pl.inProject(pl.exec(line))}
	}
	return nil
}

// frameworkBuild is what builds where no script says so.
var frameworkBuild = map[string]string{
	"Next.js": "next build", "Nuxt": "nuxt build", "SvelteKit": "vite build", "Astro": "astro build", "NestJS": "nest build",
	"React Router": "react-router build", "TanStack Start": "vite build", "Remix": "remix vite:build", "Nitro": "nitropack build",
}

func (pl plan) frameworkMustBuild() bool {
	return pl.p.Framework.Value != "NestJS" || pl.pkg.Has("@nestjs/cli")
}

// localFirst lists the workspace's members that the project needs, each after
// those it needs itself, relative to the context.
func (pl plan) localFirst() []string {
	byName := memberNames(pl.p)
	done := map[string]bool{pl.p.Path: true}
	var order []string
	var visit func(f *language.Folder)
	visit = func(f *language.Folder) {
		pkg, _ := node.Package(f)
		var names []string
		for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies, pkg.PeerDependencies} {
			for name := range deps {
				if byName[name] != "" {
					names = append(names, name)
				}
			}
		}
		sort.Strings(names)
		for _, name := range names {
			dir := byName[name]
			if done[dir] {
				continue
			}
			done[dir] = true
			visit(pl.p.Reader().Folder(dir))
			order = append(order, pl.root.Rel(dir))
		}
	}
	visit(pl.p.Folder)
	return order
}

func (pl plan) frameworkCaches() []string {
	name := ""
	switch pl.p.Framework.Value {
	case "Next.js", "Payload":
		name = ".next/cache"
	case "Gatsby":
		name = ".cache"
	case "Angular":
		name = ".angular/cache"
	case "Create React App", "Vue CLI", "Docusaurus", "Eleventy", "Ember":
		name = "node_modules/.cache"
	case "Vite":
		name = "node_modules/.vite"
	case "Astro":
		name = "node_modules/.astro"
	}
	if name == "" {
		return nil
	}
	return []string{pl.file(name)}
}

// oldFrontEnd reports whether the bundler of a front end that is built with the
// project is one of those.
func (pl plan) oldFrontEnd() bool {
	return slices.ContainsFunc(pl.p.Beside, func(b *language.Project) bool {
		if b.Language.ID != "javascript" && b.Language.ID != "typescript" || b.Claim.System == "deno" {
			return false
		}
		front := newPlan(b)
		front.tag = pl.tag
		return front.oldWebpack()
	})
}

// oldWebpack reports whether the bundler hashes with MD4, which OpenSSL 3 of
// Node.js 17 and later refuses unless it is asked to.
func (pl plan) oldWebpack() bool {
	if node.Major(pl.tag) < 17 {
		return false
	}
	for _, old := range []struct {
		name  string
		below int
	}{{"react-scripts", 5}, {"@vue/cli-service", 5}, {"webpack", 5}, {"nuxt", 3}, {"gatsby", 3}, {"@angular/cli", 12}, {"vuepress", 2}, {"next", 11}, {"umi", 4}, {"@docusaurus/core", 2}} {
		if m := node.Major(pl.pkg.Constraint(old.name)); m > 0 && m < old.below {
			return true
		}
	}
	return false
}
