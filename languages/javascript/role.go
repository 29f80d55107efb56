package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// roleBot knows programs that wait for messages and need no port.
func roleBot(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	start, _ := startScript(pkg)
	if start == "" && source.Entry(f, pkg) == "" {
		return roleFound{}, false
	}
	for _, fw := range frameworks {
		if fw.Kind != universalbuild.Worker {
			continue
		}
		for _, need := range fw.Needs {
			if _, ok := pkg.Dependencies[need]; ok && serverDep(f, pkg) == "" {
				return roleFound{language.Service, universalbuild.Worker, f.At("node.bot", file, `"`+need+`"`)}, true
			}
		}
	}
	return roleFound{}, false
}

// roleNest knows programs of NestJS that only take messages.
func roleNest(f *language.Folder, pkg npm.Package, _ string) (roleFound, bool) {
	entry := source.Entry(f, pkg)
	if entry == "" || !source.TakesMessages(f.Head(entry, source.MostBytes)) {
		return roleFound{}, false
	}
	return roleFound{language.Service, universalbuild.Worker, f.At("node.nest-microservice", entry, "NestFactory")}, true
}

// serverDep gives the first server framework among the dependencies that
// are there to run and that the program uses, "" for none.
func serverDep(f *language.Folder, pkg npm.Package) string {
	for _, fw := range frameworks {
		if fw.Kind != universalbuild.Web {
			continue
		}
		for _, need := range fw.Needs {
			if _, ok := pkg.Dependencies[need]; ok && uses(f, pkg, fw, need) {
				return need
			}
		}
	}
	return ""
}

// uses reports whether a program uses a framework that it declares: its
// sources import it, or a script calls it. What renders pages or comes with a
// server of its own is called by its command alone, and a member of a workspace
// may use it through another.
func uses(f *language.Folder, pkg npm.Package, fw language.Framework, need string) bool {
	if len(fw.Health) > 0 || len(source.Files(f)) == 0 || imports(f, need) {
		return true
	}
	if _, member := workspace.Root(f); member {
		return true
	}
	command := strings.TrimSuffix(path.Base(need), "-cli")
	for _, line := range pkg.Scripts {
		for _, word := range strings.Fields(line) {
			if path.Base(word) == command || source.Bins[word] == need {
				return true
			}
		}
	}
	for _, version := range pkg.Dependencies {
		if strings.HasPrefix(version, "file:") || strings.HasPrefix(version, "link:") || strings.HasPrefix(version, "workspace:") || strings.HasPrefix(version, "portal:") {
			return true
		}
	}
	return false
}

// roleServer knows programs built on a server framework: they have a
// script that runs them or an entry that listens.
func roleServer(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	dep, kind := serverDep(f, pkg), universalbuild.Web
	if dep == "" {
		dep, kind = serverLibrary(f, pkg)
	}
	if dep == "" {
		return roleFound{}, false
	}
	start, name := startScript(pkg)
	if start != "" && !runsTool(pkg, start) && !startGone(f, pkg, start) {
		return roleFound{language.Service, kind, f.At("node.start-script", file, `"`+name+`"`)}, true
	}
	entry := source.Entry(f, pkg)
	if sign := source.Listens(f.Head(entry, 256<<10)); entry != "" && sign != "" {
		return roleFound{language.Service, kind, f.At("node.listens", entry, sign)}, true
	}
	if dev := pkg.Script("dev"); dev != "" && (pkg.Private || !pkg.HasExports) && !isTool(dev) && !delegates(f, dev) {
		return roleFound{language.Service, kind, f.At("node.dev-script", file, `"dev"`)}, true
	}
	return roleFound{}, false
}

