package export

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/universalbuild"
)

// group is one COPY of manifests: several files into their folder, or one
// path to itself.
type group struct {
	sources []string
	to      string
	fields  []string
}

// manifests groups the manifests by folder, in the document's order. None
// means that everything is to be copied first: there are none, or a pattern
// in a folder's name could not be resolved without knowing the files.
func (w *writer) manifests() []group {
	var groups []group
	index := map[string]int{}
	for i, m := range w.doc.Build.Manifests {
		field := "/build/manifests/" + strconv.Itoa(i)
		if !printable(m) || m == "" || path.IsAbs(m) || strings.HasPrefix(path.Clean(m), "..") {
			w.unfit(field, "is not a path inside the folder that is sent to the build")
			continue
		}
		if path.Clean(m) == "." {
			return nil
		}
		names, ok := w.resolve(m)
		if !ok {
			return nil
		}
		for _, name := range names {
			dir := path.Dir(name) + "/"
			if !w.isFile(name) {
				groups = append(groups, group{[]string{copySource(name)}, target(name), []string{field}})
				continue
			}
			at, ok := index[dir]
			if !ok {
				at = len(groups)
				index[dir] = at
				groups = append(groups, group{to: target(dir)})
			}
			if g := &groups[at]; !slices.Contains(g.sources, copySource(name)) {
				g.sources = append(g.sources, copySource(name))
				g.fields = append(g.fields, field)
			}
		}
	}
	return groups
}

// resolve replaces a pattern whose folders are part of it by the files it
// matches, so that each keeps its folder.
func (w *writer) resolve(manifest string) ([]string, bool) {
	name := path.Clean(manifest)
	if !strings.ContainsAny(path.Dir(name), "*?") {
		return []string{name}, true
	}
	if w.o.Files == nil {
		return nil, false
	}
	found := matching(name, w.o.Files)
	slices.Sort(found)
	return found, true
}

// matching gives the files that a path of the document means: * and ? within
// a segment, everything else itself.
func matching(pattern string, files []string) []string {
	depth := strings.Count(pattern, "/")
	start, _, _ := strings.Cut(pattern, "*")
	start, _, _ = strings.Cut(start, "?")
	escaped := strings.NewReplacer("[", `\[`, `\`, `\\`).Replace(pattern)
	var found []string
	for _, f := range files {
		if !strings.HasPrefix(f, start) || strings.Count(f, "/") != depth {
			continue
		}
		if ok, err := path.Match(escaped, f); err == nil && ok {
			found = append(found, f)
		}
	}
	return found
}

// isFile reports whether a manifest is surely a file and may share a COPY: a
// folder in there would lose its name. Without the list of files the name has
// to tell.
func (w *writer) isFile(name string) bool {
	if w.o.Files != nil {
		there := w.o.files[name] || w.o.files == nil && slices.Contains(w.o.Files, name)
		return there || strings.ContainsAny(name, "*?") && len(matching(name, w.o.Files)) > 0
	}
	switch base := path.Base(name); base {
	case "Gemfile", "Pipfile", "Makefile", "Rakefile", "gradlew", "mvnw", ".npmrc", ".yarnrc", ".yarnrc.yml",
		".nvmrc", ".node-version", ".ruby-version", ".python-version", ".tool-versions":
		return true
	default:
		return strings.LastIndexByte(base, '.') > 0
	}
}

// secretNames gives the variables whose name says that they are secret,
// sorted.
func secretNames(env map[string]string) []string {
	var names []string
	for name := range env {
		if universalbuild.SecretName(name) && envName(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
