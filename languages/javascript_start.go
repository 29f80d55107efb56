package languages

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
)

// nodeStart finds how the program starts: its start script, what its framework
// builds, its entry file.
func nodeStart(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.System == "deno" {
		return denoStart(p)
	}
	pl := newJSPlan(p)
	if pl.static {
		return staticStart(pl.site.why)
	}
	c, confidence, why := pl.start()
	if len(c.words) == 0 {
		return finding.Finding[language.Start]{}
	}
	return finding.Of(language.Start{Command: c.words, Release: c.release}, confidence, why)
}

// start is the command and why. Rules are asked in the order of precedence
// that hosting platforms share: script, framework, entry.
func (pl jsPlan) start() (jsCommand, float64, finding.Evidence) {
	p := pl.p
	file := nodePackageFile(p.Folder)
	line, name := nodeStartScript(pl.pkg)
	if line != "" && !pl.frameworkDev(line) && !pl.standaloneStart(line) && !nodeIsTool(line) {
		if c, ok := pl.resolve(line, 0); ok && !denied(c) {
			return c, finding.Certain, nodeAtIn(p.Folder, "node.start-script", file, `"scripts"`, `"`+name+`"`)
		}
	}
	if c, why, ok := pl.frameworkStart(); ok {
		return c, finding.Likely, why
	}
	for _, name := range []string{"process.json", "ecosystem.config.js", "ecosystem.config.cjs", "ecosystem.config.json"} {
		if script := pl.pm2Script(name); script != "" {
			return jsCommand{words: []string{"node", script}}, finding.Likely, p.At("node.pm2", name, "script")
		}
	}
	for _, s := range []string{"serve", "start:dev", "dev"} {
		if line := pl.pkg.Script(s); line != "" && nodeServerDep(pl.pkg) != "" && nodeEntry(p.Folder, pl.pkg) == "" {
			if c, ok := pl.resolve(line, 0); ok {
				return c, finding.Unsure, p.At("node.dev-script", file, `"`+s+`"`)
			}
		}
	}
	for _, n := range sortedKeys(pl.pkg.Bin) {
		if bin := strings.TrimPrefix(pl.pkg.Bin[n], "./"); p.Claim.Role == language.Program && bin != "" {
			return jsCommand{words: []string{"node", bin}}, finding.Likely, p.At("node.bin", file, `"bin"`)
		}
	}
	return pl.entryStart()
}

// denied knows commands that cannot start a program in an image.
func denied(c jsCommand) bool {
	return len(c.words) == 0 || c.words[0] == "docker" || path.Base(c.words[0]) == "func"
}

