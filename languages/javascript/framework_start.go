package javascript

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
)

// frameworkDev reports whether a start script is a framework's server for
// development, which compiles at start; its production server replaces it.
func (pl plan) frameworkDev(line string) bool {
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
			(words[0] == "nuxt" || words[0] == "nuxi") && node.Major(pl.pkg.Constraint("nuxt")) >= 3 && pl.pkg.Has("nuxt")
	case "vite":
		return second == "" || second == "dev" || second == "start" || strings.HasPrefix(second, "-")
	case "nest":
		return second == "start"
	case "ng", "nx":
		return second == "serve"
	}
	return false
}

// frameworkStart is how the server that a framework builds is started.
func (pl plan) frameworkStart() (command, finding.Evidence, bool) {
	p := pl.p
	why := finding.Evidence{Rule: "node.framework-start"}
	if len(p.Framework.Evidence) > 0 {
		why.Path, why.Line, why.Excerpt = p.Framework.Evidence[0].Path, p.Framework.Evidence[0].Line, p.Framework.Evidence[0].Excerpt
	}
	if pl.isNx || pl.nx.Targets["build"].Executor != "" && strings.HasPrefix(pl.pkg.Script("start"), "nx ") {
		return command{words: pl.nxStart()}, p.Evidence("node.nx", "project.json", 0, ""), true
	}
	words := pl.builtServer()
	if words == nil {
		words = strings.Fields(plainServers[p.Framework.Value])
	}
	if len(words) == 0 {
		return command{}, why, false
	}
	if words[0] == "node" || strings.Contains(words[0], "/") {
		return command{words: words}, why, true
	}
	return command{words: append([]string{pl.bin(words[0])}, words[1:]...), dev: words[:1]}, why, true
}

// plainServers are the commands of frameworks that have only one, as their
// deployment guides give them; the first word is node or a command of
// node_modules.
var plainServers = map[string]string{
	"React Router": "react-router-serve ./build/server/index.js",
	"SolidStart":   "node .output/server/index.mjs",
	"Nitro":        "node .output/server/index.mjs",
	"Analog":       "node dist/analog/server/index.mjs",
	"AdonisJS":     "node build/bin/server.js",
	"Medusa":       "medusa start",
	"Strapi":       "strapi start",
	"Directus":     "directus start",
	"KeystoneJS":   "keystone start",
	"Waku":         "waku start",
	"Probot":       "probot run ./index.js",
	"RedwoodJS":    "rw-server",
}

// builtServer is the command where it depends on how the project is set up.
func (pl plan) builtServer() []string {
	switch pl.p.Framework.Value {
	case "Next.js", "Payload":
		if pl.nextStandalone() {
			return []string{"node", "server.js"}
		}
		return []string{"next", "start"}
	case "Nuxt":
		if node.Major(pl.pkg.Constraint("nuxt")) == 2 {
			return []string{"nuxt", "start"}
		}
		return []string{"node", ".output/server/index.mjs"}
	case "SvelteKit":
		return pl.svelteStart([]string{"node", "build"}, []string{"vite", "preview", "--host", "0.0.0.0", "--port", "3000"})
	case "Remix":
		if pl.pkg.Has("vite") {
			return []string{"remix-serve", "./build/server/index.js"}
		}
		return []string{"remix-serve", "build"}
	case "TanStack Start":
		return pl.tanstackStart()
	case "NestJS":
		return []string{"node", source.NestMain(pl.p.Folder, pl.pkg)}
	case "Astro":
		return pl.astroStart()
	case "Hono":
		return pl.honoBuilt()
	case "Qwik City":
		for _, kind := range []string{"fastify", "node-server"} {
			if pl.p.Has("src/entry." + kind + ".tsx") {
				return []string{"node", "server/entry." + kind}
			}
		}
		return []string{"node", "server/entry.express"}
	case "Angular":
		if a, ok := site.AngularProject(pl.p.Folder); ok && a.Server {
			out := a.OutputPath
			if out == "" {
				out = "dist/" + a.Name
			}
			return []string{"node", out + "/server/server.mjs"}
		}
	case "Functions Framework":
		if target := pl.functionTarget(); target != "" {
			return []string{"functions-framework", "--target=" + target}
		}
	}
	return nil
}

