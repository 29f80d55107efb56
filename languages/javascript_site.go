package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// jsSite is a front end that is built into files for a web server.
type jsSite struct {
	Framework string
	Output    string // folder of the files, relative to the project
	SPA       bool   // unknown paths answer with index.html
	Build     string // what builds it where no script does: a command of node_modules/.bin
	why       finding.Evidence
}

// jsSiteRule is one generator or bundler.
type jsSiteRule struct {
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

// nodeSiteRules are in order of precedence; output folders are the defaults of
// each tool's documentation.
var nodeSiteRules = []jsSiteRule{
	{name: "Next.js", needs: []string{"next"}, starts: []string{"next", "serve", "npx"}, build: "next build", output: nextExport},
	{name: "Nuxt", needs: []string{"nuxt", "nuxt3"}, starts: []string{"nuxt", "nuxi", "serve", "npx"}, output: nuxtGenerated},
	{name: "React Router", needs: []string{"@react-router/dev"}, starts: []string{"react-router", "react-router-serve", "vite", "serve"}, build: "react-router build", spa: true, output: routerSPA},
	{name: "SvelteKit", needs: []string{"@sveltejs/adapter-static"}, starts: []string{"vite", "svelte-kit", "serve", "npx"}, build: "vite build", spa: true, output: svelteStatic},
	{name: "Astro", needs: []string{"astro"}, starts: []string{"astro", "serve", "npx"}, build: "astro build", output: astroStatic},
	{name: "Gatsby", needs: []string{"gatsby"}, starts: []string{"gatsby", "npm", "yarn", "serve"}, build: "gatsby build", output: to("public")},
	{name: "Docusaurus", needs: []string{"@docusaurus/core"}, starts: []string{"docusaurus"}, build: "docusaurus build", output: to("build")},
	{name: "VitePress", needs: []string{"vitepress"}, starts: []string{"vitepress"}, output: pressOutput("vitepress")},
	{name: "VuePress", needs: []string{"vuepress", "vuepress-vite", "vuepress-webpack", "@vuepress/cli", "@vuepress/core"}, starts: []string{"vuepress"}, output: pressOutput("vuepress")},
	{name: "Eleventy", needs: []string{"@11ty/eleventy"}, starts: []string{"eleventy", "npx", "npm"}, build: "eleventy", output: eleventyOutput},
	{name: "Hexo", needs: []string{"hexo"}, starts: []string{"hexo"}, build: "hexo generate", output: to("public")},
	{name: "Rspress", needs: []string{"rspress", "@rspress/core"}, starts: []string{"rspress"}, build: "rspress build", output: to("doc_build")},
	{name: "Vocs", needs: []string{"vocs"}, starts: []string{"vocs"}, build: "vocs build", output: to("docs/dist")},
	{name: "Slidev", needs: []string{"@slidev/cli"}, starts: []string{"slidev"}, build: "slidev build", spa: true, output: to("dist")},
	{name: "Nue", needs: []string{"nuekit"}, starts: []string{"nue"}, build: "nue build --production", output: to(".dist/prod")},
	{name: "Angular", needs: []string{"@angular/core"}, starts: []string{"ng", "serve", "http-server"}, build: "ng build", spa: true, output: angularOutput},
	{name: "Expo", needs: []string{"expo"}, starts: []string{"expo", "npx", "react-native"}, build: "expo export --platform web", spa: true, output: expoOutput},
	{name: "Create React App", needs: []string{"react-scripts"}, starts: []string{"react-scripts", "craco", "react-app-rewired", "rescripts", "npm-run-all", "concurrently"}, build: "react-scripts build", spa: true, output: craOutput},
	{name: "Vue CLI", needs: []string{"@vue/cli-service"}, starts: []string{"vue-cli-service", "npm", "yarn"}, build: "vue-cli-service build", spa: true, output: vueOutput},
	{name: "Preact CLI", needs: []string{"preact-cli"}, starts: []string{"preact", "if-env", "sirv", "serve"}, build: "preact build", spa: true, output: to("build")},
	{name: "Umi", needs: []string{"umi", "@umijs/max"}, starts: []string{"umi", "max", "npm"}, build: "umi build", spa: true, output: to("dist")},
	{name: "Quasar", needs: []string{"@quasar/app-vite", "@quasar/app-webpack"}, starts: []string{"quasar"}, build: "quasar build", spa: true, output: to("dist/spa")},
	{name: "Ember", needs: []string{"ember-cli"}, starts: []string{"ember", "vite"}, build: "ember build --environment=production", spa: true, output: to("dist")},
	{name: "Stencil", needs: []string{"@stencil/core"}, starts: []string{"stencil"}, build: "stencil build", spa: true, output: stencilOutput},
	{name: "Rsbuild", needs: []string{"@rsbuild/core"}, starts: []string{"rsbuild"}, build: "rsbuild build", spa: true, output: pageOutput("dist")},
	{name: "Vite", needs: []string{"vite", "rolldown-vite"}, starts: []string{"vite", "npx", "npm", "yarn", "pnpm"}, build: "vite build", spa: true, output: viteOutput},
	{name: "Parcel", needs: []string{"parcel", "parcel-bundler"}, starts: []string{"parcel"}, build: "parcel build index.html", spa: true, output: pageOutput("dist")},
	{name: "", needs: []string{"webpack"}, starts: []string{"webpack", "webpack-dev-server"}, spa: true, output: webpackOutput},
	{name: "", needs: []string{"live-server", "lite-server", "http-server", "browser-sync", "serve"}, starts: []string{"live-server", "lite-server", "browser-sync", "npm", "concurrently"}, output: plainOutput},
}

// nodeSite finds out whether a package becomes a static site, and where its
// files end up. A start script that runs a server of its own says no.
func nodeSite(f *language.Folder, pkg npm.Package) (jsSite, bool) {
	// a workspace may keep the tools of its members in its root
	var root npm.Package
	if dir, ok := nodeWorkspaceRoot(f); ok {
		root, _ = nodePackage(dir)
	}
	inRoot := func(need, command string) bool {
		return root.Has(need) && nodeAnyScript(pkg, command+" build ")
	}
	for _, r := range nodeSiteRules {
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
		if start := nodeLeafStart(pkg); start != "" && !startsWithAny(start, r.starts) || nodeHasOwnServer(f, pkg) {
			continue
		}
		out, ok := r.output(f, pkg)
		if !ok {
			continue
		}
		s := jsSite{Framework: r.name, Output: path.Clean(out), SPA: r.spa, why: f.At("node.static-site", nodePackageFile(f), `"`+need+`"`)}
		if pkg.Script("build") == "" && nodeBuildScript(pkg) == "" {
			s.Build = r.build
		}
		if strings.HasPrefix(s.Output, "../") || strings.HasPrefix(s.Output, "/") {
			s.Output = "dist"
		}
		return s, true
	}
	return jsSite{}, false
}

// nodeLeafStart follows a start script that runs another one to what that runs
// in the end.
func nodeLeafStart(pkg npm.Package) string { return nodeLeaf(pkg, pkg.Script("start")) }

// nodeLeaf follows a line that runs a script to what that runs in the end.
func nodeLeaf(pkg npm.Package, line string) string {
	for range 5 {
		words := strings.Fields(line)
		next := ""
		if len(words) >= 2 && (words[0] == "npm" || words[0] == "yarn" || words[0] == "pnpm" || words[0] == "bun") {
			if words[1] != "run" && words[1] != "run-script" {
				next = pkg.Script(words[1])
			} else if len(words) > 2 {
				next = pkg.Script(words[2])
			}
		}
		if next == "" {
			return line
		}
		line = next
	}
	return line
}

// startsWithAny reports whether a script's last command, past variables and
// runners, is one of the words.
func startsWithAny(script string, words []string) bool {
	parts := strings.FieldsFunc(script, func(r rune) bool { return r == '&' || r == ';' })
	if len(parts) == 0 {
		return true
	}
	fields := strings.Fields(parts[len(parts)-1])
	for len(fields) > 1 && (strings.Contains(fields[0], "=") || fields[0] == "cross-env" || fields[0] == "npx" || fields[0] == "dotenv" || fields[0] == "--" || fields[0] == "env-cmd") {
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return true
	}
	for _, w := range words {
		if fields[0] == w || nodeRunnerBin(fields[0]) == w {
			return true
		}
	}
	return false
}

// nodeHasOwnServer reports whether the package runs a server of its own beside
// its pages: a server framework to run with, and a start script or entry that
// uses it.
func nodeHasOwnServer(f *language.Folder, pkg npm.Package) bool {
	start := pkg.Script("start")
	if steps, ok := splitSteps(strings.ReplaceAll(start, ";", "&&")); ok {
		start = strings.TrimSpace(steps[len(steps)-1]) // what stands before it ends
	}
	start = nodeLeaf(pkg, start)
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

// nodeBuildScript names the script that builds the project, "" if none does.
func nodeBuildScript(pkg npm.Package) string {
	for _, n := range []string{"build", "build:prod", "build:production", "build:all", "compile", "generate", "export", "build:web", "docs:build", "heroku-postbuild", "bundle"} {
		if pkg.Script(n) != "" {
			return n
		}
	}
	for _, n := range pkg.ScriptNames() {
		if strings.HasPrefix(n, "build:") && !strings.Contains(n, "watch") && !strings.Contains(n, "dev") && !strings.Contains(n, "docker") && !strings.Contains(n, "storybook") {
			return n
		}
	}
	return ""
}

// nodeConfig reads the first of a tool's configuration files that is there.
func nodeConfig(f *language.Folder, base string) (name, text string) {
	for _, ext := range []string{".ts", ".js", ".mjs", ".cjs", ".mts"} {
		if f.Has(base + ext) {
			text, _ := f.Text(base + ext)
			return base + ext, stripComments(text)
		}
	}
	return "", ""
}

// stripComments takes whole comment lines out of a script, so that an example
// in a comment is not taken for a setting.
func stripComments(text string) string {
	var b strings.Builder
	block := false
	for _, line := range strings.Split(text, "\n") {
		t := strings.TrimSpace(line)
		switch {
		case block:
			block = !strings.Contains(t, "*/")
			continue
		case strings.HasPrefix(t, "//"):
			continue
		case strings.HasPrefix(t, "/*"):
			block = !strings.Contains(t, "*/")
			continue
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

const (
	jsOutDir     language.Pattern = `\b(?:outDir|outputDir|distDir|output_dir)\s*:\s*['"\x60]([^'"\x60$]+)['"\x60]`
	jsOutSetting language.Pattern = `\b(?:outDir|outputDir)\s*:\s*`
	jsQuoted     language.Pattern = `['"\x60]([^'"\x60\n$]*)['"\x60]`
	jsOutDirFlag language.Pattern = `--out(?:-?[dD]ir|put|put-path)?[ =]["']?([\w./-]+)`
	jsExport     language.Pattern = `\boutput\s*:\s*['"\x60]export['"\x60]`
	jsStandalone language.Pattern = `\boutput\s*:[^,\n]*['"\x60]standalone['"\x60]`
	jsServer     language.Pattern = `\boutput\s*:\s*['"\x60](?:server|hybrid)['"\x60]`
	jsNoSSR      language.Pattern = `\bssr\s*:\s*false\b`
	jsLibrary    language.Pattern = `\blib\s*:\s*\{`
	jsPath       language.Pattern = `\bpath\s*:\s*[^,\n]*['"\x60/]([\w.-]+)['"\x60]`
)

// nodeInto finds where a bundler writes that is told a folder outside of the
// project: the pages of another program in the same repository.
func nodeInto(f *language.Folder) string {
	if f.IsRoot() {
		return ""
	}
	config := f.FirstOf("vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs", "vue.config.js", "rsbuild.config.ts", "rsbuild.config.js")
	text, _ := f.Text(config)
	out := jsOutsideOf(stripComments(text))
	if out == "" {
		out = nodeOutByScript(f)
	}
	if out == "" {
		return ""
	}
	into := path.Join(f.Path, out)
	if into == "." || strings.HasPrefix(into, "..") || into == f.Path || strings.HasPrefix(into, f.Path+"/") {
		return ""
	}
	return into
}

// jsOutsideOf reads the folder above its own that a bundler's setting names: as
// text, put together by path.resolve or path.join from __dirname, or as a URL
// from import.meta.url. "" for one within.
func jsOutsideOf(config string) string {
	for _, at := range jsOutSetting.Regexp().FindAllStringIndex(config, 5) {
		var parts []string
		for _, m := range jsQuoted.Regexp().FindAllStringSubmatch(jsExpression(config[at[1]:]), 8) {
			parts = append(parts, m[1])
		}
		if out := path.Join(parts...); strings.HasPrefix(out, "../") {
			return out
		}
	}
	return ""
}

// nodeOutByScript is the folder above that the build script itself names:
// vite build --outDir ../server/public.
func nodeOutByScript(f *language.Folder) string {
	pkg, _ := nodePackage(f)
	out, _ := matched(jsOutDirFlag, pkg.Script(nodeBuildScript(pkg)))
	if out = path.Clean(out); strings.HasPrefix(out, "../") {
		return out
	}
	return ""
}

func matched(p language.Pattern, text string) (string, bool) {
	m := p.Regexp().FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	if len(m) > 1 {
		return m[1], true
	}
	return m[0], true
}
