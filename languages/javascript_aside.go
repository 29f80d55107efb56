package languages

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// nodeHosts are what runs a package on a platform of functions or puts one up
// there, none of it in a container: the Serverless Framework, AWS SAM and CDK,
// Azure Functions, Firebase, Cloudflare Workers, Vercel, Netlify, Pulumi.
var nodeHosts = []struct{ file, need, command string }{
	{"serverless.yml", "", "serverless"}, {"serverless.yaml", "", "serverless"}, {"serverless.ts", "", "serverless"}, {"serverless.json", "", "serverless"},
	{"samconfig.toml", "", "sam"}, {"host.json", "@azure/functions", "func"}, {"", "firebase-functions", "firebase"},
	{"wrangler.toml", "", "wrangler"}, {"wrangler.jsonc", "", "wrangler"}, {"wrangler.json", "", "wrangler"},
	{"cdk.json", "aws-cdk-lib", "cdk"}, {"Pulumi.yaml", "@pulumi/pulumi", "pulumi"},
}

// nodeHostCommands start such a platform's stand-in on a developer's machine.
var nodeHostCommands = []string{"serverless", "sls", "sam", "func", "firebase", "wrangler", "cdk", "pulumi", "vercel", "netlify"}

// nodeRoleHosted knows packages of functions and of infrastructure. One that
// has a server of its own beside, or renders pages, is deployed.
func nodeRoleHosted(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	start := nodeLeafStart(pkg)
	if start != "" && !startsWithAny(start, nodeHostCommands) || nodeRenders(pkg) || nodeEntryListens(f, pkg) {
		return nodeRoleFound{}, false
	}
	for _, h := range nodeHosts {
		if h.file != "" && !f.Has(h.file) || h.need != "" && !pkg.Has(h.need) {
			continue
		}
		why := f.At("node.functions", file, `"`+h.need+`"`)
		if h.file != "" {
			why = f.Evidence("node.functions", h.file, 0, "")
		}
		return nodeRoleFound{role: language.Library, why: why}, true
	}
	return nodeRoleFound{}, false
}

// nodeRenders reports whether a package has a framework that renders pages.
func nodeRenders(pkg npm.Package) bool {
	return slices.ContainsFunc(nodeFrameworks, func(fw language.Framework) bool {
		return len(fw.Health) > 0 && !fw.Library && fw.Name != "Vite" && pkg.Has(fw.Needs...)
	})
}

// nodeRoleExtension knows what browsers load: their manifest names the version
// of its format, which that of a web application does not.
// https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/manifest_version
func nodeRoleExtension(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	for _, dir := range []string{"", "src/", "public/", "app/", "extension/", "static/"} {
		name := dir + "manifest.json"
		if strings.Contains(f.Head(name, 16<<10), `"manifest_version"`) && nodeServerDep(f, pkg) == "" {
			return nodeRoleFound{role: language.Library, why: f.At("node.browser-extension", name, `"manifest_version"`)}, true
		}
	}
	for _, need := range []string{"wxt", "plasmo", "@crxjs/vite-plugin"} {
		if pkg.Has(need) {
			return nodeRoleFound{role: language.Library, why: f.At("node.browser-extension", file, `"`+need+`"`)}, true
		}
	}
	return nodeRoleFound{}, false
}

// nodeRoleEmpty knows packages without a program: there are scripts, and all of
// them test it. One with dependencies alone may get its program elsewhere.
func nodeRoleEmpty(f *language.Folder, pkg npm.Package, file string) (nodeRoleFound, bool) {
	start, _ := nodeStartScript(pkg)
	if len(pkg.Bin) > 0 || pkg.HasExports || pkg.Types != "" || start != "" && !nodeRunsTool(pkg, start) || nodeBuildScript(pkg) != "" || nodePage(f) != "" || nodeEntry(f, pkg) != "" {
		return nodeRoleFound{}, false
	}
	own := slices.ContainsFunc(nodeSources(f), func(name string) bool { return !nodeBesideProgram(nodeRelative(f, name)) })
	if own || start == "" && !nodeHasScripts(f) || len(nodeNested(f)) > 0 || nodeRenders(pkg) {
		return nodeRoleFound{}, false
	}
	return nodeRoleFound{role: language.Aside, why: f.Evidence("node.no-sources", file, 0, "")}, true
}

// nodeHasScripts reports whether there is any script, tests too.
func nodeHasScripts(f *language.Folder) bool {
	for _, file := range f.Reader().Index.Under(f.Path) {
		if nodeHasSourceEnding(file.Path) {
			return true
		}
	}
	return false
}

// nodeRunsMissing reports whether a script runs a file that is not there.
func nodeRunsMissing(f *language.Folder, script string) bool {
	words := strings.Fields(script)
	if len(words) < 2 || words[0] != "node" && words[0] != "bun" && words[0] != "nodemon" {
		return false
	}
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") {
			continue
		}
		w = path.Clean(w)
		return nodeHasSourceEnding(w) && !f.Has(w)
	}
	return false
}

// nodeRoleScript knows scripts that a bundler makes for pages elsewhere: what
// they start from speaks to a browser and not to Node.js.
func nodeRoleScript(f *language.Folder, pkg npm.Package, _ string) (nodeRoleFound, bool) {
	entry := nodeEntry(f, pkg)
	if entry == "" || len(pkg.Bin) > 0 || !pkg.Has("webpack", "rollup", "esbuild", "parcel", "vite", "gulp", "grunt", "browserify", "@rspack/core") {
		return nodeRoleFound{}, false
	}
	text := f.Head(entry, nodeReadBytes)
	if nodeListens(text) != "" || strings.Contains(text, "process.") || strings.Contains(text, "node:") {
		return nodeRoleFound{}, false
	}
	for _, sign := range []string{"document.", "window.", "customElements."} {
		if strings.Contains(text, sign) {
			return nodeRoleFound{role: language.Library, why: f.At("node.browser-script", entry, sign)}, true
		}
	}
	return nodeRoleFound{}, false
}

// nodeStartGone reports whether a start script runs a file that is neither there
// nor made, in a folder that has others: what starts then lies elsewhere.
func nodeStartGone(f *language.Folder, pkg npm.Package, start string) bool {
	if !nodeRunsMissing(f, start) || nodeBuildScript(pkg) != "" || pkg.Has("typescript") {
		return false
	}
	for _, n := range []string{"prestart", "preinstall", "install", "postinstall", "prepare"} {
		if pkg.Script(n) != "" {
			return false
		}
	}
	return len(nodeSources(f)) > 0
}

// startMissing reports the same of the script that starts the project, and
// warns of it.
func (pl jsPlan) startMissing(line string) bool {
	if !nodeStartGone(pl.p.Folder, pl.pkg, line) {
		return false
	}
	file := nodePackageFile(pl.p.Folder)
	pl.p.Warn(file, "start_missing", pl.p.Join(file)+" starts "+line+", and that file is not there", "correct the start script, or commit the file")
	return true
}
