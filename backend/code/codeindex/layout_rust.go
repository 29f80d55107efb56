package codeindex

import (
	"cmp"
	"path"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/manifest/cargo"
	"aipack/backend/repo"
)

// rustLayout names the libraries that the project's crates are
// (doc.rust-lang.org/cargo/reference/cargo-targets.html).
func rustLayout(l *codegraph.Layout, tree *repo.Tree, index *repo.Index) {
	for _, name := range index.Named("Cargo.toml") {
		text, err := tree.ReadText(name)
		if err != nil {
			continue
		}
		m, err := cargo.Parse(text)
		if err != nil || !m.HasPackage {
			continue
		}
		dir := path.Dir(name)
		root := codegraph.Root{Dir: dir, Name: strings.ReplaceAll(cmp.Or(m.LibName, m.Name), "-", "_")}
		if main := path.Join(dir, cmp.Or(m.LibPath, "src/lib.rs")); tree.IsFile(main) {
			root.Main = main
		}
		l.Crates = append(l.Crates, root)
	}
}
