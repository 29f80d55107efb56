// Package codeindex keeps the graph of a folder's sources: it finds them, has
// them read, and reads those anew that have changed.
package codeindex

import (
	"path"

	"aipack/backend/code/codegraph"
	"aipack/backend/manifest/gomod"
	"aipack/backend/repo"
)

// layouts read what the manifests of each language say of where modules lie. A
// manifest that cannot be read says nothing.
var layouts = []func(*codegraph.Layout, *repo.Tree, *repo.Index){goLayout, javascriptLayout, pythonLayout, rustLayout}

// Layout is what a folder's manifests say of where modules lie.
func Layout(tree *repo.Tree, index *repo.Index) codegraph.Layout {
	var l codegraph.Layout
	for _, read := range layouts {
		read(&l, tree, index)
	}
	return l
}

func goLayout(l *codegraph.Layout, tree *repo.Tree, index *repo.Index) {
	for _, name := range index.Named("go.mod") {
		text, err := tree.ReadText(name)
		if err != nil {
			continue
		}
		if m, err := gomod.ParseModule(text); err == nil && m.Module != "" {
			l.GoModules = append(l.GoModules, codegraph.Root{Dir: path.Dir(name), Name: m.Module})
		}
	}
}
