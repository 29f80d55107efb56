package languages

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// build fills in what runs after the install.
func (pl jsPlan) build(r *language.Recipe) {
	b := &r.Build
	if pl.pkg.Has("@prisma/client") && pl.pkg.Has("prisma") && pl.p.Has("prisma/schema.prisma") && !pl.generatesPrisma() {
		b.BuildCommands = append(b.BuildCommands, pl.inProject(pl.exec("prisma generate")))
	}
	b.BuildCommands = append(append(b.BuildCommands, pl.buildLines()...), pl.startBuilds()...)
	b.CachePaths = append(b.CachePaths, pl.frameworkCaches()...)
	if len(b.BuildCommands) > 0 && pl.oldWebpack() {
		b.Environment["NODE_OPTIONS"] = "--openssl-legacy-provider"
	}
	if pl.p.Framework.Value == "SvelteKit" && pl.svelteAuto() && !pl.pkg.Has("@sveltejs/adapter-node") {
		b.Environment["GCP_BUILDPACKS"] = "1"
	}
	if pl.pkg.Has("puppeteer") && !pl.static {
		b.Environment["PUPPETEER_SKIP_DOWNLOAD"] = "true"
	}
	if pl.playwright() {
		b.Environment["PLAYWRIGHT_BROWSERS_PATH"] = "/app/.playwright"
		b.BuildCommands = append(b.BuildCommands, pl.inProject(pl.exec("playwright install chromium")))
	}
	if line := pl.prune(); line != "" && !pl.static && len(b.BuildCommands) > 0 {
		b.PostBuildCommands = append(b.PostBuildCommands, line)
	}
	if words := pl.p.Start.Value.Command; len(words) > 0 && strings.HasPrefix(words[0], srvxFolder+"/") {
		b.PostBuildCommands = append(b.PostBuildCommands, "npm install --prefix "+shellWord(pl.file(srvxFolder))+" srvx@0")
	}
}

