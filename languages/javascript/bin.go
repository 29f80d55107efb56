package javascript

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/npm"
)

// shippedBin knows a command of a workspace's member that is a service: the container
// file of the whole project names the member, as `pnpm --filter NAME deploy` does
// (https://pnpm.io/cli/deploy), starts the command, and says on which ports it is
// reached.
func shippedBin(f *language.Folder, pkg npm.Package) (bin string, why finding.Evidence) {
	root := f.Reader().Folder(".")
	name := root.FirstOf(node.ContainerFiles...)
	if f.IsRoot() || name == "" || len(pkg.Bin) == 0 {
		return "", finding.Evidence{}
	}
	file, ok := language.Parse(root, name, dockerfile.Parse)
	if !ok || len(file.Stages) == 0 || !named(file, pkg.Name) {
		return "", finding.Evidence{}
	}
	last := file.Stages[len(file.Stages)-1]
	for _, c := range []dockerfile.Command{last.Entrypoint, last.Cmd} {
		for _, word := range append(strings.Fields(c.Shell), c.Exec...) {
			if bin := binOf(pkg, word); bin != "" && len(last.Expose) > 0 {
				return bin, root.AtLine("container.start", name, c.Line)
			}
		}
	}
	return "", finding.Evidence{}
}

// binOf is the file of one of the package's commands that a word of a command line
// names, "" for none.
func binOf(pkg npm.Package, word string) string {
	word = path.Clean(word)
	for _, name := range slices.Sorted(maps.Keys(pkg.Bin)) {
		if bin := path.Clean(pkg.Bin[name]); path.Ext(bin) != ".sh" && (word == bin || strings.HasSuffix(word, "/"+bin)) {
			return bin
		}
	}
	return ""
}

// named reports whether a step of the container file names a package.
func named(file dockerfile.File, name string) bool {
	if name == "" {
		return false
	}
	for _, stage := range file.Stages {
		for _, s := range stage.Steps() {
			if slices.ContainsFunc(s.Words, func(word string) bool {
				_, value, _ := strings.Cut(word, "=")
				return word == name || value == name || strings.Trim(value, "{}.^") == name
			}) {
				return true
			}
		}
	}
	return false
}
