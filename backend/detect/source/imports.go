package source

import (
	"path"
	"strings"

	"aipack/backend/language"
)

// A name with the file of the project that a script takes it from, and as
// Python says it.
const (
	imported   language.Pattern = `\b(?:import|const|let|var)\s+\{?\s*(\w+)\s*\}?\s*(?:=\s*require\(|from)\s*["'](\.[^"'\n]+)["']`
	importedPy language.Pattern = `^\s*from\s+(\.*)([\w.]*)\s+import\s+\(?\s*([\w, ]+)`
)

// Imports maps the names that a file imports to the modules of the project
// that they come from.
func (f *File) Imports() map[string]string {
	out := map[string]string{}
	for _, h := range f.Find(imported) {
		out[h.Groups[1]] = path.Join(path.Dir(f.Name), h.Groups[2])
	}
	for _, h := range f.Find(importedPy) {
		module := strings.ReplaceAll(h.Groups[2], ".", "/")
		if dots := len(h.Groups[1]); dots > 0 { // each behind the first is a folder up
			module = path.Join(path.Dir(f.Name), strings.Repeat("../", dots-1), module)
		}
		for name := range strings.SplitSeq(h.Groups[3], ",") {
			name, as, _ := strings.Cut(strings.TrimSpace(name), " ")
			out[name] = module
			if alias, ok := strings.CutPrefix(strings.TrimSpace(as), "as "); ok {
				out[strings.TrimSpace(alias)] = module
			}
		}
	}
	return out
}

// SameModule reports whether an import means a file; Python's begin at any
// folder.
func SameModule(module, name string) bool {
	module, name = withoutIndex(module), withoutIndex(name)
	return module == name || strings.HasSuffix(name, "/"+module)
}

// withoutIndex is a module's name as imports spell it.
func withoutIndex(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".py":
		name = strings.TrimSuffix(name, ext)
	}
	return strings.TrimSuffix(strings.TrimSuffix(name, "/index"), "/__init__")
}
