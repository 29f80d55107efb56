package javascript

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/source"
)

// installsProduction reports whether the install can leave the development
// dependencies out from the start: nothing is built and nothing of them runs.
func (pl plan) installsProduction() bool {
	if pl.static || pl.isNx || pl.needsDev() || pl.hasLifecycle() || pl.m.Berry() {
		return false
	}
	switch inWorkspace := pl.p.Workspace != nil; {
	case inWorkspace && pl.m.ID != "npm" && pl.m.ID != "pnpm":
		return false
	case !inWorkspace && len(pl.pkg.DevDependencies) == 0:
		return false
	}
	return len(pl.frontEnds()) == 0 && len(pl.buildLines()) == 0 && len(pl.startBuilds()) == 0 && !(pl.pkg.Has("prisma") && pl.p.Has("prisma/schema.prisma"))
}

// prune takes the development dependencies out after the build. Workspaces of
// managers other than npm link members together and are left whole.
func (pl plan) prune() string {
	if len(pl.rootPackage().DevDependencies) == 0 && !pl.member() || pl.needsDev() || pl.selfContained() {
		return ""
	}
	if pl.p.Workspace != nil && pl.m.ID != "npm" {
		return ""
	}
	switch {
	case pl.m.ID == "npm" && node.Major(pl.tag) < 15:
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

// needsDev reports whether the start command, a release line, what these read
// when they start or the program itself needs a development dependency, so that those must stay.
func (pl plan) needsDev() bool {
	c, _, _ := pl.start()
	names := append([]string{}, c.dev...)
	for _, l := range c.release {
		for _, w := range strings.Fields(l) {
			names = append(names, path.Base(strings.Trim(w, "'")))
		}
	}
	for _, w := range c.words {
		names = append(names, path.Base(w), source.PackageOf(w)) // --require dotenv/config
	}
	names = append(names, pl.startImports(names)...)
	names = append(append(names, pl.programImports(c.words)...), pl.compiledImport(c.words).Package)
	for _, name := range names {
		if known, ok := source.Bins[name]; ok {
			name = known
		}
		if pl.onlyDev(name) {
			return true
		}
	}
	return pl.p.Framework.Value == "SvelteKit" && !pl.pkg.Has("@sveltejs/adapter-node") && !pl.svelteAuto()
}

// onlyDev reports whether a package is declared for development alone.
func (pl plan) onlyDev(name string) bool {
	if pl.pkg.Dependencies[name] != "" || pl.pkg.OptionalDependencies[name] != "" {
		return false
	}
	return pl.pkg.DevDependencies[name] != "" || pl.member() && pl.rootPackage().DevDependencies[name] != ""
}

// selfContained reports whether the build writes a server that needs no
// node_modules beside it.
func (pl plan) selfContained() bool { return len(pl.serverOutput()) > 0 }

// serverOutput is what of the build a self-contained server needs, relative to
// the project; nil where it needs the project as a whole.
func (pl plan) serverOutput() []universalbuild.Copy {
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
func (pl plan) runtime(r *language.Recipe) {
	rt := &r.Runtime
	rt.BaseImage = node.Image(pl.tag)
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
func (pl plan) builtFolder() string {
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

// managerCall is a package manager as the first of the words that a source starts
// a program with (https://nodejs.org/api/child_process.html): what stands behind it
// tells it from a list of managers.
const managerCall language.Pattern = "(?:\\[\\s*|\\(\\s*)['\"](pnpm|yarn)['\"]\\s*,\\s*\\[?\\s*['\"](?:--?\\w[\\w-]*|add|config|exec|i|info|install|list|ls|outdated|remove|run|store|up|update|view|why)['\"]" +
	"|\\b(?:exec|execSync|spawn|spawnSync|execa|execaSync|execaCommand)\\(\\s*['\"\x60](pnpm|yarn) "

// startsManager reports whether the command calls the package manager itself,
// as a Procfile may, or the program's sources do.
func (pl plan) startsManager() bool {
	if pl.callsManager() {
		return true
	}
	for _, w := range strings.Fields(strings.Join(pl.p.Start.Value.Command, " ")) {
		if strings.Trim(w, `"'`) == pl.m.ID {
			return true
		}
	}
	return false
}

// callsManager reports whether a source starts the package manager; npm is in every
// image.
func (pl plan) callsManager() bool {
	if pl.m.ID != "pnpm" && pl.m.ID != "yarn" {
		return false
	}
	calls := func(text string) string {
		if !strings.Contains(text, pl.m.ID) {
			return ""
		}
		for _, m := range managerCall.Regexp().FindAllStringSubmatch(text, 4) {
			if m[1]+m[2] == pl.m.ID {
				return m[0]
			}
		}
		return ""
	}
	for _, w := range pl.p.Start.Value.Command {
		name := strings.TrimPrefix(w, "./")
		if !source.HasEnding(name) || !pl.p.Has(name) || strings.HasPrefix(name, "node_modules/") {
			continue
		}
		for _, file := range source.Reached(pl.p.Folder, name) {
			if calls(pl.p.Head(file, source.MostBytes)) != "" {
				return true
			}
		}
	}
	return saysAnywhere(pl.p.Folder, calls)
}

// needsPath reports whether a shell looks the commands of dependencies up.
func (pl plan) needsPath() bool {
	words := pl.p.Start.Value.Command
	return len(words) > 0 && (words[0] == "sh" || words[0] == "bash" || words[0] == "env")
}

// runtimeEnvironment sets what makes servers listen on all addresses and find
// what the image holds.
func (pl plan) runtimeEnvironment(env map[string]string) {
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
	if _, shipped := pl.p.FirstShipped("puppeteer", "puppeteer-core"); shipped {
		env["PUPPETEER_EXECUTABLE_PATH"] = "/usr/bin/chromium"
	}
	if pl.playwright() {
		env["PLAYWRIGHT_BROWSERS_PATH"] = "/app/.playwright"
	}
}
