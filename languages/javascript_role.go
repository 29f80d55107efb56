package languages

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
)

// nodeRoleBot knows programs that wait for messages and need no port.
func nodeRoleBot(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	start, _ := nodeStartScript(pkg)
	if start == "" && nodeEntry(f, pkg) == "" {
		return nodeRoleFound{}, false
	}
	for _, fw := range nodeFrameworks {
		if fw.Kind != universalbuild.Worker {
			continue
		}
		for _, need := range fw.Needs {
			if _, ok := pkg.Dependencies[need]; ok && nodeServerDep(f, pkg) == "" {
				return nodeRoleFound{language.Service, universalbuild.Worker, f.At("node.bot", file, `"`+need+`"`)}, true
			}
		}
	}
	return nodeRoleFound{}, false
}

// nodeServerDep gives the first server framework among the dependencies that
// are there to run and that the program uses, "" for none.
func nodeServerDep(f *language.Folder, pkg npm.Package) string {
	for _, fw := range nodeFrameworks {
		if fw.Kind != universalbuild.Web {
			continue
		}
		for _, need := range fw.Needs {
			if _, ok := pkg.Dependencies[need]; ok && nodeUses(f, pkg, fw, need) {
				return need
			}
		}
	}
	return ""
}

// nodeUses reports whether a program uses a framework that it declares: its
// sources import it, or a script calls it. What renders pages or comes with a
// server of its own is called by its command alone, and a member of a workspace
// may use it through another.
func nodeUses(f *language.Folder, pkg npm.Package, fw language.Framework, need string) bool {
	if len(fw.Health) > 0 || len(nodeSources(f)) == 0 || nodeImports(f, need) {
		return true
	}
	if _, member := nodeWorkspaceRoot(f); member {
		return true
	}
	command := strings.TrimSuffix(path.Base(need), "-cli")
	for _, line := range pkg.Scripts {
		for _, word := range strings.Fields(line) {
			if path.Base(word) == command || nodeBins[word] == need {
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

// nodeRoleServer knows programs built on a server framework: they have a
// script that runs them or an entry that listens.
func nodeRoleServer(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	dep, kind := nodeServerDep(f, pkg), universalbuild.Web
	if dep == "" {
		dep, kind = nodeServerLibrary(f, pkg)
	}
	if dep == "" {
		return nodeRoleFound{}, false
	}
	start, name := nodeStartScript(pkg)
	if start != "" && !nodeRunsTool(pkg, start) && !nodeStartGone(f, pkg, start) {
		return nodeRoleFound{language.Service, kind, f.At("node.start-script", file, `"`+name+`"`)}, true
	}
	entry := nodeEntry(f, pkg)
	if sign := nodeListens(f.Head(entry, 256<<10)); entry != "" && sign != "" {
		return nodeRoleFound{language.Service, kind, f.At("node.listens", entry, sign)}, true
	}
	if dev := pkg.Script("dev"); dev != "" && (pkg.Private || !pkg.HasExports) && !nodeIsTool(dev) && !nodeDelegates(f, dev) {
		return nodeRoleFound{language.Service, kind, f.At("node.dev-script", file, `"dev"`)}, true
	}
	return nodeRoleFound{}, false
}

// nodeServerLibrary gives the first library that programs serve or wait with.
// A client imports the same ones: what serves listens somewhere.
func nodeServerLibrary(f *language.Folder, pkg npm.Package) (string, universalbuild.Kind) {
	for _, name := range nodeServers {
		if _, ok := pkg.Dependencies[name]; !ok {
			continue
		}
		start := nodeLeafStart(pkg)
		switch {
		case nodeListensAnywhere(f), start != "" && startsWithAny(start, []string{name}), len(nodeSources(f)) == 0:
			return name, universalbuild.Web
		case slices.Contains(nodeWorkers, name) && nodeImports(f, name):
			return name, universalbuild.Worker
		}
	}
	return "", ""
}

// nodeRoleStart knows programs that have a start script and no framework. What
// listens is a service; what does not, runs and ends.
func nodeRoleStart(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	start, name := nodeStartScript(pkg)
	if start == "" || nodeRunsTool(pkg, start) || nodeStartGone(f, pkg, start) {
		return nodeRoleFound{}, false
	}
	why := f.At("node.start-script", file, `"`+name+`"`)
	if nodeListensAnywhere(f) {
		return nodeRoleFound{language.Service, universalbuild.Web, why}, true
	}
	if nodeRepeats(f) {
		return nodeRoleFound{language.Service, universalbuild.Worker, why}, true
	}
	if sources := nodeSources(f); len(sources) > 0 {
		return nodeRoleFound{language.Program, universalbuild.CLI, why}, true
	}
	return nodeRoleFound{language.Service, "", why}, true
}

func nodeRoleBin(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	if len(pkg.Bin) == 0 {
		return nodeRoleFound{}, false
	}
	return nodeRoleFound{language.Program, universalbuild.CLI, f.At("node.bin", file, `"bin"`)}, true
}

// nodeRoleMain looks at the entry file: it listens, it only exports, or it is
// a script.
func nodeRoleMain(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	entry := nodeEntry(f, pkg)
	if entry == "" {
		if pkg.HasExports || pkg.Types != "" || pkg.Main != "" && pkg.Publish {
			return nodeRoleFound{role: language.Library, why: f.At("node.exports", file, `"exports"`)}, true
		}
		return nodeRoleFound{}, false
	}
	text := f.Head(entry, 256<<10)
	if sign := nodeListens(text); sign != "" {
		return nodeRoleFound{language.Service, universalbuild.Web, f.At("node.listens", entry, sign)}, true
	}
	if pkg.HasExports || pkg.Types != "" || len(pkg.Files) > 0 || pkg.Publish || nodeExports(text) {
		return nodeRoleFound{role: language.Library, why: f.Evidence("node.exports", entry, 0, "")}, true
	}
	if strings.TrimSpace(text) == "" {
		return nodeRoleFound{}, false
	}
	return nodeRoleFound{language.Program, universalbuild.CLI, f.Evidence("node.main", entry, 0, "")}, true
}

// nodeExports reports whether a file offers something to others: CommonJS, ES
// modules, or the header that serves both and browsers.
func nodeExports(text string) bool {
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

// nodeEntries are where a program starts that names no main: npm start runs
// server.js by itself, Express' generator makes bin/www, Azure looks for
// hostingstart.
var nodeEntries = []string{
	"server", "index", "app", "main", "bot", "bin/www", "hostingstart", "src/server", "src/index", "src/main", "src/app", "src/bot",
}

// nodeEntry finds the file that main, module or convention name; sources of a
// compiled main count for it. "" if there is none.
func nodeEntry(f *language.Folder, pkg npm.Package) string {
	for _, name := range []string{pkg.Main, pkg.Module} {
		name = strings.TrimPrefix(name, "./")
		if name == "" || strings.HasPrefix(name, "../") || !nodeSourceName(path.Base(name)) { // a gulpfile
			continue
		}
		if e := f.FirstOf(name, name+".js", path.Join(name, "index.js")); e != "" && path.Ext(e) != "" {
			return e
		}
		stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if e := f.FirstOf("src/"+stem+".ts", stem+".ts", "src/"+stem+".js", "src/"+stem+".tsx", "src/"+stem+".mts"); e != "" {
			return e
		}
	}
	for _, base := range nodeEntries {
		for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".mts", ""} {
			if (ext != "" || base == "bin/www") && f.Has(base+ext) {
				return base + ext
			}
		}
	}
	return ""
}

const (
	nodeReadFiles = 80       // files of one project that are looked into for a server
	nodeReadBytes = 64 << 10 // bytes of each
)

// nodeListensAnywhere looks into a project's own sources for a server.
func nodeListensAnywhere(f *language.Folder) bool { return nodeSaysAnywhere(f, nodeListens) }

// nodeRepeats looks for what keeps a program running without a port.
func nodeRepeats(f *language.Folder) bool {
	return nodeSaysAnywhere(f, func(text string) string {
		for _, sign := range []string{"setInterval(", "while (true)", "while(true)", "for (;;)", "cron.schedule(", "new Worker(", ".consume(", ".subscribe(", "client.login("} {
			if strings.Contains(text, sign) {
				return sign
			}
		}
		return ""
	})
}

func nodeSaysAnywhere(f *language.Folder, says func(string) string) bool {
	root := f.Reader().Folder(".")
	for i, name := range nodeSources(f) {
		if i == nodeReadFiles {
			return false
		}
		if says(root.Head(name, nodeReadBytes)) != "" {
			return true
		}
	}
	return false
}

// nodeStartScript gives the script that runs a program for good and its name.
func nodeStartScript(pkg npm.Package) (line, name string) {
	if name := angularServer(pkg); name != "" {
		return pkg.Script(name), name
	}
	for _, n := range []string{"start:prod", "start:production", "serve:prod", "prod", "production"} {
		if s := pkg.Script(n); s != "" && nodeIsDevStart(pkg.Script("start")) {
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

// nodeIsDevStart reports whether a start script is one for development only,
// or none at all, so that a script for production is preferred.
func nodeIsDevStart(script string) bool {
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

// nodeTools are commands of scripts that build, check or watch and serve
// nobody.
var nodeTools = map[string]bool{
	"tsc": true, "webpack": true, "rollup": true, "gulp": true, "grunt": true, "jest": true, "vitest": true, "mocha": true, "eslint": true,
	"prettier": true, "storybook": true, "start-storybook": true, "tsdx": true, "tsup": true, "esbuild": true, "babel": true, "sass": true,
	"tailwindcss": true, "postcss": true, "cypress": true, "playwright": true, "husky": true, "changeset": true, "unbuild": true, "microbundle": true,
	"styleguidist": true, "electron": true, "electron-forge": true, "react-native": true, "echo": true, "web-ext": true, "encore": true, "mix": true,
	"stylelint": true, "lint-staged": true, "semantic-release": true, "release-it": true, "markdownlint": true, "commitlint": true, "wp-scripts": true,
}

// nodeIsTool reports whether a script runs nothing but such a tool.
func nodeIsTool(script string) bool {
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
	return nodeTools[words[0]]
}

// nodeRunsTool is nodeIsTool for a script that may only run another one.
func nodeRunsTool(pkg npm.Package, script string) bool {
	if !strings.Contains(script, "&&") {
		script = nodeLeaf(pkg, script)
	}
	return nodeIsTool(script)
}

// nodeOnlyTooling reports whether the dependencies build, style or check
// other files, as those beside another language's project do.
func nodeOnlyTooling(pkg npm.Package) bool {
	for name := range pkg.Dependencies {
		tooling := false
		for _, part := range []string{
			"@hotwired/", "@rails/", "turbolinks", "stimulus", "esbuild", "tailwind", "postcss", "autoprefixer", "sass", "bootstrap", "jquery",
			"popper", "webpack", "babel", "eslint", "prettier", "stylelint", "husky", "vite", "laravel-", "alpine", "daisyui", "phoenix", "topbar",
			"@symfony/", "gulp", "grunt", "rollup", "typescript", "@types/", "htmx", "font-awesome", "@fortawesome/", "trix", "less", "cssnano",
			"chart.js", "flowbite", "@tabler/", "lodash", "axios", "clean-css", "uglify", "terser", "concurrently", "npm-run-all", "lint-staged", "semantic-release", "commitlint",
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