// serverLibrary gives the first library that programs serve or wait with.
// A client imports the same ones: what serves listens somewhere.
func serverLibrary(f *language.Folder, pkg npm.Package) (string, universalbuild.Kind) {
	for _, name := range servers {
		if _, ok := pkg.Dependencies[name]; !ok {
			continue
		}
		start := source.LeafStart(pkg)
		switch {
		case listensAnywhere(f), start != "" && source.StartsWithAny(start, []string{name}), len(source.Files(f)) == 0:
			return name, universalbuild.Web
		case slices.Contains(workers, name) && imports(f, name):
			return name, universalbuild.Worker
		}
	}
	return "", ""
}

// roleStart knows programs that have a start script and no framework. What
// listens is a service; what does not, runs and ends.
func roleStart(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	start, name := startScript(pkg)
	if start == "" || runsTool(pkg, start) || startGone(f, pkg, start) {
		return roleFound{}, false
	}
	why := f.At("node.start-script", file, `"`+name+`"`)
	if listensAnywhere(f) {
		return roleFound{language.Service, universalbuild.Web, why}, true
	}
	if repeats(f) {
		return roleFound{language.Service, universalbuild.Worker, why}, true
	}
	if sources := source.Files(f); len(sources) > 0 {
		return roleFound{language.Program, universalbuild.CLI, why}, true
	}
	return roleFound{language.Service, "", why}, true
}

func roleBin(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	if len(pkg.Bin) == 0 {
		return roleFound{}, false
	}
	if bin, why := shippedBin(f, pkg); bin != "" {
		return roleFound{language.Service, universalbuild.Web, why}, true
	}
	return roleFound{language.Program, universalbuild.CLI, f.At("node.bin", file, `"bin"`)}, true
}

// roleMain looks at the entry file: it listens, it only exports, or it is
// a script.
func roleMain(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	entry := source.Entry(f, pkg)
	if entry == "" {
		if pkg.HasExports || pkg.Types != "" || pkg.Main != "" && pkg.Publish {
			return roleFound{role: language.Library, why: f.At("node.exports", file, `"exports"`)}, true
		}
		return roleFound{}, false
	}
	text := f.Head(entry, 256<<10)
	if sign := source.Listens(text); sign != "" {
		return roleFound{language.Service, universalbuild.Web, f.At("node.listens", entry, sign)}, true
	}
	if pkg.HasExports || pkg.Types != "" || len(pkg.Files) > 0 || pkg.Publish || exports(text) {
		return roleFound{role: language.Library, why: f.Evidence("node.exports", entry, 0, "")}, true
	}
	if strings.TrimSpace(text) == "" {
		return roleFound{}, false
	}
	for _, name := range source.Reached(f, entry)[1:] { // a file that only brings the server in is its start
		if sign := source.Listens(source.Script(f, name)); sign != "" {
			return roleFound{language.Service, universalbuild.Web, f.At("node.listens", name, sign)}, true
		}
	}
	return roleFound{language.Program, universalbuild.CLI, f.Evidence("node.main", entry, 0, "")}, true
}

// exports reports whether a file offers something to others: CommonJS, ES
// modules, or the header that serves both and browsers.
func exports(text string) bool {
	if strings.Contains(text, "typeof exports") || strings.Contains(text, "define.amd") {
		return true
	}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "module.exports") || strings.HasPrefix(line, "exports.") || strings.HasPrefix(line, "export ") {
			return true
		}
	}
	return false
}

// listensAnywhere looks into a project's own sources for a server.
func listensAnywhere(f *language.Folder) bool { return saysAnywhere(f, source.Listens) }

// repeats looks for what keeps a program running without a port.
func repeats(f *language.Folder) bool {
	return saysAnywhere(f, func(text string) string {
		for _, sign := range []string{"setInterval(", "while (true)", "while(true)", "for (;;)", "cron.schedule(", "new Worker(", ".consume(", ".subscribe(", "client.login("} {
			if strings.Contains(text, sign) {
				return sign
			}
		}
		return ""
	})
}

func saysAnywhere(f *language.Folder, says func(string) string) bool {
	root := f.Reader().Folder(".")
	for i, name := range source.Files(f) {
		if i == source.MostFiles {
			return false
		}
		if says(root.Head(name, source.MostBytes)) != "" {
			return true
		}
	}
	return false
}

