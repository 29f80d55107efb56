package python

import (
	"path"
	"strings"
	"sync"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
)

// Bounds on following "from module import *".
const (
	maxStars     = 8  // of one file
	maxStarDepth = 4  // modules of the project's own, one behind the other
	maxStarReads = 24 // of them in all
)

// sourceOf reads a source. What it takes over by importing everything of a module
// means the same as what it imports by name.
// https://docs.python.org/3/reference/simple_stmts.html#the-import-statement
func sourceOf(f *language.Folder, rel string) (sourceFile, bool) {
	src, ok := language.Parse(f, rel, pysource.Parse)
	if !ok || len(src.Stars) == 0 {
		return sourceFile{rel, src}, ok
	}
	return language.Once(f, "python.stars "+rel, func() sourceFile {
		reads := maxStarReads
		return sourceFile{rel, src.With(starred(f, rel, src, maxStarDepth, &reads))}
	}), true
}

// starred are the names that a source gets by importing everything of modules:
// of the project's own what they import and make themselves, of others what is
// known of them. A later import wins.
func starred(f *language.Folder, rel string, src pysource.Source, depth int, reads *int) map[string]string {
	names := map[string]string{}
	for _, module := range src.Stars[:min(len(src.Stars), maxStars)] {
		own, at, found := ownModule(f, rel, module, reads)
		switch {
		case !found:
			for name, full := range knownBelow()[module] {
				names[name] = full
			}
		case depth > 0:
			given := own.With(starred(f, at, own, depth-1, reads)).Names
			for _, a := range own.Assigns {
				if a.Call != nil && a.Function == "" && !strings.Contains(a.Target, ".") {
					given[a.Target] = module + "." + a.Target
				}
			}
			for name, full := range given {
				if !strings.HasPrefix(name, "_") { // those stay in their module
					names[name] = full
				}
			}
		}
	}
	return names
}

// ownModule reads the module of the project that a source names; reads is how
// many may still be read.
func ownModule(f *language.Folder, rel, module string, reads *int) (src pysource.Source, at string, found bool) {
	for _, base := range moduleFiles(path.Dir(rel), module) {
		if strings.HasPrefix(base, "../") || base == rel || !f.Has(base) {
			continue
		}
		if *reads--; *reads < 0 {
			return src, "", true
		}
		src, found = language.Parse(f, base, pysource.Parse)
		return src, base, found
	}
	return src, "", false
}

// moduleFiles are where a module can lie that a file of a folder imports, nearest
// first.
func moduleFiles(dir, module string) (files []string) {
	bare := strings.TrimLeft(module, ".")
	below := strings.ReplaceAll(bare, ".", "/")
	bases := []string{dir, ".", "src"}
	if up := len(module) - len(bare); up > 0 {
		bases = []string{path.Join(dir, strings.Repeat("../", up-1))}
	}
	for _, base := range bases {
		files = append(files, path.Join(base, below+".py"), path.Join(base, below, "__init__.py"))
	}
	return files
}

// knownBelow are the names of each module by which a start is told: of the
// applications that are made of it and the servers that it starts.
var knownBelow = sync.OnceValue(func() map[string]map[string]string {
	below := map[string]map[string]string{}
	for _, table := range []map[string]string{constructors, servers} {
		for full := range table {
			for i := range full {
				if full[i] != '.' {
					continue
				}
				module := full[:i]
				name, _, _ := strings.Cut(full[i+1:], ".")
				if below[module] == nil {
					below[module] = map[string]string{}
				}
				below[module][name] = module + "." + name
			}
		}
	}
	return below
})