// astroStart is the server that @astrojs/node writes. Other adapters write what
// only their host runs (docs.astro.build, On-demand rendering, Adapters).
func (pl plan) astroStart() []string {
	for name := range pl.pkg.Dependencies {
		switch name {
		case "@astrojs/vercel", "@astrojs/cloudflare", "@astrojs/netlify":
			if !pl.pkg.Has("@astrojs/node") {
				return nil
			}
		}
	}
	return []string{"node", "dist/server/entry.mjs"}
}

// honoBuilt is the server that @hono/vite-build writes for Node: index.js in
// Vite's folder unless its options say otherwise (the package's README).
func (pl plan) honoBuilt() []string {
	_, config := source.Config(pl.p.Folder, "vite.config")
	if !strings.Contains(config, "@hono/vite-build/node") || node.BuildScript(pl.pkg) == "" {
		return nil
	}
	dir, file := "dist", "index.js"
	if out, ok := language.Pattern(`\boutputDir\s*:\s*['"]([\w./-]+)['"]`).Find(config); ok {
		dir = path.Clean(out)
	}
	if out, ok := language.Pattern(`\boutput\s*:\s*['"]([\w./-]+)['"]`).Find(config); ok {
		file = out
	}
	return []string{"node", path.Join(dir, file)}
}

// tanstackStart runs Nitro's server, or serves the plain build with srvx (TanStack
// Start's hosting guide).
func (pl plan) tanstackStart() []string {
	switch {
	case pl.tanstackNitro():
		return []string{"node", ".output/server/index.mjs"}
	case pl.pkg.Has("srvx"):
		return []string{"srvx", "--prod", "-s", "../client", "dist/server/server.js"}
	}
	return []string{srvxFolder + "/node_modules/.bin/srvx", "--prod", "-s", "../client", "dist/server/server.js"}
}

// srvxFolder is where srvx, which serves TanStack Start's plain build, is put
// where the project does not bring it.
const srvxFolder = ".server"

// standaloneStart reports whether a script starts Next.js the way that its
// standalone output does not support.
func (pl plan) standaloneStart(line string) bool {
	return pl.p.Framework.Value == "Next.js" && pl.nextStandalone() && strings.Contains(line, "next start")
}

// svelteStart picks between the server of adapter-node and, where a project
// builds for some other host, Vite's preview of what was built.
func (pl plan) svelteStart(server, preview []string) []string {
	_, config := source.Config(pl.p.Folder, "svelte.config")
	if !pl.pkg.Has("@sveltejs/adapter-node") && !pl.svelteAuto() {
		return preview
	}
	if out, ok := language.Pattern(`\bout\s*:\s*['"\x60]([\w./-]+)['"\x60]`).Find(config); ok {
		return []string{"node", out}
	}
	return server
}

// svelteAuto reports whether adapter-auto picks the host. Told that it builds
// for Google's buildpacks it brings adapter-node, a server of its own (its
// list of adapters, from 3.1 on).
func (pl plan) svelteAuto() bool {
	_, config := source.Config(pl.p.Folder, "svelte.config")
	return strings.Contains(config, "adapter-auto") && node.Major(pl.pkg.Constraint("@sveltejs/adapter-auto")) >= 3
}

func (pl plan) nextStandalone() bool {
	_, config := source.Config(pl.p.Folder, "next.config")
	_, ok := standaloneOutput.Find(config)
	return ok
}

// tanstackNitro reports whether the build is made by Nitro, which writes a
// server that runs by itself.
func (pl plan) tanstackNitro() bool {
	_, config := source.Config(pl.p.Folder, "vite.config")
	_, app := source.Config(pl.p.Folder, "app.config")
	return strings.Contains(config, "nitro") || app != "" || pl.pkg.Has("vinxi")
}

func (pl plan) functionTarget() string {
	entry := source.Entry(pl.p.Folder, pl.pkg)
	head := pl.p.Head(entry, source.MostBytes)
	for _, pattern := range []language.Pattern{`\b(?:http|cloudEvent)\(\s*['"](\w+)['"]`, `exports\.(\w+)\s*=`} {
		if name, ok := pattern.Find(head); ok {
			return name
		}
	}
	return ""
}

const standaloneOutput language.Pattern = `\boutput\s*:[^,\n]*['"\x60]standalone['"\x60]`
