package site

import (
	"encoding/json"
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/source"
)

func nextExport(f *language.Folder, pkg npm.Package) (string, bool) {
	_, config := source.Config(f, "next.config")
	if _, ok := export.Find(config); ok {
		if dir, ok := outDir.Find(config); ok {
			return dir, true
		}
		return "out", true
	}
	if strings.Contains(pkg.Script("build"), "next export") || strings.Contains(pkg.Script("export"), "next export") && !strings.Contains(pkg.Script("start"), "next start") {
		return "out", true
	}
	return "", false
}

func nuxtGenerated(f *language.Folder, pkg npm.Package) (string, bool) {
	if pkg.Script("start") != "" || !strings.Contains(pkg.Script("build"), "generate") {
		return "", false
	}
	if node.Major(pkg.Constraint("nuxt")) == 2 {
		return "dist", true
	}
	return ".output/public", true
}

func routerSPA(f *language.Folder, _ npm.Package) (string, bool) {
	_, config := source.Config(f, "react-router.config")
	_, ok := noSSR.Find(config)
	return "build/client", ok
}

func svelteStatic(f *language.Folder, pkg npm.Package) (string, bool) {
	_, config := source.Config(f, "svelte.config")
	if pkg.Has("@sveltejs/adapter-node") && strings.Contains(config, "adapter-node") {
		return "", false
	}
	return "build", true
}

// astroStatic knows that Astro writes files unless it is told to render on a
// server (Astro's "on-demand rendering" guide).
func astroStatic(f *language.Folder, pkg npm.Package) (string, bool) {
	_, config := source.Config(f, "astro.config")
	if _, ok := server.Find(config); ok {
		return "", false
	}
	for _, adapter := range []string{"@astrojs/node", "@astrojs/cloudflare", "@astrojs/vercel", "@astrojs/netlify", "@astrojs/deno"} {
		if pkg.Has(adapter) && strings.Contains(config, adapter) {
			return "", false
		}
	}
	if dir, ok := outDir.Find(config); ok {
		return dir, true
	}
	return "dist", true
}

// pressOutput finds the folder a VitePress or VuePress site lives in: it is the
// argument of the build script.
func pressOutput(tool string) func(*language.Folder, npm.Package) (string, bool) {
	return func(f *language.Folder, pkg npm.Package) (string, bool) {
		dir := "."
		for _, n := range pkg.ScriptNames() {
			words := strings.Fields(pkg.Scripts[n])
			for i, w := range words {
				if w == tool && i+2 < len(words) && words[i+1] == "build" && !strings.HasPrefix(words[i+2], "-") {
					dir = words[i+2]
				}
			}
		}
		if dir == "." && !f.HasDir("."+tool) && f.HasDir("docs/."+tool) {
			dir = "docs"
		}
		config := ""
		for _, ext := range []string{".ts", ".js", ".mts", ".mjs"} {
			if text, ok := f.Text(path.Join(dir, "."+tool, "config"+ext)); ok {
				config = node.StripComments(text)
			}
		}
		if out, ok := outDir.Find(config); ok {
			return path.Join(dir, out), true
		}
		if dest, ok := language.Pattern(`\bdest\s*:\s*['"\x60]([\w./-]+)['"\x60]`).Find(config); ok {
			return dest, true
		}
		return path.Join(dir, "."+tool, "dist"), true
	}
}

func eleventyOutput(f *language.Folder, _ npm.Package) (string, bool) {
	for _, name := range []string{"eleventy.config.js", ".eleventy.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts"} {
		if text, ok := f.Text(name); ok {
			if dir, ok := language.Pattern(`\boutput\s*:\s*['"\x60]([\w./-]+)['"\x60]`).Find(node.StripComments(text)); ok {
				return dir, true
			}
		}
	}
	return "_site", true
}

// angularOutput reads angular.json. The application builder, standard since
// Angular 17, puts the files for the browser into a folder of their own.
func angularOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	p, ok := AngularProject(f)
	if !ok || p.Server || AngularServer(pkg) != "" {
		return "", false
	}
	out := p.OutputPath
	if out == "" {
		out = "dist/" + p.Name
	}
	if strings.HasSuffix(p.Builder, ":application") {
		out = path.Join(out, p.Browser)
	}
	return out, true
}

// AngularServer names the script that starts the server which ng add
// @angular/ssr, and @nguniversal before it, set up: serve:ssr:APP, serve:ssr.
// https://angular.dev/guide/ssr
func AngularServer(pkg npm.Package) string {
	if !pkg.Has("@angular/ssr", "@nguniversal/express-engine") {
		return ""
	}
	for _, name := range pkg.ScriptNames() {
		if (name == "serve:ssr" || strings.HasPrefix(name, "serve:ssr:")) && strings.HasPrefix(pkg.Script(name), "node ") {
			return name
		}
	}
	return ""
}

