package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
)

// hosts are what runs a package on a platform of functions or puts one up
// there, none of it in a container: the Serverless Framework, AWS SAM and CDK,
// Azure Functions, Firebase, Cloudflare Workers, Vercel, Netlify, Pulumi.
var hosts = []struct{ file, need, command string }{
	{"serverless.yml", "", "serverless"}, {"serverless.yaml", "", "serverless"}, {"serverless.ts", "", "serverless"}, {"serverless.json", "", "serverless"},
	{"samconfig.toml", "", "sam"}, {"host.json", "@azure/functions", "func"}, {"", "firebase-functions", "firebase"},
	{"wrangler.toml", "", "wrangler"}, {"wrangler.jsonc", "", "wrangler"}, {"wrangler.json", "", "wrangler"},
	{"cdk.json", "aws-cdk-lib", "cdk"}, {"Pulumi.yaml", "@pulumi/pulumi", "pulumi"},
}

// hostCommands start such a platform's stand-in on a developer's machine.
var hostCommands = []string{"serverless", "sls", "sam", "func", "firebase", "wrangler", "cdk", "pulumi", "vercel", "netlify"}

// roleHosted knows packages of functions and of infrastructure. One that
// has a server of its own beside, or renders pages, is deployed.
func roleHosted(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	start := source.LeafStart(pkg)
	if start != "" && !source.StartsWithAny(start, hostCommands) || renders(pkg) || site.EntryListens(f, pkg) {
		return roleFound{}, false
	}
	for _, h := range hosts {
		if h.file != "" && !f.Has(h.file) || h.need != "" && !pkg.Has(h.need) {
			continue
		}
		why := f.At("node.functions", file, `"`+h.need+`"`)
		if h.file != "" {
			why = f.Evidence("node.functions", h.file, 0, "")
		}
		return roleFound{role: language.Library, why: why}, true
	}
	return roleFound{}, false
}

// renders reports whether a package has a framework that renders pages.
func renders(pkg npm.Package) bool {
	return slices.ContainsFunc(frameworks, func(fw language.Framework) bool {
		return len(fw.Health) > 0 && !fw.Library && fw.Name != "Vite" && pkg.Has(fw.Needs...)
	})
}

// roleExtension knows what browsers load: their manifest names the version
// of its format, which that of a web application does not.
// https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/manifest_version
func roleExtension(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	for _, dir := range []string{"", "src/", "public/", "app/", "extension/", "static/"} {
		name := dir + "manifest.json"
		if strings.Contains(f.Head(name, 16<<10), `"manifest_version"`) && serverDep(f, pkg) == "" {
			return roleFound{role: language.Library, why: f.At("node.browser-extension", name, `"manifest_version"`)}, true
		}
	}
	for _, need := range []string{"wxt", "plasmo", "@crxjs/vite-plugin"} {
		if pkg.Has(need) {
			return roleFound{role: language.Library, why: f.At("node.browser-extension", file, `"`+need+`"`)}, true
		}
	}
	return roleFound{}, false
}

// roleEmpty knows packages without a program: there are scripts, and all of
// them test it. One with dependencies alone may get its program elsewhere.
func roleEmpty(f *language.Folder, pkg npm.Package, file string) (roleFound, bool) {
	start, _ := startScript(pkg)
	if len(pkg.Bin) > 0 || pkg.HasExports || pkg.Types != "" || start != "" && !runsTool(pkg, start) || node.BuildScript(pkg) != "" || site.Page(f) != "" || source.Entry(f, pkg) != "" {
		return roleFound{}, false
	}
	own := slices.ContainsFunc(source.Files(f), func(name string) bool { return !besideProgram(f.Rel(name)) })
	if own || start == "" && !hasScripts(f) || len(source.Nested(f)) > 0 || renders(pkg) {
		return roleFound{}, false
	}
	return roleFound{role: language.Aside, why: f.Evidence("node.no-sources", file, 0, "")}, true
}

// hasScripts reports whether there is any script, tests too.
func hasScripts(f *language.Folder) bool {
	for _, file := range f.Reader().Index.Under(f.Path) {
		if source.HasEnding(file.Path) {
			return true
		}
	}
	return false
}

// runsMissing reports whether a script runs a file that is not there.
func runsMissing(f *language.Folder, script string) bool {
	words := strings.Fields(script)
	if len(words) < 2 || words[0] != "node" && words[0] != "bun" && words[0] != "nodemon" {
		return false
	}
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") {
			continue
		}
		w = path.Clean(w)
		return source.HasEnding(w) && !f.Has(w)
	}
	return false
}

// roleScript knows scripts that a bundler makes for pages elsewhere: what
// they start from speaks to a browser and not to Node.js.
func roleScript(f *language.Folder, pkg npm.Package, _ string) (roleFound, bool) {
	entry := source.Entry(f, pkg)
	if entry == "" || len(pkg.Bin) > 0 || !pkg.Has("webpack", "rollup", "esbuild", "parcel", "vite", "gulp", "grunt", "browserify", "@rspack/core") {
		return roleFound{}, false
	}
	text := f.Head(entry, source.MostBytes)
	if source.Listens(text) != "" || strings.Contains(text, "process.") || strings.Contains(text, "node:") {
		return roleFound{}, false
	}
	for _, sign := range []string{"document.", "window.", "customElements."} {
		if strings.Contains(text, sign) {
			return roleFound{role: language.Library, why: f.At("node.browser-script", entry, sign)}, true
		}
	}
	return roleFound{}, false
}

// startGone reports whether a start script runs a file that is neither there
// nor made, in a folder that has others: what starts then lies elsewhere.
func startGone(f *language.Folder, pkg npm.Package, start string) bool {
	if !runsMissing(f, start) || node.BuildScript(pkg) != "" || pkg.Has("typescript") {
		return false
	}
	for _, n := range []string{"prestart", "preinstall", "install", "postinstall", "prepare"} {
		if pkg.Script(n) != "" {
			return false
		}
	}
	return len(source.Files(f)) > 0
}

// startMissing reports the same of the script that starts the project, and
// warns of it.
func (pl plan) startMissing(line string) bool {
	if !startGone(pl.p.Folder, pl.pkg, line) {
		return false
	}
	file := node.PackageFile(pl.p.Folder)
	pl.p.Warn(file, "start_missing", pl.p.Join(file)+" starts "+line+", and that file is not there", "correct the start script, or commit the file")
	return true
}
