package language

import (
	"fmt"
	"path"
	"sort"
	"strings"
)

// Registry looks languages up. The order of the list is the order in which
// they are asked.
type Registry struct {
	list  []*Language
	byID  map[string]*Language
	byExt map[string]*Language
}

// NewRegistry makes a registry. Two languages with one id are a programmer's
// error.
func NewRegistry(list []*Language) *Registry {
	r := &Registry{list: list, byID: map[string]*Language{}, byExt: map[string]*Language{}}
	for _, l := range list {
		if r.byID[l.ID] != nil {
			panic(fmt.Sprintf("language %q is registered twice", l.ID))
		}
		r.byID[l.ID] = l
		for _, e := range l.Extensions {
			if r.byExt[e] == nil {
				r.byExt[e] = l
			}
		}
	}
	return r
}

// All lists the languages in their order.
func (r *Registry) All() []*Language { return r.list }

// ByID finds a language by its id or, whatever the case, its name.
func (r *Registry) ByID(id string) (*Language, bool) {
	if l, ok := r.byID[strings.ToLower(id)]; ok {
		return l, true
	}
	for _, l := range r.list {
		if strings.EqualFold(l.Name, id) {
			return l, true
		}
	}
	return nil, false
}

// ByExtension finds a file's language by its name.
func (r *Registry) ByExtension(name string) (*Language, bool) {
	l, ok := r.byExt[strings.ToLower(path.Ext(name))]
	return l, ok
}

// Manifests lists every manifest of every language once, with its lowest
// priority, sorted by name.
func (r *Registry) Manifests() []Manifest {
	best := map[string]Manifest{}
	for _, l := range r.list {
		for _, m := range l.Manifests {
			if known, ok := best[m.Name]; !ok || m.Priority < known.Priority {
				best[m.Name] = m
			}
		}
	}
	out := make([]Manifest, 0, len(best))
	for _, m := range best {
		out = append(out, m)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// ImageName makes a name usable as an image, container or compose service
// name: lower case letters, digits and single dashes.
func ImageName(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else if s := b.String(); s != "" && s[len(s)-1] != '-' {
			b.WriteByte('-')
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "app"
}