// startBuilds lists what the start script built before it ran the program.
func (pl jsPlan) startBuilds() []string {
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

func (pl jsPlan) playwright() bool {
	for _, n := range []string{"playwright", "playwright-chromium"} {
		if _, ok := pl.pkg.Dependencies[n]; ok {
			return true
		}
	}
	return false
}

// exec is how a command of a dependency is called in the build, in the
// project's folder.
func (pl jsPlan) exec(line string) string {
	if pl.member() {
		return "PATH=" + pl.path() + " " + line
	}
	return "node_modules/.bin/" + line
}

func (pl jsPlan) inProject(line string) string {
	if pl.member() {
		return "cd " + shellWord(pl.rel) + " && " + line
	}
	return line
}

func (pl jsPlan) generatesPrisma() bool {
	for _, n := range []string{"build", "postinstall", "prebuild", "prepare"} {
		if strings.Contains(pl.pkg.Script(n), "prisma") {
			return true
		}
	}
	return false
}

// buildLines builds the project, and before it what it needs of its workspace.
func (pl jsPlan) buildLines() []string {
	script := pl.buildScript()
	if pl.isNx {
		return []string{"node_modules/.bin/nx build " + shellWord(pl.nxName())}
	}
	if pl.root.Has("rush.json") {
		return []string{"node common/scripts/install-run-rush.js build --to " + shellWord(pl.p.ProjectName())}
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
		return []string{"node_modules/.bin/turbo run build --filter=" + shellWord(pl.p.ProjectName())}
	case script == "build" && hasRoot("nx"):
		return []string{"NX_DAEMON=false node_modules/.bin/nx build " + shellWord(pl.p.ProjectName())}
	}
	if pl.m.ID == "pnpm" && script == "build" && pl.pkg.Name != "" && len(pl.localFirst()) > 0 {
		return []string{"pnpm --filter " + shellWord(pl.pkg.Name+"...") + " run build"}
	}
	var lines []string
	for _, dir := range pl.localFirst() {
		pkg, _ := nodePackage(pl.root.Sub(dir))
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
func (pl jsPlan) buildScript() string {
	n := nodeBuildScript(pl.pkg)
	if !pl.static {
		switch n {
		case "generate", "export", "docs:build", "bundle":
			return ""
		}
	}
	if line := pl.pkg.Script(n); strings.HasPrefix(line, "docker ") || strings.HasPrefix(line, "docker-compose ") {
		return ""
	}
	return n
}

// toolLines builds where no script does: with the generator's own command, or
// with the compiler.
func (pl jsPlan) toolLines() []string {
	switch {
	case pl.static && pl.site.Build != "":
		return []string{pl.inProject(pl.exec(pl.site.Build))}
	case pl.static:
		return nil
	case pl.compilesBare():
		return []string{pl.inProject(pl.exec("tsc"))}
	}
	if line := nodeFrameworkBuild[pl.p.Framework.Value]; line != "" && pl.frameworkMustBuild() {
		return []string{pl.inProject(pl.exec(line))}
	}
	return nil
}

// nodeFrameworkBuild is what builds where no script says so.
var nodeFrameworkBuild = map[string]string{
	"Next.js": "next build", "Nuxt": "nuxt build", "SvelteKit": "vite build", "Astro": "astro build", "NestJS": "nest build",
	"React Router": "react-router build", "TanStack Start": "vite build", "Remix": "remix vite:build", "Nitro": "nitropack build",
}

func (pl jsPlan) frameworkMustBuild() bool {
	return pl.p.Framework.Value != "NestJS" || pl.pkg.Has("@nestjs/cli")
}

// localFirst lists the workspace's members that the project needs, each after
// those it needs itself, relative to the context.
func (pl jsPlan) localFirst() []string {
	byName := nodeMemberNames(pl.p)
	done := map[string]bool{pl.p.Path: true}
	var order []string
	var visit func(f *language.Folder)
	visit = func(f *language.Folder) {
		pkg, _ := nodePackage(f)
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
			order = append(order, nodeRelative(pl.root, dir))
		}
	}
	visit(pl.p.Folder)
	return order
}

func (pl jsPlan) frameworkCaches() []string {
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

// oldWebpack reports whether the bundler hashes with MD4, which OpenSSL 3 of
// Node.js 17 and later refuses unless it is asked to.
func (pl jsPlan) oldWebpack() bool {
	if nodeMajor(pl.tag) < 17 {
		return false
	}
	for _, old := range []struct {
		name  string
		below int
	}{{"react-scripts", 5}, {"@vue/cli-service", 5}, {"webpack", 5}, {"nuxt", 3}, {"gatsby", 3}, {"@angular/cli", 12}, {"vuepress", 2}, {"next", 11}, {"umi", 4}, {"@docusaurus/core", 2}} {
		if m := nodeMajor(pl.pkg.Constraint(old.name)); m > 0 && m < old.below {
			return true
		}
	}
	return false
}

// installsProduction reports whether the install can leave the development
// dependencies out from the start: nothing is built and nothing of them runs.
func (pl jsPlan) installsProduction() bool {
	if pl.static || pl.isNx || pl.needsDev() || pl.hasLifecycle() || pl.m.Berry() {
		return false
	}
	switch inWorkspace := pl.p.Workspace != nil; {
	case inWorkspace && pl.m.ID != "npm" && pl.m.ID != "pnpm":
		return false
	case !inWorkspace && len(pl.pkg.DevDependencies) == 0:
		return false
	}
	return len(pl.buildLines()) == 0 && len(pl.startBuilds()) == 0 && !(pl.pkg.Has("prisma") && pl.p.Has("prisma/schema.prisma"))
}

// prune takes the development dependencies out after the build. Workspaces of
// managers other than npm link members together and are left whole.
func (pl jsPlan) prune() string {
	if len(pl.rootPackage().DevDependencies) == 0 && !pl.member() || pl.needsDev() || pl.selfContained() {
		return ""
	}
	if pl.p.Workspace != nil && pl.m.ID != "npm" {
		return ""
	}
	switch {
	case pl.m.ID == "npm" && nodeMajor(pl.tag) < 15:
		return "npm prune --production"
	case pl.m.ID == "npm":
		return "npm prune --omit=dev"
	case pl.m.ID == "pnpm":
		return "CI=true pnpm prune --prod --ignore-scripts"
	case pl.m.ID == "yarn" && !pl.m.Berry() && pl.m.Lock != "":
		return "yarn install --production --frozen-lockfile --ignore-scripts --prefer-offline"
	}
	return ""
}

// nodeBins are commands whose package is called otherwise.
var nodeBins = map[string]string{
	"next": "next", "ng": "@angular/cli", "nest": "@nestjs/cli", "remix-serve": "@remix-run/serve", "react-router-serve": "@react-router/serve",
	"vue-cli-service": "@vue/cli-service", "strapi": "@strapi/strapi", "medusa": "@medusajs/cli", "functions-framework": "@google-cloud/functions-framework",
	"fastify": "fastify-cli", "keystone": "@keystone-6/core", "tsc": "typescript", "eleventy": "@11ty/eleventy", "docusaurus": "@docusaurus/core",
	"rw-server": "@redwoodjs/api-server", "dotenv": "dotenv-cli", "babel-node": "@babel/node", "expo": "expo", "hexo": "hexo",
}

// needsDev reports whether the start command or a release line needs a
// development dependency, so that those must stay.
func (pl jsPlan) needsDev() bool {
	c, _, _ := pl.start()
	lines := append([]string{}, c.dev...)
	for _, l := range c.release {
		for _, w := range strings.Fields(l) {
			lines = append(lines, path.Base(strings.Trim(w, "'")))
		}
	}
	for _, w := range append(lines, c.words...) {
		name := path.Base(w)
		if known, ok := nodeBins[name]; ok {
			name = known
		}
		if _, dev := pl.pkg.DevDependencies[name]; dev {
			if _, also := pl.pkg.Dependencies[name]; !also {
				return true
			}
		}
	}
	return pl.p.Framework.Value == "SvelteKit" && !pl.pkg.Has("@sveltejs/adapter-node") && !pl.svelteAuto()
}

// selfContained reports whether the build writes a server that needs no
// node_modules beside it.
func (pl jsPlan) selfContained() bool { return len(pl.serverOutput()) > 0 }

// serverOutput is what of the build a self-contained server needs, relative to
// the project; nil where it needs the project as a whole.
func (pl jsPlan) serverOutput() []universalbuild.Copy {
	words := pl.p.Start.Value.Command
	command := strings.Join(words, " ")
	switch {
	case pl.p.Framework.Value == "Next.js" && pl.nextStandalone() && strings.HasSuffix(command, "node server.js"):
		copies := []universalbuild.Copy{{From: pl.file(".next/standalone"), To: "/app"}, {From: pl.file(".next/static"), To: path.Join(pl.workdir(), ".next/static")}}
		if pl.p.HasDir("public") {
			copies = append(copies, universalbuild.Copy{From: pl.file("public"), To: path.Join(pl.workdir(), "public")})
		}
		return copies
	case strings.HasPrefix(command, "node .output/server/index.mjs"):
		return []universalbuild.Copy{{From: pl.file(".output"), To: path.Join(pl.workdir(), ".output")}}
	}
	return nil
}

// runtime packs a program.
func (pl jsPlan) runtime(r *language.Recipe) {
	rt := &r.Runtime
	rt.BaseImage = nodeImage(pl.tag)
	if pl.usesBun() {
		rt.BaseImage = pl.bunImage("-slim")
	}
	rt.Workdir = pl.workdir()
	rt.Environment["NODE_ENV"] = "production"
	if pl.member() || pl.needsPath() {
		rt.Environment["PATH"] = pl.path()
	}
	pl.runtimeEnvironment(rt.Environment)
	if line := pl.managerInstall(); line != "" && pl.startsManager() {
		rt.Setup = append(rt.Setup, line)
	}
	rt.Copy = pl.serverOutput()
	if rt.Copy == nil {
		to := "."
		if pl.member() {
			to = "/app"
		}
		rt.Copy = []universalbuild.Copy{{From: ".", To: to}}
	}
	if r.Build.BaseImage == "" {
		return
	}
	if out := pl.builtFolder(); out != "" && len(r.Build.BuildCommands) > 0 && rt.Copy[0].From == "." {
		r.Build.Artifacts = append(r.Build.Artifacts, pl.file(out))
	}
	for _, c := range rt.Copy {
		r.Build.Artifacts = append(r.Build.Artifacts, c.From)
	}
}

// builtFolder is the folder that the build writes, where that is known.
func (pl jsPlan) builtFolder() string {
	switch pl.p.Framework.Value {
	case "Next.js", "Payload":
		return ".next"
	}
	for _, w := range pl.p.Start.Value.Command {
		w = strings.TrimPrefix(w, "./")
		if dir, _, ok := strings.Cut(w, "/"); ok && (dir == "dist" || dir == "build" || dir == "out" || dir == "lib" || dir == ".output") && !pl.p.Has(w) {
			return dir
		}
	}
	return ""
}

// startsManager reports whether the command calls the package manager itself,
// as a Procfile may.
func (pl jsPlan) startsManager() bool {
	for _, w := range strings.Fields(strings.Join(pl.p.Start.Value.Command, " ")) {
		if strings.Trim(w, `"'`) == pl.m.ID {
			return true
		}
	}
	return false
}

// needsPath reports whether a shell looks the commands of dependencies up.
func (pl jsPlan) needsPath() bool {
	words := pl.p.Start.Value.Command
	return len(words) > 0 && (words[0] == "sh" || words[0] == "bash" || words[0] == "env")
}

// runtimeEnvironment sets what makes servers listen on all addresses and find
// what the image holds.
func (pl jsPlan) runtimeEnvironment(env map[string]string) {
	switch pl.p.Framework.Value {
	case "Next.js":
		if pl.nextStandalone() {
			env["HOSTNAME"] = "0.0.0.0"
		}
	case "Nuxt", "Astro", "AdonisJS", "Nitro", "SolidStart", "Analog", "SvelteKit":
		env["HOST"] = "0.0.0.0"
	case "Fastify":
		if pl.pkg.Has("fastify-cli") {
			env["FASTIFY_ADDRESS"] = "0.0.0.0"
		}
	}
	if pl.pkg.Has("puppeteer") || pl.pkg.Has("puppeteer-core") {
		env["PUPPETEER_EXECUTABLE_PATH"] = "/usr/bin/chromium"
	}
	if pl.playwright() {
		env["PLAYWRIGHT_BROWSERS_PATH"] = "/app/.playwright"
	}
}
