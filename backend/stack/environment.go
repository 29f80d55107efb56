package stack

import (
	"maps"
	"slices"

	"aipack/backend/universalbuild"
)

// environment gives the variables that the image does not have itself: wired
// to a data service where that is meant, required where the program does not
// run without, else passed on if the user has set them.
func environment(d universalbuild.UniversalBuild, store func(id string) string) (list []Setting) {
	seen := map[string]bool{"PORT": true}
	for _, v := range d.Runtime.Variables {
		if _, set := d.Runtime.Environment[v.Name]; seen[v.Name] || !Nameable(v.Name) || set && !universalbuild.SecretName(v.Name) {
			continue
		}
		seen[v.Name] = true
		list = append(list, setting(v, d.Metadata.BackingServices, store))
	}
	// A secret that stands in the plan is not written down: the user gives it.
	for _, name := range slices.Sorted(maps.Keys(d.Runtime.Environment)) {
		if universalbuild.SecretName(name) && !seen[name] && Nameable(name) {
			list = append(list, setting(universalbuild.Variable{Name: name, Required: true}, d.Metadata.BackingServices, store))
		}
	}
	return list
}

func setting(v universalbuild.Variable, ids []string, store func(id string) string) Setting {
	value, wired := wire(v, ids, store)
	switch {
	case wired:
		return Setting{Name: v.Name, Value: value}
	case v.Required && v.Default == "":
		return Setting{Name: v.Name, Value: Refer(v.Name)}
	}
	return Setting{Name: v.Name, Passed: true}
}

// Nameable reports whether compose can replace a variable of this name.
func Nameable(name string) bool {
	for i, c := range name {
		digit := c >= '0' && c <= '9'
		if c != '_' && !digit && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') || i == 0 && digit {
			return false
		}
	}
	return name != ""
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
