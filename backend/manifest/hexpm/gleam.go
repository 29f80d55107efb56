package hexpm

import (
	"sort"

	"aipack/backend/base/bounded"
)

// Gleam is what gleam.toml declares.
type Gleam struct {
	Name         string
	Target       string // "erlang" or "javascript"; "" means erlang
	Gleam        string // constraint on the compiler: ">= 1.13.0"
	Dependencies []GleamDep
}

// GleamDep is one dependency.
type GleamDep struct {
	Name       string
	Constraint string
	Dev        bool
	Path       string
}

// ParseGleam reads gleam.toml.
func ParseGleam(content string) (Gleam, error) {
	var doc struct {
		Name   any            `toml:"name"`
		Target any            `toml:"target"`
		Gleam  any            `toml:"gleam"`
		Deps   map[string]any `toml:"dependencies"`
		Dev    map[string]any `toml:"dev-dependencies"`
		Dev2   map[string]any `toml:"dev_dependencies"`
	}
	if err := bounded.TOML(content, &doc); err != nil {
		return Gleam{}, err
	}
	var g Gleam
	g.Name, _ = doc.Name.(string)
	g.Target, _ = doc.Target.(string)
	g.Gleam, _ = doc.Gleam.(string)
	for i, table := range []map[string]any{doc.Deps, doc.Dev, doc.Dev2} {
		for name, v := range table {
			d := GleamDep{Name: name, Dev: i > 0}
			d.Constraint, _ = v.(string)
			if t, ok := v.(map[string]any); ok {
				d.Path, _ = t["path"].(string)
				d.Constraint, _ = t["version"].(string)
			}
			g.Dependencies = append(g.Dependencies, d)
		}
	}
	sort.Slice(g.Dependencies, func(i, j int) bool { return g.Dependencies[i].Name < g.Dependencies[j].Name })
	return g, nil
}
