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
	var found []string
	for _, f := range w.o.Files {
		if matches(name, f) {
			found = append(found, f)
		}
	}
	slices.Sort(found)
	return found, true
}

// matches reports whether a path of the document means a file: * and ? within
// a segment, everything else itself.
func matches(pattern, file string) bool {
	ok, err := path.Match(strings.NewReplacer("[", `\[`, `\`, `\\`).Replace(pattern), file)
	return err == nil && ok
}

// isFile reports whether a manifest is surely a file and may share a COPY: a
// folder in there would lose its name. Without the list of files the name has
// to tell.
func (w *writer) isFile(name string) bool {
	if w.o.Files != nil {
		return slices.ContainsFunc(w.o.Files, func(f string) bool { return f == name || matches(name, f) })
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
