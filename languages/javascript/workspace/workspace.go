// Package workspace finds which package manager installs a folder, and which
// folders are installed together. How an install is written down is not known
// here.
package workspace

import (
	"errors"
	"path"
	"sort"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
)

// Find reads a folder as the root of a JavaScript workspace.
func Find(f *language.Folder) (language.Workspace, bool) {
	w := language.Once(f, "node.workspace", func() language.Workspace {
		w, _ := read(f)
		return w
	})
	return w, len(w.Members) > 0
}

func read(f *language.Folder) (language.Workspace, bool) {
	members := membersOf(f)
	if members.match == nil {
		return language.Workspace{}, false
	}
	why := members.why
	w := language.Workspace{Root: f.Path, Why: why}
	for _, dir := range projectFolders(f) {
		if members.match(f.Rel(dir)) {
			w.Members = append(w.Members, dir)
		}
	}
	w.Manager = ManagerOf(f).ID
	if f.Has("deno.json") || f.Has("deno.jsonc") {
		if !f.Has("package.json") {
			w.Manager = "deno"
		}
	}
	w.Tool, w.Why = orchestrator(f, w.Manager, why)
	return w, len(w.Members) > 0
}

// orchestrator names the orchestrator, which beats the manager whose
// workspace it drives.
func orchestrator(f *language.Folder, manager string, why finding.Evidence) (string, finding.Evidence) {
	for _, sign := range []struct{ file, tool string }{
		{"turbo.json", "turborepo"}, {"turbo.jsonc", "turborepo"}, {"nx.json", "nx"}, {"rush.json", "rush"},
		{".moon/workspace.yml", "moon"}, {".moon/workspace.yaml", "moon"}, {"lerna.json", "lerna"},
	} {
		if f.Has(sign.file) {
			return sign.tool, f.Evidence("node.workspace-tool", sign.file, 0, "")
		}
	}
	return manager, why
}

// membersOf reads the patterns for members once: of the package manager, and of the
// orchestrators that keep their own list.
func membersOf(f *language.Folder) memberGlobs {
	return language.Once(f, "node.globs", func() memberGlobs {
		globs, why, ok := readGlobs(f)
		if !ok {
			return memberGlobs{}
		}
		return memberGlobs{globsMatch(f, globs, why), why}
	})
}

type memberGlobs struct {
	match func(rel string) bool // whether a folder below is a member; nil where the folder is no workspace
	why   finding.Evidence
}

func readGlobs(f *language.Folder) ([]string, finding.Evidence, bool) {
	if f.Has("pnpm-workspace.yaml") {
		ws, _ := language.Parse(f, "pnpm-workspace.yaml", npm.ParsePnpmWorkspace)
		if len(ws.Packages) > 0 {
			return ws.Packages, f.At("node.pnpm-workspace", "pnpm-workspace.yaml", "packages"), true
		}
	}
	if pkg, ok := node.Package(f); ok && len(pkg.Workspaces) > 0 {
		return pkg.Workspaces, f.At("node.workspaces", node.PackageFile(f), `"workspaces"`), true
	}
	if rush, ok := language.Parse(f, "rush.json", npm.ParseRush); ok && len(rush.Projects) > 0 {
		return rush.Projects, f.At("node.rush", "rush.json", "projects"), true
	}
	for _, name := range []string{".moon/workspace.yml", ".moon/workspace.yaml"} {
		if moon, ok := language.Parse(f, name, npm.ParseMoon); ok && len(moon.Projects) > 0 {
			return moon.Projects, f.At("node.moon", name, "projects"), true
		}
	}
	if lerna, ok := language.Parse(f, "lerna.json", npm.ParseLerna); ok {
		if len(lerna.Packages) == 0 {
			lerna.Packages = []string{"packages/*"}
		}
		return lerna.Packages, f.Evidence("node.lerna", "lerna.json", 0, ""), true
	}
	for _, name := range []string{"deno.json", "deno.jsonc"} {
		if deno, ok := language.Parse(f, name, npm.ParseDeno); ok && deno.IsRoot {
			return deno.Workspace, f.At("deno.workspace", name, `"workspace"`), true
		}
	}
	if f.Has("nx.json") {
		return []string{"**"}, f.Evidence("node.nx", "nx.json", 0, ""), true
	}
	return nil, finding.Evidence{}, false
}

// projectFolders lists the folders below that hold a manifest of their
// own, relative to the repository's root, sorted.
func projectFolders(f *language.Folder) []string {
	names := []string{"package.json", "deno.json", "deno.jsonc"}
	if f.Has("nx.json") {
		names = append(names, "project.json")
	}
	if f.Has(".moon/workspace.yml") || f.Has(".moon/workspace.yaml") {
		names = append(names, "moon.yml")
	}
	seen := map[string]bool{}
	var out []string
	for _, name := range names {
		for _, p := range f.Reader().Index.NamedUnder(f.Path, name) {
			dir := path.Dir(p)
			if !seen[dir] && dir != f.Path && (f.IsRoot() || strings.HasPrefix(dir, f.Path+"/")) && !strings.Contains("/"+dir+"/", "/node_modules/") {
				seen[dir] = true
				out = append(out, dir)
			}
		}
	}
	sort.Strings(out)
	return out
}

// globsMatch reports of folders whether they match the patterns; a later
// pattern with "!" takes them out again.
func globsMatch(f *language.Folder, globs []string, why finding.Evidence) func(rel string) bool {
	plain := make([]string, len(globs))
	for i, g := range globs {
		plain[i] = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(g, "!"), "./"), "/")
	}
	last, err := bounded.Globs(plain)
	if refused := (*bounded.Refusal)(nil); errors.As(err, &refused) {
		f.Reader().Folder(".").WarnAt(why.Path, why.Line, "members_refused",
			why.Path+" names members that are ignored: "+err.Error(), "name fewer, or name them without wildcards")
	}
	return func(rel string) bool {
		at := last(rel)
		return at >= 0 && !strings.HasPrefix(globs[at], "!")
	}
}

// Root finds the nearest folder above whose workspace the folder
// is a member of.
func Root(f *language.Folder) (*language.Folder, bool) {
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		if members := membersOf(at); members.match != nil && members.match(at.Rel(f.Path)) {
			return at, true
		}
	}
	return nil, false
}
