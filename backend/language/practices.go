package language

import (
	"slices"
	"strings"
)

// System finds a build system by its id, its name, or one of its files.
func (l *Language) System(name string) (System, bool) {
	name = strings.TrimSpace(name)
	for _, s := range l.Systems {
		if strings.EqualFold(s.ID, name) || strings.EqualFold(s.Name, name) || slices.Contains(s.Files, name) {
			return s, true
		}
	}
	return System{}, false
}

// Called gives the frameworks of a name, with or without its dots, spaces and
// dashes.
func (l *Language) Called(name string) []Framework {
	letters := strings.NewReplacer(".", "", " ", "", "-", "", "_", "")
	var out []Framework
	for _, f := range l.Frameworks {
		if name != "" && strings.EqualFold(letters.Replace(f.Name), letters.Replace(name)) {
			out = append(out, f)
		}
	}
	return out
}
