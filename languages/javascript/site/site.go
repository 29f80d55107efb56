// Package site finds out whether a package becomes files for a web server, and
// where its build writes them. Servers are not known here.
package site

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// Pages is a front end that is built into files for a web server.
type Pages struct {
	Framework string
	Output    string // folder of the files, relative to the project
	SPA       bool   // unknown paths answer with index.html
	Build     string // what builds it where no script does: a command of node_modules/.bin
	Why       finding.Evidence
}

// rule is one generator or bundler.
type rule struct {
	name   string
	needs  []string
	starts []string // first words of a start script that is for development, or serves the built files
	build  string   // where there is no build script
	spa    bool
	output func(f *language.Folder, pkg npm.Package) (string, bool) // false: it is no static site
}

func to(dir string) func(*language.Folder, npm.Package) (string, bool) {
	return func(*language.Folder, npm.Package) (string, bool) { return dir, true }
}

// rules are in order of precedence; output folders are the defaults of
// each tool's documentation.
var rules = []rule{
	{name: "Next.js", needs: []string{"next"}, starts: []string{"next", "serve", "npx"}, build: "next build", output: nextExport},
	{name: "Nuxt", needs: []string{"nuxt", "nuxt3"}, starts: []string{"nuxt", "nuxi", "serve", "npx"}, output: nuxtGenerated},
	{name: "React Router", needs: []string{"@react-router/dev"}, starts: []string{"react-router", "react-router-serve", "vite", "serve"},
		build: "react-router build", spa: true, output: routerSPA},
	{name: "SvelteKit", needs: []string{"@sveltejs/adapter-static"},
		starts: []string{"vite", "svelte-kit", "serve", "npx"}, build: "vite build", spa: true, output: svelteStatic},
	{name: "Astro", needs: []string{"astro"}, starts: []string{"astro", "serve", "npx"}, build: "astro build", output: astroStatic},
	{name: "Gatsby", needs: []string{"gatsby"}, starts: []string{"gatsby", "npm", "yarn", "serve"}, build: "gatsby build", output: to("public")},
	{name: "Docusaurus", needs: []string{"@docusaurus/core"}, starts: []string{"docusaurus"}, build: "docusaurus build", output: to("build")},
	{name: "VitePress", needs: []string{"vitepress"}, starts: []string{"vitepress"}, output: pressOutput("vitepress")},
	{name: "VuePress", needs: []string{"vuepress", "vuepress-vite", "vuepress-webpack", "@vuepress/cli", "@vuepress/core"},
		starts: []string{"vuepress"}, output: pressOutput("vuepress")},
	{name: "Eleventy", needs: []string{"@11ty/eleventy"}, starts: []string{"eleventy", "npx", "npm"}, build: "eleventy", output: eleventyOutput},
	{name: "Hexo", needs: []string{"hexo"}, starts: []string{"hexo"}, build: "hexo generate", output: to("public")},
	{name: "Rspress", needs: []string{"rspress", "@rspress/core"}, starts: []string{"rspress"}, build: "rspress build", output: to("doc_build")},
	{name: "Vocs", needs: []string{"vocs"}, starts: []string{"vocs"}, build: "vocs build", output: to("docs/dist")},
	{name: "Slidev", needs: []string{"@slidev/cli"}, starts: []string{"slidev"}, build: "slidev build", spa: true, output: to("dist")},
	{name: "Nue", needs: []string{"nuekit"}, starts: []string{"nue"}, build: "nue build --production", output: to(".dist/prod")},
	{name: "Angular", needs: []string{"@angular/core"}, starts: []string{"ng", "serve", "http-server"}, build: "ng build", spa: true, output: angularOutput},
	{name: "Expo", needs: []string{"expo"}, starts: []string{"expo", "npx", "react-native"}, build: "expo export --platform web", spa: true, output: expoOutput},
	{name: "Create React App", needs: []string{"react-scripts"},
		starts: []string{"react-scripts", "craco", "react-app-rewired", "rescripts", "npm-run-all", "concurrently"}, build: "react-scripts build", spa: true,
		output: craOutput},
	{name: "Vue CLI", needs: []string{"@vue/cli-service"}, starts: []string{"vue-cli-service", "npm", "yarn"},
		build: "vue-cli-service build", spa: true, output: vueOutput},
	{name: "Preact CLI", needs: []string{"preact-cli"}, starts: []string{"preact", "if-env", "sirv", "serve"},
		build: "preact build", spa: true, output: to("build")},
	{name: "Umi", needs: []string{"umi", "@umijs/max"}, starts: []string{"umi", "max", "npm"}, build: "umi build", spa: true, output: to("dist")},
	{name: "Quasar", needs: []string{"@quasar/app-vite", "@quasar/app-webpack"},
		starts: []string{"quasar"}, build: "quasar build", spa: true, output: to("dist/spa")},
	{name: "Ember", needs: []string{"ember-cli"}, starts: []string{"ember", "vite"}, build: "ember build --environment=production", spa: true, output: to("dist")},
	{name: "Stencil", needs: []string{"@stencil/core"}, starts: []string{"stencil"}, build: "stencil build", spa: true, output: stencilOutput},
	{name: "Rsbuild", needs: []string{"@rsbuild/core"}, starts: []string{"rsbuild"}, build: "rsbuild build", spa: true, output: pageOutput("dist")},
	{name: "Vite", needs: []string{"vite", "rolldown-vite"},
		starts: []string{"vite", "npx", "npm", "yarn", "pnpm"}, build: "vite build", spa: true, output: viteOutput},
	{name: "Parcel", needs: []string{"parcel", "parcel-bundler"}, starts: []string{"parcel"},
		build: "parcel build index.html", spa: true, output: pageOutput("dist")},
	{name: "", needs: []string{"webpack"}, starts: []string{"webpack", "webpack-dev-server"}, spa: true, output: webpackOutput},
	{name: "", needs: []string{"live-server", "lite-server", "http-server", "browser-sync", "serve"},
		starts: []string{"live-server", "lite-server", "browser-sync", "npm", "concurrently"}, output: plainOutput},
}

