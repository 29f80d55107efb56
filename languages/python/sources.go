package python

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/listing"
	"aipack/languages/python/module"
)

// Bounds on how much of a project is read to find what starts it.
const (
	maxSeen = 300 // files that are searched for signs
	maxRead = 90  // files that are read closely
)

// sourceFile is one source with what it says.
type sourceFile struct {
	path string // relative to the project's folder
	pysource.Source
}

// sources reads the files that are most likely to start the program.
func sources(f *language.Folder) []sourceFile {
	return language.Once(f, "python.sources", func() []sourceFile { return sourcesAnew(f) })
}

func sourcesAnew(f *language.Folder) []sourceFile {
	var out []sourceFile
	for n, rel := range listing.Paths(f) {
		if len(out) == maxRead || n == maxSeen {
			break
		}
		if !listing.Tells(f, rel) {
			continue
		}
		if src, ok := sourceOf(f, rel); ok {
			out = append(out, src)
		}
	}
	return out
}

// moduleOf gives the name under which a file is imported, and the folder,
// relative to the project's, that has to be on Python's path for it: "" for
// the project's own. One with relative imports is a part of its package.
func moduleOf(f *language.Folder, file sourceFile) (name, root string) {
	dir, relative := path.Dir(file.path), module.Relative(file.Source)
	if stem := strings.TrimSuffix(file.path, ".py"); relative && dir == "." && stem != "__init__" {
		_, image := read(f).imageCommand()
		return module.Own(f, image, stem) + "." + stem, ""
	}
	switch {
	case dir == ".":
	case dir == "src" || strings.HasPrefix(dir, "src/"):
		if root = "src"; f.Has("src/__init__.py") || file.imports("src") {
			root = ""
		}
	}
	if inner := siblings(f, file, dir); inner {
		root = dir
	}
	if relative && root == dir {
		root = ""
	}
	for _, part := range strings.Split(dir, "/") { // a folder that no import can name
		if dir != "." && strings.ContainsAny(part, "-. ") && !relative {
			root = dir
		}
	}
	rel := strings.TrimSuffix(file.path, ".py")
	if root != "" {
		rel = strings.TrimPrefix(rel, root+"/")
	}
	rel = strings.TrimSuffix(rel, "/__init__")
	return strings.ReplaceAll(rel, "/", "."), root
}

func (f sourceFile) imports(module string) bool { return f.Imports(module) }

// siblings reports whether a file imports its neighbours by their bare
// names, so that its own folder has to be on the path.
func siblings(f *language.Folder, file sourceFile, dir string) bool {
	if dir == "." {
		return false
	}
	asked := map[string]bool{"": true, "src": true}
	for _, m := range file.Modules {
		head, _, _ := strings.Cut(m, ".")
		if asked[head] || head+".py" == path.Base(file.path) { // celery.py imports Celery
			continue
		}
		asked[head] = true
		here := f.Has(path.Join(dir, head+".py")) || f.Has(path.Join(dir, head, "__init__.py"))
		above := f.Has(head+".py") || f.HasDir(head) || strings.HasPrefix(dir, "src/") && f.HasDir(path.Join("src", head))
		if here && !above {
			return true
		}
	}
	return false
}
