package stack

import (
	"maps"
	"path"
	"slices"

	"aipack/backend/detect/value"
	"aipack/backend/detect/wiring"
	"aipack/backend/universalbuild"
)

// environment gives the variables that the image does not have itself: with
// the value that the plan or their name gives them, given by the user where the
// program does not run without, else passed on if the user has set them. PORT is the
// image's own, unless the plan gives it a value: then it is a data service's.
func (r *renderer) environment(m Member) (list []Setting) {
	d := m.Document
	seen, plan := map[string]bool{}, r.plan(m)
	for _, v := range d.Runtime.Variables {
		_, set := d.Runtime.Environment[v.Name]
		if seen[v.Name] || v.Name == "PORT" && v.Value == "" || set && v.Value == "" && !universalbuild.SecretName(v.Name) {
			continue
		}
		if one, ok := r.setting(m, v, plan); ok {
			seen[v.Name] = true
			list = append(list, one)
		}
	}
	// A secret that stands in the plan is not written down: the user gives it.
	for _, name := range slices.Sorted(maps.Keys(d.Runtime.Environment)) {
		if !universalbuild.SecretName(name) || seen[name] {
			continue
		}
		if one, ok := r.setting(m, universalbuild.Variable{Name: name, Required: true, Secret: true}, plan); ok {
			list = append(list, one)
		}
	}
	return list
}

// wired reports whether a value is another's of the plan; one's own address is not.
func wired(text string) bool {
	t, err := value.Parse(text)
	return err == nil && slices.ContainsFunc(t, func(p value.Part) bool { return p.Kind == value.Store || p.Kind == value.Service })
}

// setting gives a variable its value; not one that nobody could set. plan is
// what its name may speak of.
func (r *renderer) setting(m Member, v universalbuild.Variable, plan wiring.Plan) (Setting, bool) {
	if text := v.Value; text != "" && universalbuild.VariableName(v.Name) {
		return Setting{Name: v.Name, Value: r.render(m, v, text), Wired: wired(text)}, true
	}
	if !Nameable(v.Name) {
		return Setting{}, false
	}
	if text, ok := wiring.ByName(v, plan); ok {
		return Setting{Name: v.Name, Value: r.render(m, v, text), Wired: wired(text)}, true
	}
	if v.Required && v.Default != "" { // an example's: it has to be set to that
		return Setting{Name: v.Name, Value: Escape(v.Default)}, true
	}
	if v.Required {
		return Setting{Name: v.Name, Value: r.refer(m, v, Secret{Name: v.Name, Type: v.Type, Outside: wiring.Outside(v.Name)})}, true
	}
	return Setting{Name: v.Name, Passed: true}, true
}

// plan is what the names of a member's variables may speak of.
func (r *renderer) plan(m Member) wiring.Plan {
	return wiring.Plan{ID: m.Name, Stores: unsaid(m.Document), Names: called(m), Page: m.Document.Metadata.StaticSite, Neighbours: r.neighbours}
}

// neighboursOf are the members that listen somewhere.
func neighboursOf(members []Member) *wiring.Neighbours {
	var list []wiring.Neighbour
	for _, m := range members {
		if slices.ContainsFunc(m.Document.Runtime.Ports, isTCP) {
			list = append(list, wiring.Neighbour{ID: m.Name, Path: m.Document.Metadata.Path, Names: called(m), Page: m.Document.Metadata.StaticSite})
		}
	}
	return wiring.Among(list)
}

func called(m Member) []string { return []string{m.Name, path.Base(m.Document.Metadata.Path)} }

// unsaid are the data services that no value of a document leads to: only those
// are found by the names of variables. Where the plan has said how a program is
// told of one, a second way may be one too many.
func unsaid(d universalbuild.UniversalBuild) (ids []string) {
	said := map[string]bool{}
	for _, v := range d.Runtime.Variables {
		if t, err := value.Parse(v.Value); err == nil {
			for _, id := range t.Stores() {
				said[id] = true
			}
		}
	}
	for _, id := range d.Metadata.BackingServices {
		if !said[id] {
			ids = append(ids, id)
		}
	}
	return ids
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