// startScript gives the script that runs a program for good and its name.
func startScript(pkg npm.Package) (line, name string) {
	if name := site.AngularServer(pkg); name != "" {
		return pkg.Script(name), name
	}
	for _, n := range []string{"start:prod", "start:production", "serve:prod", "prod", "production"} {
		if s := pkg.Script(n); s != "" && isDevStart(pkg.Script("start")) {
			return s, n
		}
	}
	for _, n := range []string{"start", "start:server", "server"} {
		if s := pkg.Script(n); s != "" {
			return s, n
		}
	}
	return "", ""
}

// isDevStart reports whether a start script is one for development only,
// or none at all, so that a script for production is preferred.
func isDevStart(script string) bool {
	if script == "" {
		return true
	}
	for _, part := range []string{"nest start", "nodemon", "ts-node", "tsx watch", "--watch", "node-dev", "NODE_ENV=development", "next dev", "vite"} {
		if strings.Contains(script, part) {
			return true
		}
	}
	return false
}

// tools are commands of scripts that build, check or watch and serve
// nobody.
var tools = map[string]bool{
	"tsc": true, "webpack": true, "rollup": true, "gulp": true, "grunt": true, "jest": true, "vitest": true, "mocha": true, "eslint": true,
	"prettier": true, "storybook": true, "start-storybook": true, "tsdx": true, "tsup": true, "esbuild": true, "babel": true, "sass": true,
	"tailwindcss": true, "postcss": true, "cypress": true, "playwright": true, "husky": true, "changeset": true, "unbuild": true, "microbundle": true,
	"styleguidist": true, "electron": true, "electron-forge": true, "react-native": true, "echo": true, "web-ext": true, "encore": true, "mix": true,
	"stylelint": true, "lint-staged": true, "semantic-release": true, "release-it": true, "markdownlint": true, "commitlint": true, "wp-scripts": true,
}

// isTool reports whether a script runs nothing but such a tool.
func isTool(script string) bool {
	words := strings.Fields(script)
	for len(words) > 1 && (strings.Contains(words[0], "=") || words[0] == "npx" || words[0] == "cross-env" || words[0] == "pnpm" && words[1] == "exec") {
		words = words[1:]
	}
	if len(words) == 0 {
		return true
	}
	if words[0] == "webpack" && len(words) > 1 && words[1] == "serve" {
		return false
	}
	if strings.Contains(script, "--watch") {
		switch words[0] {
		case "node", "nodemon", "tsx", "bun", "deno", "ts-node-dev", "nest":
		default:
			return true
		}
	}
	return tools[words[0]]
}

// runsTool is isTool for a script that may only run another one.
func runsTool(pkg npm.Package, script string) bool {
	if !strings.Contains(script, "&&") {
		script = source.Leaf(pkg, script)
	}
	return isTool(script)
}

// onlyTooling reports whether the dependencies build, style or check
// other files, as those beside another language's project do.
func onlyTooling(pkg npm.Package) bool {
	for name := range pkg.Dependencies {
		tooling := false
		for _, part := range []string{
			"@hotwired/", "@rails/", "turbolinks", "stimulus", "esbuild", "tailwind", "postcss", "autoprefixer", "sass", "bootstrap", "jquery",
			"popper", "webpack", "babel", "eslint", "prettier", "stylelint", "husky", "vite", "laravel-", "alpine", "daisyui", "phoenix", "topbar",
			"@symfony/", "gulp", "grunt", "rollup", "typescript", "@types/", "htmx", "font-awesome", "@fortawesome/", "trix", "less", "cssnano",
			"chart.js", "flowbite", "@tabler/", "lodash", "axios", "clean-css", "uglify", "terser",
			"concurrently", "npm-run-all", "lint-staged", "semantic-release", "commitlint",
		} {
			if strings.Contains(name, part) {
				tooling = true
				break
			}
		}
		if !tooling {
			return false
		}
	}
	return true
}
