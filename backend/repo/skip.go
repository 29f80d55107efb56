package repo

import (
	"slices"
	"strings"
)

// SkipBeside leaves folders out where they stand beside a file that makes them
// dependencies or outputs: "obj" beside a project file, but not elsewhere.
type SkipBeside struct {
	Folders []string // exact names, or ".yarn/cache" for a folder within one of that name
	Files   []string // exact names, or "*.ext"
}

// DefaultSkip is the specification's list of folders that hold dependencies or
// outputs.
func DefaultSkip() []string {
	return []string{
		"node_modules", ".git", "target", "vendor", "__pycache__", ".venv", "venv",
		"dist", "build", ".next", ".nuxt", "coverage", ".cache",
	}
}

// skipRules is IndexOptions.Skip and Beside, ready for look-up.
type skipRules struct {
	always map[string]bool
	beside []SkipBeside
	maybe  map[string]bool // names that any of beside leaves out
}

func newSkipRules(o IndexOptions) skipRules {
	r := skipRules{always: map[string]bool{}, beside: o.Beside, maybe: map[string]bool{}}
	for _, name := range o.Skip {
		r.always[name] = true
	}
	for _, b := range o.Beside {
		for _, name := range b.Folders {
			first, _, _ := strings.Cut(name, "/")
			r.maybe[first] = true
		}
	}
	return r
}

// besideOf gives the names that the company in this folder leaves out.
func (r skipRules) besideOf(all string, entries []entry, prefix int) []string {
	if len(r.maybe) == 0 || !slices.ContainsFunc(entries, func(e entry) bool {
		return e.kind == kindFolder && r.maybe[all[e.start+prefix:e.end]]
	}) {
		return nil
	}
	var out []string
	for _, b := range r.beside {
		if slices.ContainsFunc(entries, func(e entry) bool {
			return e.kind == kindFile && b.has(all[e.start+prefix:e.end])
		}) {
			out = append(out, b.Folders...)
		}
	}
	return out
}

func (b SkipBeside) has(name string) bool {
	return slices.ContainsFunc(b.Files, func(f string) bool {
		if suffix, ok := strings.CutPrefix(f, "*"); ok {
			return strings.HasSuffix(name, suffix)
		}
		return f == name
	})
}

// within gives what is left out of a folder of that name, of those that its
// company leaves out.
func within(name string, beside []string) []string {
	var out []string
	for _, b := range beside {
		if rest, ok := strings.CutPrefix(b, name+"/"); ok {
			out = append(out, rest)
		}
	}
	return out
}
