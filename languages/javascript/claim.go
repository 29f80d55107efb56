package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/deno"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// claim decides whether a folder is a project of Node.js, Bun or Deno, and
// what it is to a deployment.
func claim(f *language.Folder) (language.Claim, bool) {
	if deno.Runs(f) {
		return deno.Claim(f)
	}
	pkg, ok := node.Package(f)
	if !ok {
		switch {
		case f.Has("package.json"):
			return brokenClaim(f), true
		case f.Has("project.json"):
			return nxClaim(f)
		case f.Has("rush.json") || f.Has("pnpm-workspace.yaml") || f.Has("lerna.json"):
			return bareWorkspace(f)
		}
		return bareClaim(f)
	}
	if workspace.NxAlone(f) {
		return nxClaim(f)
	}
	m := workspace.ManagerOf(f)
	file := node.PackageFile(f)
	c := language.Claim{
		System: m.ID, PackageManager: m.ID, Name: pkg.Name, Confidence: m.Confidence,
		Why: []finding.Evidence{m.Why}, Alternatives: m.Alternatives, Warnings: m.Warnings,
	}
	if m.Why.Path == "" {
		c.Why = []finding.Evidence{f.Evidence("node.package-json", file, 0, ""), m.Why}
		c.Confidence = finding.Likely
	}
	if pkg.Lenient {
		c.Warnings = append(c.Warnings, universalbuild.Warning{
			Code: "manifest_not_strict", Path: f.Join(file),
			Message: f.Join(file) + " holds comments or trailing commas, which npm refuses",
			Fix:     "remove them: package.json must be strict JSON",
		})
	}
	if m.Lock == "" && len(pkg.Dependencies)+len(pkg.DevDependencies) > 0 {
		c.Warnings = append(c.Warnings, universalbuild.Warning{
			Code: "no_lock", Path: f.Join(file), Message: "there is no lock file: each build may install other versions",
			Fix: "run " + m.ID + " install and commit the lock file it writes",
		})
	}
	r := role(f, pkg)
	c.Role, c.Kind, c.RoleWhy = r.role, r.kind, r.why
	if c.Kind == universalbuild.Static {
		c.Documents = documents(f, pkg)
	}
	c.Into = node.Into(f)
	if len(pkg.Workspaces) == 0 && !f.Has("pnpm-workspace.yaml") { // members are built from their workspace
		node.Claim(f, &c)
	}
	if c.Role >= language.Program && c.Kind != universalbuild.Static {
		c.Parts = append(c.Parts, servedPaths(f)...)
	}
	return c, true
}

// documents points at a generator that is made for documentation, each by its own word
// (docusaurus.io, vitepress.dev, vuepress.vuejs.org, starlight.astro.build, nextra.site,
// rspress.rs, vocs.dev).
func documents(f *language.Folder, pkg npm.Package) finding.Evidence {
	for _, name := range []string{"@docusaurus/core", "vitepress", "vuepress", "@vuepress/core", "@astrojs/starlight", "nextra", "rspress", "@rspress/core", "vocs"} {
		if pkg.Has(name) {
			return f.At("node.documentation", node.PackageFile(f), `"`+name+`"`)
		}
	}
	return finding.Evidence{}
}

// brokenClaim stands for a package.json that cannot be read: the project
// is known to be there, and nothing else about it.
func brokenClaim(f *language.Folder) language.Claim {
	return language.Claim{
		System: "npm", PackageManager: "npm", Confidence: finding.Unsure, Role: language.Unknown,
		Why: []finding.Evidence{{Rule: "node.package-json", Excerpt: "package.json is there and cannot be read"}},
	}
}

func bareWorkspace(f *language.Folder) (language.Claim, bool) {
	w, ok := workspace.Find(f)
	if !ok {
		return language.Claim{}, false
	}
	return language.Claim{
		System: w.Manager, PackageManager: w.Manager, Confidence: finding.Likely, Role: language.Library,
		Why: []finding.Evidence{w.Why}, RoleWhy: w.Why,
	}, true
}

// bareEntries are what people call a program that has no package.json
// (the names that hosting platforms look for).
var bareEntries = []string{"server", "index", "app", "main", "bot"}

