package codeindex

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/manifest/npm"
	"aipack/backend/repo"
)

func javascriptLayout(l *codegraph.Layout, tree *repo.Tree, index *repo.Index) {
	for _, name := range index.Named("package.json") {
		if text, err := tree.ReadText(name); err == nil {
			packageLayout(l, path.Dir(name), text)
		}
	}
	for _, f := range index.Files {
		if isTSConfig(f.Name()) {
			tsconfigLayout(l, tree, f.Path)
		}
	}
	// The nearest folder counts, and in it the name that says most.
	slices.SortStableFunc(l.Aliases, func(a, b codegraph.Alias) int {
		return cmp.Or(cmp.Compare(depthOf(b.Dir), depthOf(a.Dir)), cmp.Compare(len(before(b.Pattern)), len(before(a.Pattern))))
	})
}

func depthOf(dir string) int {
	if dir == "." {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}

// before is a pattern up to its *.
func before(pattern string) string {
	out, _, _ := strings.Cut(pattern, "*")
	return out
}

// isTSConfig knows tsconfig.json, jsconfig.json and those that lie beside them
// for a part of the sources: tsconfig.app.json.
func isTSConfig(name string) bool {
	return (strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig")) && strings.HasSuffix(name, ".json")
}

func packageLayout(l *codegraph.Layout, dir, text string) {
	p, err := npm.ParsePackage(text)
	if err != nil {
		return
	}
	entries, err := npm.ParseEntries(text)
	if err != nil {
		return
	}
	root := codegraph.Root{Dir: dir, Name: p.Name}
	main := []string{entries.Source}
	for _, e := range entries.Exports {
		targets := below(dir, e.Targets)
		switch {
		case e.Name == ".":
			main = append(main, e.Targets...)
		case p.Name != "":
			l.Aliases = append(l.Aliases, codegraph.Alias{Dir: ".", Pattern: p.Name + strings.TrimPrefix(e.Name, "."), Targets: targets})
		}
	}
	for _, e := range entries.Imports {
		l.Aliases = append(l.Aliases, codegraph.Alias{Dir: dir, Pattern: e.Name, Targets: below(dir, e.Targets)})
	}
	for _, m := range append(main, p.Module, p.Main) {
		if m != "" && !strings.Contains(m, "*") {
			root.Main = path.Join(dir, m)
			break
		}
	}
	l.Packages = append(l.Packages, root)
}

// below are paths as seen from the top.
func below(dir string, targets []string) []string {
	var out []string
	for _, t := range targets {
		out = append(out, path.Join(dir, t))
	}
	return out
}

// tsconfigLayout reads a tsconfig.json with those that it extends
// (typescriptlang.org/tsconfig).
func tsconfigLayout(l *codegraph.Layout, tree *repo.Tree, name string) {
	base, paths := tsconfigPaths(tree, name, 0)
	dir := path.Dir(name)
	for _, e := range paths {
		l.Aliases = append(l.Aliases, codegraph.Alias{Dir: dir, Pattern: e.Name, Targets: e.Targets})
	}
	if base != "" {
		l.Aliases = append(l.Aliases, codegraph.Alias{Dir: dir, Pattern: "*", Targets: []string{path.Join(base, "*")}})
	}
}

// tsconfigPaths are the base folder of a tsconfig.json and its paths, from the
// top of the repository.
func tsconfigPaths(tree *repo.Tree, name string, depth int) (base string, paths []npm.Entry) {
	text, err := tree.ReadText(name)
	if err != nil || depth > 8 {
		return "", nil
	}
	c, err := npm.ParseTSConfig(text)
	if err != nil {
		return "", nil
	}
	dir := path.Dir(name)
	for _, b := range c.Bases {
		if !strings.HasPrefix(b, ".") {
			continue // of a package
		}
		from := path.Join(dir, b)
		if path.Ext(from) != ".json" {
			from += ".json"
		}
		if inherited, more := tsconfigPaths(tree, from, depth+1); inherited != "" || more != nil {
			base, paths = cmp.Or(inherited, base), more
		}
	}
	if c.BaseURL != "" {
		base = path.Join(dir, c.BaseURL)
	}
	if len(c.Paths) > 0 {
		paths = nil
		for _, e := range c.Paths {
			paths = append(paths, npm.Entry{Name: e.Name, Targets: below(cmp.Or(base, dir), e.Targets)})
		}
	}
	return base, paths
}
