// Package source reads what a project's own text says without running it: its
// script files and the script lines of its package.json. It decides nothing.
package source

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
)

// fileLimit bounds how many files of one project are looked at.
const fileLimit = 240

// Files lists a folder's script files relative to the repository's root,
// without nested projects, declarations, and files that only configure tools.
func Files(f *language.Folder) []string {
	return language.Once(f, "node.sources", func() []string { return findFiles(f) })
}

func findFiles(f *language.Folder) []string {
	nested := Nested(f)
	var out []string
	var dir string // of the file before: what a folder's name says is worked out once
	var skip bool
	files := f.Reader().Index.Under(f.Path)
	for i := 0; i < len(files); i++ {
		p := files[i].Path
		for len(nested) > 0 && !strings.HasPrefix(p, nested[0]) && p > nested[0] {
			nested = nested[1:]
		}
		if len(nested) > 0 && strings.HasPrefix(p, nested[0]) { // all of it stands together
			i += sort.Search(len(files)-i, func(n int) bool { return !strings.HasPrefix(files[i+n].Path, nested[0]) }) - 1
			continue
		}
		if !HasEnding(p) {
			continue
		}
		at := strings.LastIndexByte(p, '/') + 1
		if p[:at] != dir {
			dir, skip = p[:at], skipsFolder(p[:at])
		}
		if skip || !ownName(p[at:]) {
			continue
		}
		if out = append(out, p); len(out) >= fileLimit {
			break
		}
	}
	return out
}

// HasEnding knows scripts, components and pages by their endings.
func HasEnding(p string) bool {
	switch path.Ext(p) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro":
		return true
	}
	return false
}

// IsScript reports whether a path is that of a script of the project's own.
func IsScript(p string) bool {
	at := strings.LastIndexByte(p, '/') + 1
	return HasEnding(p) && ownName(p[at:]) && !skipsFolder(p[:at])
}

// ownName reports whether a script's name is not one of a declaration,
// a test or a tool's configuration.
func ownName(name string) bool {
	if strings.HasPrefix(name, ".") || name == "gulpfile.js" || name == "Gruntfile.js" {
		return false
	}
	if strings.Count(name, ".") < 2 {
		return true
	}
	for _, part := range [...]string{".d.ts", ".config.", ".test.", ".spec.", ".min.js", ".stories."} {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}

// skipsFolder reports whether scripts in a folder, given with a slash at
// its end, are not the project's own or never run by it.
func skipsFolder(dir string) bool {
	for dir != "" {
		var part string
		part, dir, _ = strings.Cut(dir, "/")
		switch part {
		case ".yarn", "__tests__", "public", "static", "cypress":
			return true
		}
	}
	return false
}

// Nested lists the folders below that hold projects of their own, sorted,
// each with a slash at its end.
func Nested(f *language.Folder) []string {
	var out []string
	for _, name := range []string{"package.json", "deno.json", "project.json"} {
		for _, p := range f.Reader().Index.NamedUnder(f.Path, name) {
			dir := path.Dir(p)
			if dir != f.Path && dir != "." && (f.IsRoot() || strings.HasPrefix(dir, f.Path+"/")) {
				out = append(out, dir+"/")
			}
		}
	}
	sort.Strings(out)
	return out
}

// Script is a script without its comments. Rules ask for the same ones again
// and again.
func Script(root *language.Folder, name string) string {
	return language.Kept(root, "node.script "+name, func() string { return node.StripComments(root.Head(name, MostBytes)) })
}

// How many files of one project are looked into for a server, and how much of
// each.
const (
	MostFiles = 80       // files of one project that are looked into for a server
	MostBytes = 64 << 10 // bytes of each
)