// bareClaim claims a folder without any manifest whose script is plainly
// meant for Node.js or Bun and not for a browser.
func bareClaim(f *language.Folder) (language.Claim, bool) {
	if f.Has("index.html") || f.Has("public/index.html") || f.Has("tsconfig.json") && f.HasDir("..") && !f.IsRoot() {
		return language.Claim{}, false
	}
	for _, base := range bareEntries {
		for _, ext := range []string{".js", ".mjs", ".cjs", ".ts"} {
			head := f.Head(base+ext, 64<<10)
			sign := serverSide(head)
			if sign == "" {
				continue
			}
			c := language.Claim{
				System: "npm", PackageManager: "npm", Confidence: finding.Guess, Role: language.Program, Kind: universalbuild.CLI,
				Why: []finding.Evidence{f.At("node.script", base+ext, sign)},
			}
			if strings.Contains(head, "Bun.") {
				c.System, c.PackageManager = "bun", "bun"
			}
			if listen := source.Listens(head); listen != "" {
				c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, f.At("node.listens", base+ext, listen)
			}
			return c, true
		}
	}
	return language.Claim{}, false
}

// serverSide finds what only a program outside a browser says.
func serverSide(head string) string {
	for _, sign := range []string{"require(", "module.exports", "process.", "from 'node:", `from "node:`, "Bun.", "#!/usr/bin/env node", "#!/usr/bin/env bun"} {
		if strings.Contains(head, sign) {
			return sign
		}
	}
	return ""
}

type roleFound struct {
	role language.Role
	kind universalbuild.Kind
	why  finding.Evidence
}

// role decides what a package is to a deployment; the first rule that
// knows wins.
func role(f *language.Folder, pkg npm.Package) roleFound {
	file := node.PackageFile(f)
	for _, rule := range []func(*language.Folder, npm.Package, string) (roleFound, bool){
		roleNotDeployed, roleHosted, roleExtension, roleDelegates, roleEmpty, roleSite, roleBot, roleNest, roleServer, roleStart,
		roleBin, roleScript, roleMain,
	} {
		if r, ok := rule(f, pkg, file); ok {
			return r
		}
	}
	if len(pkg.Dependencies) == 0 || onlyTooling(pkg) {
		return roleFound{role: language.Aside, why: f.At("node.tooling", file, `"devDependencies"`)}
	}
	return roleFound{role: language.Unknown, why: f.At("node.no-start", file, `"scripts"`)}
}

// IsLibrary reports whether the folder's package.json is that of a library.
func IsLibrary(f *language.Folder) bool {
	pkg, ok := node.Package(f)
	return ok && role(f, pkg).role == language.Library
}

// roleNotDeployed knows packages that run inside something else: editor
// extensions, desktop programs, browser extensions, actions, mobile apps.
func roleNotDeployed(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	library := func(rule, needle string) (roleFound, bool) {
		return roleFound{role: language.Library, why: f.At(rule, file, needle)}, true
	}
	if _, ok := pkg.Engines["vscode"]; ok {
		return library("node.vscode-extension", `"vscode"`)
	}
	// A window that serves its pages to itself is a desktop program all the same.
	if pkg.Has("electron") && (!pkg.Has("next", "express", "fastify", "@nestjs/core") || strings.HasPrefix(pkg.Script("start"), "electron")) {
		return library("node.electron", `"electron"`)
	}
	if pkg.Has("@tauri-apps/cli") && f.HasDir("src-tauri") {
		return library("node.desktop", `"@tauri-apps/cli"`)
	}
	if name, ok := embedded(f); ok {
		return roleFound{role: language.Aside, why: f.At("node.embedded", name, goEmbeds)}, true
	}
	if start := pkg.Script("start"); pkg.Has("storybook") && pkg.Script("build") == "" && (start == "" || isTool(start)) {
		return library("node.storybook", `"storybook"`)
	}
	if f.Has("action.yml") && len(pkg.Bin) == 0 && pkg.Has("@actions/core") {
		return library("node.action", `"@actions/core"`)
	}
	if pkg.Has("react-native") && !source.AnyScript(pkg, "expo export") && (!pkg.Has("react-native-web") || forStores(f, pkg)) {
		return library("node.mobile", `"react-native"`)
	}
	return roleFound{}, false
}

const goEmbeds = "//go:embed "

// embedded finds the Go file beside a front end that takes what is built
// of it into a Go program. https://pkg.go.dev/embed
func embedded(f *language.Folder) (string, bool) {
	for _, name := range f.Files() {
		if path.Ext(name) != ".go" {
			continue
		}
		if text, _ := f.Text(name); strings.Contains(text, goEmbeds) {
			return name, true
		}
	}
	return "", false
}

// forStores reports whether an application is built for the stores of
// phones. Expo's template brings react-native-web along to all of them.
// https://docs.expo.dev/build/setup/
func forStores(f *language.Folder, pkg npm.Package) bool {
	return f.Has("eas.json") || source.AnyScript(pkg, "eas build")
}

