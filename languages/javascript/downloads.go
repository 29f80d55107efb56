package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/source"
)

// downloads are packages whose install fetches a program of hundreds of
// megabytes from a host of its own, and how each is told not to:
// https://docs.cypress.io/app/references/advanced-installation,
// https://pptr.dev/guides/configuration, https://playwright.dev/docs/browsers,
// https://www.electronjs.org/docs/latest/tutorial/installation,
// https://github.com/giggio/node-chromedriver#skipping-chromedriver-download.
var downloads = []struct {
	needs           []string
	variable, value string
}{
	{[]string{"cypress"}, "CYPRESS_INSTALL_BINARY", "0"},
	{[]string{"puppeteer"}, "PUPPETEER_SKIP_DOWNLOAD", "true"},
	{[]string{"playwright", "@playwright/test", "playwright-chromium", "playwright-firefox", "playwright-webkit"}, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"},
	{[]string{"electron"}, "ELECTRON_SKIP_BINARY_DOWNLOAD", "1"},
	{[]string{"chromedriver"}, "CHROMEDRIVER_SKIP_DOWNLOAD", "true"},
}

// skipDownloads spares the install the browsers of development tools. A
// program that drives a browser itself gets it otherwise: Debian's Chromium
// for Puppeteer, the build's own line for Playwright.
func (pl plan) skipDownloads(env map[string]string) {
	for _, d := range downloads {
		name := pl.installs(d.needs)
		if name != "" && !pl.drives(name) {
			env[d.variable] = d.value
		}
	}
}

// installs gives the first of the packages that the install brings: all of a
// workspace's members are installed together.
func (pl plan) installs(names []string) string {
	all := map[string]bool{}
	if pl.p.Workspace != nil {
		all = language.Once(pl.root, "node.installs", pl.declared)
	}
	root := pl.rootPackage()
	for _, name := range names {
		if all[name] || pl.pkg.Has(name) || root.Has(name) {
			return name
		}
	}
	return ""
}

// declared is what the members of the workspace ask for.
func (pl plan) declared() map[string]bool {
	all := map[string]bool{}
	for _, dir := range pl.p.Workspace.Members {
		pkg, _ := node.Package(pl.root.Reader().Folder(dir))
		for _, deps := range []map[string]string{pkg.Dependencies, pkg.DevDependencies, pkg.PeerDependencies, pkg.OptionalDependencies} {
			for name := range deps {
				all[name] = true
			}
		}
	}
	return all
}

// drives reports whether the build or the program needs what a package
// downloads: pages that a script renders with Puppeteer while the site is
// built, a server that uses Playwright.
func (pl plan) drives(name string) bool {
	switch name {
	case "puppeteer":
		return pl.static && (pl.pkg.Has("react-snap", "prerender-spa-plugin", "@prerenderer/renderer-puppeteer") || imports(pl.p.Folder, name))
	case "playwright", "playwright-chromium", "playwright-firefox", "playwright-webkit":
		return pl.pkg.Dependencies[name] != ""
	}
	return pl.pkg.Dependencies[name] != "" && imports(pl.p.Folder, name)
}

// imports reports whether one of a project's own sources imports a
// package, its tests aside: they do not run here. Where there are more sources
// than are looked into, it may.
func imports(f *language.Folder, name string) bool {
	return language.Once(f, "node.imports."+name, func() bool {
		root, files := f.Reader().Folder("."), source.Files(f)
		return len(files) > source.MostFiles || slices.ContainsFunc(files, func(file string) bool {
			return !ofTests(language.Below(f.Path, file)) && importsIn(root.Head(file, source.MostBytes), name)
		})
	})
}

func importsIn(text, name string) bool {
	for _, quote := range []string{"'", `"`, "`"} {
		for _, end := range []string{quote, "/"} {
			if strings.Contains(text, quote+name+end) {
				return true
			}
		}
	}
	return false
}

// ofTests reports whether a file lies in a folder of tests.
func ofTests(file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(part string) bool {
		return slices.Contains([]string{"test", "tests", "__tests__", "e2e"}, part)
	})
}

// localHeaders spares a download: what node-gyp builds with takes the headers from the image, as
// the official ones keep those of their own Node.js in /usr/local/include/node,
// the slim ones too. It would fetch them from nodejs.org otherwise
// (https://github.com/nodejs/node-gyp#environment-variables, --nodedir).
func (pl plan) localHeaders(env map[string]string) {
	gyp := pl.root.Has("binding.gyp") || pl.p.Has("binding.gyp")
	for _, n := range natives {
		gyp = gyp || slices.Contains(n.Build, "g++") && pl.installs(n.Needs) != ""
	}
	if (gyp || pl.nativeTool() != "") && !pl.onlyBun() {
		env["npm_config_nodedir"] = "/usr/local"
	}
}