// frameworkDev reports whether a start script is a framework's server for
// development, which compiles at start; its production server replaces it.
func (pl jsPlan) frameworkDev(line string) bool {
	words := strings.Fields(line)
	for len(words) > 1 && (strings.Contains(words[0], "=") || words[0] == "cross-env" || words[0] == "npx") {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch words[0] {
	case "next", "nuxt", "nuxi", "astro", "remix", "react-router", "vinxi", "strapi", "medusa", "keystone":
		return second == "dev" || second == "develop" || words[0] == "nuxt" && second == "" || words[0] == "astro" && second != "" && second != "preview" ||
			(words[0] == "nuxt" || words[0] == "nuxi") && nodeMajor(pl.pkg.Constraint("nuxt")) >= 3 && pl.pkg.Has("nuxt")
	case "vite":
		return second == "" || second == "dev" || second == "start" || strings.HasPrefix(second, "-")
	case "nest":
		return second == "start"
	case "ng", "nx":
		return second == "serve"
	case "vite-node", "qwik":
		return false
	}
	return false
}

// frameworkStart is how the server that a framework builds is started.
func (pl jsPlan) frameworkStart() (jsCommand, finding.Evidence, bool) {
	p := pl.p
	node := func(file string) []string { return []string{"node", file} }
	local := func(words ...string) []string { return append([]string{pl.bin(words[0])}, words[1:]...) }
	why := finding.Evidence{Rule: "node.framework-start"}
	if len(p.Framework.Evidence) > 0 {
		why.Path, why.Line, why.Excerpt = p.Framework.Evidence[0].Path, p.Framework.Evidence[0].Line, p.Framework.Evidence[0].Excerpt
	}
	if pl.isNx || pl.nx.Targets["build"].Executor != "" && strings.HasPrefix(pl.pkg.Script("start"), "nx ") {
		if words := pl.nxStart(); words != nil {
			return jsCommand{words: words}, p.Evidence("node.nx", "project.json", 0, ""), true
		}
	}
	var words []string
	switch p.Framework.Value {
	case "Next.js", "Payload":
		words = local("next", "start")
		if pl.nextStandalone() {
			words = node("server.js")
		}
	case "Nuxt":
		words = node(".output/server/index.mjs")
		if nodeMajor(pl.pkg.Constraint("nuxt")) == 2 {
			words = local("nuxt", "start")
		}
	case "SvelteKit":
		words = pl.svelteStart(node("build"), local("vite", "preview", "--host", "0.0.0.0", "--port", "3000"))
	case "Remix":
		words = local("remix-serve", "./build/server/index.js")
		if !pl.pkg.Has("vite") {
			words = local("remix-serve", "build")
		}
	case "React Router":
		words = local("react-router-serve", "./build/server/index.js")
	case "TanStack Start":
		words = []string{srvxFolder + "/node_modules/.bin/srvx", "--prod", "-s", "../client", "dist/server/server.js"}
		if pl.pkg.Has("srvx") {
			words[0] = pl.bin("srvx")
		}
		if pl.tanstackNitro() {
			words = node(".output/server/index.mjs")
		}
	case "Astro":
		words = node("dist/server/entry.mjs")
	case "NestJS":
		words = node(pl.nestMain())
	case "SolidStart", "Nitro":
		words = node(".output/server/index.mjs")
	case "Analog":
		words = node("dist/analog/server/index.mjs")
	case "Qwik City":
		words = node("server/entry.express")
		for _, kind := range []string{"fastify", "node-server"} {
			if p.Has("src/entry." + kind + ".tsx") {
				words = node("server/entry." + kind)
			}
		}
	case "AdonisJS":
		words = node("build/bin/server.js")
	case "Medusa":
		words = local("medusa", "start")
	case "Strapi":
		words = local("strapi", "start")
	case "Directus":
		words = local("directus", "start")
	case "KeystoneJS":
		words = local("keystone", "start")
	case "Waku":
		words = local("waku", "start")
	case "Probot":
		words = local("probot", "run", "./index.js")
	case "RedwoodJS":
		words = local("rw-server")
	case "Angular":
		if a, ok := angularProject(p.Folder); ok && a.Server {
			out := a.OutputPath
			if out == "" {
				out = "dist/" + a.Name
			}
			words = node(out + "/server/server.mjs")
		}
	case "Functions Framework":
		if target := pl.functionTarget(); target != "" {
			words = local("functions-framework", "--target="+target)
		}
	}
	if words == nil {
		return jsCommand{}, why, false
	}
	c := jsCommand{words: words}
	if !strings.Contains(words[0], "node") || strings.HasPrefix(words[0], "node_modules/") {
		c.dev = []string{path.Base(words[0])}
	}
	return c, why, true
}

// srvxFolder is where srvx, which serves TanStack Start's plain build, is put
// where the project does not bring it.
const srvxFolder = ".server"

// standaloneStart reports whether a script starts Next.js the way that its
// standalone output does not support.
func (pl jsPlan) standaloneStart(line string) bool {
	return pl.p.Framework.Value == "Next.js" && pl.nextStandalone() && strings.Contains(line, "next start")
}

// svelteStart picks between the server of adapter-node and, where a project
// builds for some other host, Vite's preview of what was built.
func (pl jsPlan) svelteStart(server, preview []string) []string {
	_, config := nodeConfig(pl.p.Folder, "svelte.config")
	if !pl.pkg.Has("@sveltejs/adapter-node") && !pl.svelteAuto() {
		return preview
	}
	if out, ok := matched(`\bout\s*:\s*['"\x60]([\w./-]+)['"\x60]`, config); ok {
		return []string{"node", out}
	}
	return server
}

// svelteAuto reports whether adapter-auto picks the host. Told that it builds
// for Google's buildpacks it brings adapter-node, a server of its own (its
// list of adapters, from 3.1 on).
func (pl jsPlan) svelteAuto() bool {
	_, config := nodeConfig(pl.p.Folder, "svelte.config")
	return strings.Contains(config, "adapter-auto") && nodeMajor(pl.pkg.Constraint("@sveltejs/adapter-auto")) >= 3
}

func (pl jsPlan) nextStandalone() bool {
	_, config := nodeConfig(pl.p.Folder, "next.config")
	_, ok := matched(jsStandalone, config)
	return ok
}

// tanstackNitro reports whether the build is made by Nitro, which writes a
// server that runs by itself.
func (pl jsPlan) tanstackNitro() bool {
	_, config := nodeConfig(pl.p.Folder, "vite.config")
	_, app := nodeConfig(pl.p.Folder, "app.config")
	return strings.Contains(config, "nitro") || app != "" || pl.pkg.Has("vinxi")
}

// nestMain finds where nest build puts the compiled main file: dist/main.js,
// deeper where the compiler takes in more than src.
func (pl jsPlan) nestMain() string {
	for _, n := range []string{"start:prod", "start:production"} {
		if words, ok := shellWords(pl.pkg.Script(n)); ok {
			for i, w := range words {
				if w == "node" && i+1 < len(words) {
					return words[len(words)-1]
				}
			}
		}
	}
	out := "dist"
	if ts, ok := language.Parse(pl.p.Folder, "tsconfig.json", manifest.ParseTSConfig); ok && ts.OutDir != "" {
		out = path.Clean(ts.OutDir)
	}
	return out + "/main"
}

func (pl jsPlan) functionTarget() string {
	entry := nodeEntry(pl.p.Folder, pl.pkg)
	head := pl.p.Head(entry, nodeReadBytes)
	for _, pattern := range []language.Pattern{`\b(?:http|cloudEvent)\(\s*['"](\w+)['"]`, `exports\.(\w+)\s*=`} {
		if name, ok := matched(pattern, head); ok {
			return name
		}
	}
	return ""
}

// entryStart runs the file that main or convention name. TypeScript runs from
// where the compiler puts it, or as it is where something runs it so.
func (pl jsPlan) entryStart() (jsCommand, float64, finding.Evidence) {
	p := pl.p
	entry := nodeEntry(p.Folder, pl.pkg)
	if entry == "" {
		return jsCommand{}, 0, finding.Evidence{}
	}
	why := p.Evidence("node.entry", entry, 0, "")
	if main := strings.TrimPrefix(pl.pkg.Main, "./"); main == entry {
		why = p.At("node.main", nodePackageFile(p.Folder), `"main"`)
	}
	bun := pl.m.ID == "bun" && !nodeDeclaresNode(pl.pkg)
	switch ext := path.Ext(entry); {
	case bun || strings.Contains(p.Head(entry, nodeReadBytes), "Bun.serve("):
		return jsCommand{words: []string{"bun", entry}}, finding.Likely, why
	case ext != ".ts" && ext != ".mts" && ext != ".tsx":
		return jsCommand{words: []string{"node", entry}}, finding.Likely, why
	case pl.compiles():
		return jsCommand{words: []string{"node", pl.compiled(entry)}}, finding.Likely, why
	case pl.pkg.Has("tsx"):
		return jsCommand{words: []string{pl.bin("tsx"), entry}, dev: []string{"tsx"}}, finding.Guess, why
	case pl.pkg.Has("ts-node"):
		return jsCommand{words: []string{pl.bin("ts-node"), entry}, dev: []string{"ts-node"}}, finding.Guess, why
	}
	// Node.js 22.18 and later take the types off by themselves
	return jsCommand{words: []string{"node", entry}}, finding.Guess, why
}

func nodeDeclaresNode(pkg manifest.PackageJSON) bool { return pkg.Engines["node"] != "" }

// compiles reports whether the build turns TypeScript into files.
func (pl jsPlan) compiles() bool {
	script := pl.pkg.Script(nodeBuildScript(pl.pkg))
	if strings.Contains(script, "--noEmit") {
		return false
	}
	return script != "" || pl.compilesBare()
}

// compilesBare knows projects that have the compiler and its settings, and no
// script that calls it.
func (pl jsPlan) compilesBare() bool {
	ts, ok := language.Parse(pl.p.Folder, "tsconfig.json", manifest.ParseTSConfig)
	return ok && nodeBuildScript(pl.pkg) == "" && pl.pkg.Has("typescript") && !ts.NoEmit && ts.OutDir != "" && !pl.pkg.Has("tsx", "ts-node")
}

// compiled is where the compiler puts a source file. Without rootDir it is the
// folder that all sources share.
func (pl jsPlan) compiled(entry string) string {
	if main := strings.TrimPrefix(pl.pkg.Main, "./"); main != "" && main != entry && !pl.p.Has(main) && (strings.Contains(main, "/")) {
		return main
	}
	ts, _ := language.Parse(pl.p.Folder, "tsconfig.json", manifest.ParseTSConfig)
	out, root := path.Clean(ts.OutDir), path.Clean(ts.RootDir)
	if ts.OutDir == "" {
		out = "."
	}
	if ts.RootDir == "" {
		root = "."
		if strings.HasPrefix(entry, "src/") {
			root = "src"
		}
	}
	if out == "." && strings.Contains(pl.pkg.Script("build"), "tsup") {
		out = "dist"
	}
	rel := strings.TrimPrefix(entry, root+"/")
	js := ".js"
	if path.Ext(entry) == ".mts" {
		js = ".mjs"
	}
	return path.Join(out, strings.TrimSuffix(rel, path.Ext(rel))+js)
}

const jsPortFlag language.Pattern = `(?:\bPORT=|--port[ =]|\s-p[ =]?)(\d{2,5})\b`

// nodePort knows the port of a static site's web server, and one that the
// start script sets.
func nodePort(p *language.Project) finding.Finding[int] {
	if p.Claim.System == "deno" {
		return finding.Finding[int]{}
	}
	pl := newJSPlan(p)
	if pl.static {
		return finding.Of(staticPort, finding.Certain, pl.site.why)
	}
	line, name := nodeStartScript(pl.pkg)
	for _, s := range []struct{ line, name string }{{line, name}, {pl.pkg.Script("dev"), "dev"}} {
		n, ok := matched(jsPortFlag, s.line)
		if !ok || s.name == "dev" && !pl.frameworkDev(s.line) {
			continue
		}
		if port, err := strconv.Atoi(n); err == nil && port > 0 && port < 65536 {
			return finding.Of(port, finding.Likely, nodeAtIn(p.Folder, "node.port-flag", nodePackageFile(p.Folder), `"scripts"`, `"`+s.name+`"`))
		}
	}
	return pl.bareFilePort()
}

// bareFilePort reads the port out of a program whose file has no extension, as
// bin/www of Express' generator: the general rules look at extensions.
func (pl jsPlan) bareFilePort() finding.Finding[int] {
	for _, w := range pl.p.Start.Value.Command {
		name := strings.TrimPrefix(w, "./")
		if path.Ext(name) != "" || strings.HasPrefix(name, "node_modules/") || !pl.p.Has(name) {
			continue
		}
		text, _ := pl.p.Text(name)
		for _, pattern := range nodePortUses {
			n, ok := matched(pattern, text)
			if port, err := strconv.Atoi(n); ok && err == nil && port > 0 && port < 65536 {
				return finding.Of(port, finding.Likely, pl.p.At("node.port", name, n))
			}
		}
	}
	return finding.Finding[int]{}
}
