// Package node is Node.js as other languages meet it: package.json beside their
// own manifest, the image that its programs are taken of, the folder that its
// bundlers write to. How a Node.js project itself is built and run is not known
// here.
package node

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// Package reads the folder's package.json, or the package.json5 that pnpm
// takes in its place.
func Package(f *language.Folder) (npm.Package, bool) {
	if f.Has("package.json") {
		return language.Parse(f, "package.json", npm.ParsePackage)
	}
	return language.Parse(f, "package.json5", npm.ParsePackageJSON5)
}

// PackageFile is the name of the file that Package reads.
func PackageFile(f *language.Folder) string {
	if !f.Has("package.json") && f.Has("package.json5") {
		return "package.json5"
	}
	return "package.json"
}

// BuildScript names the script that builds the project, "" if none does.
func BuildScript(pkg npm.Package) string {
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
