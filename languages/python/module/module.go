// Package module says how a file is imported that lies in a project's own folder, where
// that folder is a package itself. It reads no projects beyond what it is given.
package module

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
)

// Relative reports whether a file imports by its place in a package: from .models
// import Order. Run as a file of its own it has none, and Python refuses.
// https://docs.python.org/3/reference/import.html#package-relative-imports
func Relative(s pysource.Source) bool {
	return slices.ContainsFunc(s.Modules, func(m string) bool { return strings.HasPrefix(m, ".") })
}

const name = language.Pattern(`^[A-Za-z_][\w-]*$`)

// Own gives the name under which a project's folder is imported as a package: the one
// that a command of the project's image has before the module, else the folder's, else,
// where that is something within it as well, or no name, one that says no more.
func Own(f *language.Folder, image []string, module string) string {
	for _, word := range image {
		target, _, _ := strings.Cut(word, ":")
		if own, ok := strings.CutSuffix(target, "."+module); ok && name.Matches(own) && free(f, own) {
			return own
		}
	}
	if own := path.Base(f.Path); !f.IsRoot() && name.Matches(own) && free(f, own) {
		return own
	}
	return "package"
}

func free(f *language.Folder, name string) bool { return !f.HasDir(name) && !f.Has(name+".py") }

// Link makes the folder a package within itself, so that it is imported from where it
// lies, by a name, and its files find each other.
func Link(own string) string { return "ln -s . " + language.ShellWord(own) }

// maxImports is how many modules of its own a file is asked for.
const maxImports = 40

// Imports lists the project's own modules that a file imports itself.
func Imports(f *language.Folder, at string, file pysource.Source) (out []string) {
	dir := path.Dir(at)
	add := func(module string) {
		for _, base := range []string{dir, ".", "src"} {
			rel := path.Join(base, strings.ReplaceAll(module, ".", "/"))
			if up := strings.TrimLeft(module, "."); up != module {
				rel = path.Join(dir, strings.Repeat("../", len(module)-len(up)-1), strings.ReplaceAll(up, ".", "/"))
			}
			for _, name := range []string{rel + ".py", path.Join(rel, "__init__.py")} {
				if !strings.HasPrefix(name, "../") && !slices.Contains(out, name) && len(out) < maxImports && f.Has(name) {
					out = append(out, name)
				}
			}
		}
	}
	for _, m := range file.Modules {
		add(m)
	}
	for _, full := range SortedNames(file.Names) {
		add(full)
	}
	return out
}

// SortedNames are what a source imports by name, in the order of the names in it.
func SortedNames(names map[string]string) []string {
	out := make([]string, 0, len(names))
	for _, k := range slices.Sorted(maps.Keys(names)) {
		out = append(out, names[k])
	}
	return out
}