// Find finds out whether a package becomes a static site, and where its
// files end up. A start script that runs a server of its own says no.
func Find(f *language.Folder, pkg npm.Package) (Pages, bool) {
	// a workspace may keep the tools of its members in its root
	var root npm.Package
	if dir, ok := workspace.Root(f); ok {
		root, _ = node.Package(dir)
	}
	inRoot := func(need, command string) bool {
		return root.Has(need) && source.AnyScript(pkg, command+" build ")
	}
	for _, r := range rules {
		need := ""
		for _, n := range r.needs {
			if pkg.Has(n) || inRoot(n, r.starts[0]) {
				need = n
				break
			}
		}
		if need == "" {
			continue
		}
		if start := source.LeafStart(pkg); start != "" && !source.StartsWithAny(start, r.starts) || hasOwnServer(f, pkg) {
			continue
		}
		out, ok := r.output(f, pkg)
		if !ok {
			continue
		}
		s := Pages{Framework: r.name, Output: path.Clean(out), SPA: r.spa, Why: f.At("node.static-site", node.PackageFile(f), `"`+need+`"`)}
		if pkg.Script("build") == "" && node.BuildScript(pkg) == "" {
			s.Build = r.build
		}
		if strings.HasPrefix(s.Output, "../") || strings.HasPrefix(s.Output, "/") {
			s.Output = "dist"
		}
		return s, true
	}
	return Pages{}, false
}

// hasOwnServer reports whether the package runs a server of its own beside
// its pages: a server framework to run with, and a start script or entry that
// uses it.
func hasOwnServer(f *language.Folder, pkg npm.Package) bool {
	start := pkg.Script("start")
	if steps, ok := source.SplitSteps(strings.ReplaceAll(start, ";", "&&")); ok {
		start = strings.TrimSpace(steps[len(steps)-1]) // what stands before it ends
	}
	start = source.Leaf(pkg, start)
	if strings.HasPrefix(start, "node ") || strings.HasPrefix(start, "bun ") {
		return true
	}
	if start != "" {
		return false
	}
	for _, dep := range []string{"express", "fastify", "koa", "hono", "elysia", "@hapi/hapi", "@nestjs/core", "@google-cloud/functions-framework"} {
		if _, ok := pkg.Dependencies[dep]; ok && f.FirstOf("server.js", "server.ts", "server.mjs", "index.js", "index.ts", "app.js", "server/index.js", "server/index.ts", "src/server.ts", "src/server.js") != "" {
			return true
		}
	}
	return false
}

const outDir language.Pattern = `\b(?:outDir|outputDir|distDir|output_dir)\s*:\s*['"\x60]([^'"\x60$]+)['"\x60]`
const export language.Pattern = `\boutput\s*:\s*['"\x60]export['"\x60]`
const server language.Pattern = `\boutput\s*:\s*['"\x60](?:server|hybrid)['"\x60]`
const noSSR language.Pattern = `\bssr\s*:\s*false\b`
const library language.Pattern = `\blib\s*:\s*\{`
const pathSetting language.Pattern = `\bpath\s*:\s*[^,\n]*['"\x60/]([\w.-]+)['"\x60]`