// roleDelegates knows roots whose scripts only start projects below them.
func roleDelegates(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	start, name := startScript(pkg)
	if nxServesItself(f, start) {
		return roleFound{}, false
	}
	w, isRoot := workspace.Find(f)
	if isRoot && (start == "" || delegates(f, start) || startsMember(f, w, start)) {
		return roleFound{role: language.Aside, why: w.Why}, true
	}
	if start != "" && delegates(f, start) && len(source.Nested(f)) > 0 {
		return roleFound{role: language.Aside, why: f.At("node.delegates", file, `"`+name+`"`)}, true
	}
	return roleFound{}, false
}

// delegates reports whether a script hands over to other packages.
func delegates(f *language.Folder, script string) bool {
	words := strings.Fields(script)
	for i, w := range words {
		w = strings.Trim(w, `"'`)
		if strings.HasPrefix(w, "-") && !slices.ContainsFunc(words[:i], workspace.IsManager) && !slices.Contains(words[:i], "lerna") {
			continue // node -r, ts-node --dir: another program's option
		}
		switch w {
		case "turbo", "nx", "lerna", "moon", "rush", "wsrun", "ultra", "-r", "--recursive", "--filter", "--workspace", "--workspaces", "-w", "--prefix", "--cwd", "workspaces":
			return true
		case "workspace":
			return true
		case "cd":
			if i+1 < len(words) && f.Sub(strings.Trim(words[i+1], `"'`)).Has("package.json") {
				return true
			}
		case "-C", "--dir":
			return true
		}
		if strings.HasPrefix(w, "--filter=") || strings.HasPrefix(w, "--workspace=") || strings.HasPrefix(w, "--prefix=") {
			return true
		}
	}
	return len(words) > 0 && (words[0] == "concurrently" || words[0] == "npm-run-all" || words[0] == "run-p") && len(source.Nested(f)) > 0
}

// startsMember reports whether a script runs a file of a workspace's
// member, or what the build writes of it: then the member is the service. Nx
// writes dist/apps/api of apps/api unless it is told another folder.
// https://nx.dev/concepts/integrated-vs-package-based
func startsMember(f *language.Folder, w language.Workspace, script string) bool {
	for _, word := range strings.Fields(script) {
		p := path.Join(f.Path, strings.Trim(word, `"'`))
		for _, m := range w.Members {
			if strings.HasPrefix(p, m+"/") || builtOf(f, m, p) {
				return true
			}
		}
	}
	return false
}

// builtOf reports whether a file is what the build of a member of an Nx
// workspace writes.
func builtOf(root *language.Folder, member, file string) bool {
	nx, ok := workspace.NxProject(root.Reader().Folder(member))
	if !ok {
		return false
	}
	out := nx.Targets["build"].OutputPath
	if out == "" || strings.Contains(out, "{") {
		out = "dist/" + root.Rel(member)
	}
	return strings.HasPrefix(file, root.Join(out)+"/")
}

// roleSite knows front ends that become files for a web server, and the
// frameworks that render pages on one.
func roleSite(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	if s, ok := site.Find(f, pkg); ok {
		return roleFound{language.Service, universalbuild.Static, s.Why}, true
	}
	for _, fw := range frameworks {
		if fw.Port == 0 || len(fw.Health) == 0 || fw.Kind != universalbuild.Web {
			continue
		}
		for _, need := range fw.Needs {
			if _, ok := pkg.Dependencies[need]; !ok {
				if _, ok = pkg.DevDependencies[need]; !ok {
					continue
				}
			}
			if !rendersPages(f, pkg, fw.Name) {
				continue
			}
			return roleFound{language.Service, universalbuild.Web, f.At("node.framework", file, `"`+need+`"`)}, true
		}
	}
	return roleFound{}, false
}

// rendersPages keeps libraries that are made for a framework from being
// taken for applications of it: an application has scripts that run it.
func rendersPages(f *language.Folder, pkg npm.Package, framework string) bool {
	if start, _ := startScript(pkg); start != "" && !isTool(start) {
		return true
	}
	if pkg.Script("dev") == "" && pkg.Script("build") == "" {
		return framework == "Next.js" && (f.HasDir("pages") || f.HasDir("app") || f.HasDir("src/pages") || f.HasDir("src/app"))
	}
	switch framework {
	case "Next.js":
		return source.AnyScript(pkg, "next ") || f.FirstOf("next.config.js", "next.config.mjs", "next.config.ts") != ""
	case "Astro":
		return f.FirstOf("astro.config.mjs", "astro.config.ts", "astro.config.js") != "" || f.HasDir("src/pages")
	case "SvelteKit": // packages of components are made with svelte-package
		return f.HasDir("src/routes") && !(source.AnyScript(pkg, "svelte-package") && (pkg.HasExports || pkg.Types != ""))
	case "Remix":
		return f.HasDir("app")
	case "React Router":
		return f.HasDir("app") || f.FirstOf("react-router.config.ts", "react-router.config.js") != ""
	}
	return pkg.Private || !pkg.HasExports
}