// AngularProject is the project of angular.json that is built where none is
// named.
func AngularProject(f *language.Folder) (npm.AngularProject, bool) {
	a, _ := language.Parse(f, "angular.json", npm.ParseAngular)
	var first *npm.AngularProject
	for i, p := range a.Projects {
		if p.Type == "library" || p.Builder == "" {
			continue
		}
		if p.Name == a.Default {
			return p, true
		}
		if first == nil {
			first = &a.Projects[i]
		}
	}
	if first == nil {
		return npm.AngularProject{}, false
	}
	return *first, true
}

// expoOutput knows that an Expo project is a site only where it is made for
// the web.
func expoOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	if !pkg.Has("react-native-web") && !source.AnyScript(pkg, "expo export") {
		return "", false
	}
	text, _ := f.Text("app.json")
	var app struct {
		Expo struct {
			Web struct{ Output string }
		}
	}
	if json.Unmarshal([]byte(text), &app) == nil && app.Expo.Web.Output == "server" {
		return "", false
	}
	return "dist", true
}

func craOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	if dir, ok := language.Pattern(`BUILD_PATH=["']?([\w./-]+)`).Find(pkg.Script("build")); ok {
		return dir, true
	}
	return "build", true
}

func vueOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	if dir, ok := language.Pattern(`--dest[ =]([\w./-]+)`).Find(pkg.Script("build")); ok {
		return dir, true
	}
	_, config := source.Config(f, "vue.config")
	if dir, ok := outDir.Find(config); ok {
		return dir, true
	}
	return "dist", true
}

func stencilOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	return "www", f.Has("src/index.html") && (pkg.Private || !pkg.HasExports)
}

// pageOutput serves bundlers that may build a library as well as a site: a
// site has a page.
func pageOutput(dir string) func(*language.Folder, npm.Package) (string, bool) {
	return func(f *language.Folder, pkg npm.Package) (string, bool) {
		if Page(f) == "" && !strings.Contains(pkg.Script("build"), ".html") && f.FirstOf("rsbuild.config.ts", "rsbuild.config.js", "rsbuild.config.mjs") == "" {
			return "", false
		}
		if d, ok := language.Pattern(`--(?:dist-dir|out-dir|dist-path)[ =]([\w./-]+)`).Find(pkg.Script("build")); ok {
			return d, true
		}
		return dir, true
	}
}

// Page finds the page that a bundler starts from.
func Page(f *language.Folder) string {
	return f.FirstOf("index.html", "public/index.html", "src/index.html", "app/index.html", "client/index.html", "web/index.html")
}

// viteOutput takes a Vite project for a site only where it has a page and does
// not build a library; one that builds the assets of a backend has no page.
func viteOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	_, config := source.Config(f, "vite.config")
	if _, lib := library.Find(config); lib {
		return "", false
	}
	for _, backend := range []string{"laravel-vite-plugin", "vite-plugin-ruby", "vite-plugin-symfony", "vite-plugin-rails"} {
		if pkg.Has(backend) {
			return "", false
		}
	}
	root := "."
	if r, ok := language.Pattern(`\broot\s*:\s*['"\x60]([\w./-]+)['"\x60]`).Find(config); ok {
		root = r
	}
	if !f.Has(path.Join(root, "index.html")) && Page(f) == "" && !multiPage(f, config) {
		return "", false
	}
	script := pkg.Script(node.BuildScript(pkg))
	if dir, ok := node.OutDirFlag.Find(script); ok && strings.Contains(script, "vite") {
		return path.Join(root, dir), true
	}
	if dir, ok := outDir.Find(config); ok {
		return path.Join(root, dir), true
	}
	return path.Join(root, "dist"), true
}

func multiPage(f *language.Folder, config string) bool {
	return strings.Contains(config, ".html") || strings.Contains(config, "vite-plugin-ssr") || strings.Contains(config, "vike")
}

func webpackOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	_, config := source.Config(f, "webpack.config")
	if !pkg.Has("html-webpack-plugin") && !(pkg.Has("webpack-dev-server") && Page(f) != "") || node.BuildScript(pkg) == "" {
		return "", false
	}
	if _, rest, ok := strings.Cut(config, "output"); ok {
		if dir, ok := webpackPath(config, rest); ok {
			return dir, true
		}
	}
	return "dist", true
}

// plainOutput serves pages without a bundler: they are the site themselves, or
// what a build script makes of them.
func plainOutput(f *language.Folder, pkg npm.Package) (string, bool) {
	if EntryListens(f, pkg) {
		return "", false
	}
	start := pkg.Script("start") + " " + pkg.Script("dev") + " " + pkg.Script("serve")
	for _, w := range strings.Fields(start) {
		w = strings.TrimPrefix(strings.Trim(w, `"'`), "--baseDir=")
		if w != "." && !strings.HasPrefix(w, "-") && f.Has(path.Join(w, "index.html")) {
			return w, true
		}
	}
	for _, dir := range []string{".", "public", "src", "dist"} {
		if f.Has(path.Join(dir, "index.html")) {
			return dir, true
		}
	}
	return "", false
}

// EntryListens reports whether the file that starts the package serves.
func EntryListens(f *language.Folder, pkg npm.Package) bool {
	entry := source.Entry(f, pkg)
	return entry != "" && source.Listens(f.Head(entry, source.MostBytes)) != ""
}
