package language

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
)

// SortDependencies sorts by name and keeps one of each, the one that is shipped
// before the one for development.
func SortDependencies(in []Dependency) []Dependency {
	byName := map[string]Dependency{}
	for _, d := range in {
		if old, known := byName[d.Name]; !known || old.Dev && !d.Dev {
			byName[d.Name] = d
		}
	}
	out := make([]Dependency, 0, len(byName))
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, byName[name])
	}
	return out
}

// FirstDeclared finds the first declared dependency that one of the names matches,
// test dependencies left out. A trailing star matches a prefix.
func FirstDeclared(deps []Dependency, names ...string) (Dependency, bool) {
	for _, n := range names {
		prefix, star := strings.CutSuffix(n, "*")
		for _, d := range deps {
			if !d.Dev && (d.Name == n || star && strings.HasPrefix(d.Name, prefix)) {
				return d, true
			}
		}
	}
	return Dependency{}, false
}

// AtDependency points at the line that declares a dependency and quotes it.
func (f *Folder) AtDependency(rule string, d Dependency) finding.Evidence {
	if d.Path == "" {
		return finding.Evidence{Rule: rule}
	}
	return f.Reader().Folder(path.Dir(d.Path)).AtLine(rule, path.Base(d.Path), d.Line)
}
