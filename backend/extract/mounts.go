package extract

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
)

const deepestMount = 4 // routers within routers that are followed

// mountOf finds where a router is mounted: by its variable in the same file, by
// the file that another imports it from, by the file's name. A router that
// mounts it has a place of its own; where that is not known, neither is this.
func (s *Sources) mountOf(name, receiver string, depth int) (prefix string, ok bool) {
	if depth == deepestMount {
		return "", false
	}
	for _, m := range s.mounts() {
		if !s.mountsFile(m, name, receiver) || m.file != name && s.anotherOf(m, name, receiver) {
			continue
		}
		if m.file == name && m.receiver == receiver || !isRouter(m.receiver) {
			return m.prefix, true
		}
		own, _ := s.routing(m.file).prefixOf(m.receiver)
		if above, ok := s.mountOf(m.file, m.receiver, depth+1); ok {
			return joinRoute(above, joinRoute(own, m.prefix)), true
		}
		if s.file(m.file).Entry {
			return m.prefix, true
		}
	}
	return "", false
}

// anotherOf reports whether a mount is of another router of a file that exports
// several: app.use("/api", routes.api) is of apiRouter rather than of
// pageRouter.
func (s *Sources) anotherOf(m mount, name, receiver string) bool {
	own := func(m mount) bool {
		_, property, _ := strings.Cut(m.target, ".")
		property = lettersOf(firstWordOf(property))
		return len(property) > 1 && strings.Contains(lettersOf(receiver), property)
	}
	return !own(m) && slices.ContainsFunc(s.mounts(), func(o mount) bool { return o.file == m.file && own(o) && s.mountsFile(o, name, receiver) })
}

// mountsFile reports whether a mount is of the router that a file's routes are
// added to.
func (s *Sources) mountsFile(m mount, name, receiver string) bool {
	if m.file == name {
		return receiver != "" && firstWordOf(m.target) == receiver
	}
	target := firstWordOf(m.target)
	if from, ok := s.routing(m.file).imports[target]; ok {
		return sameModule(from, name) || sameModule(from+"/"+target, name)
	}
	stem := stemOf(name)
	return len(stem) > 2 && strings.Contains(lettersOf(m.target), stem)
}

// A name with the file of the project that a script takes it from, and as
// Python says it.
const (
	imported   language.Pattern = `\b(?:import|const|let|var)\s+\{?\s*(\w+)\s*\}?\s*(?:=\s*require\(|from)\s*["'](\.[^"'\n]+)["']`
	importedPy language.Pattern = `^\s*from\s+(\.?)([\w.]+)\s+import\s+([\w, ]+)`
)

// imports maps the names that a file imports to the modules of the project
// that they come from.
func (f *Source) imports() map[string]string {
	out := map[string]string{}
	for _, h := range f.find(imported) {
		out[h.Groups[1]] = path.Join(path.Dir(f.Name), h.Groups[2])
	}
	for _, h := range f.find(importedPy) {
		module := strings.ReplaceAll(h.Groups[2], ".", "/")
		if h.Groups[1] != "" {
			module = path.Join(path.Dir(f.Name), module)
		}
		for name := range strings.SplitSeq(h.Groups[3], ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
			out[name] = module
		}
	}
	return out
}

// sameModule reports whether an import means a file; Python's begin at any
// folder.
func sameModule(module, name string) bool {
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
