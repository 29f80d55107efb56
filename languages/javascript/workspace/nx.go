package workspace

import (
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
)

// NxProject reads a project.json of a folder in an Nx workspace.
func NxProject(f *language.Folder) (npm.NxProject, bool) {
	if !f.Has("project.json") {
		return npm.NxProject{}, false
	}
	if _, ok := NxRoot(f); ok {
		return language.Parse(f, "project.json", npm.ParseNxProject)
	}
	return npm.NxProject{}, false
}

// NxRoot finds the Nx workspace that a folder lies in.
func NxRoot(f *language.Folder) (*language.Folder, bool) {
	for _, at := range upwardFolders(f) {
		if at.Has("nx.json") || at.Has("workspace.json") {
			return at, true
		}
	}
	return nil, false
}

// upwardFolders lists a folder and those above it, up to the repository's root.
func upwardFolders(f *language.Folder) []*language.Folder {
	dirs := []*language.Folder{f}
	for !f.IsRoot() {
		f = f.Sub("..")
		dirs = append(dirs, f)
	}
	return dirs
}

// NxAlone reports whether Nx alone knows how a project is built and run: there
// is a project.json, and a package.json, if any, has no script for it.
func NxAlone(f *language.Folder) bool {
	pkg, has := node.Package(f)
	nx, ok := NxProject(f)
	if !ok || !has {
		return ok
	}
	for _, name := range []string{"build", "start", "serve", "dev"} {
		if pkg.Script(name) != "" {
			return false
		}
	}
	return nx.Type == "application" && !f.IsRoot()
}
