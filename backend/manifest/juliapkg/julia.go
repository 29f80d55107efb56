// Package juliapkg reads the Project.toml and Manifest.toml of Julia's Pkg. It
// knows no registry and resolves nothing.
package juliapkg

import (
	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Project is what Project.toml or Manifest.toml says.
type Project struct {
	Name     string
	UUID     string            // a package has one, an environment need not
	Deps     map[string]string // name to uuid
	Compat   map[string]string // name to constraint, "julia" among them
	Julia    string            // Manifest.toml: the version that resolved it
	Versions map[string]string // Manifest.toml: name to locked version
}

// ParseProject reads Project.toml.
func ParseProject(content string) (Project, error) {
	doc := map[string]any{}
	if err := bounded.TOML(content, &doc); err != nil {
		return Project{}, err
	}
	return Project{
		Name: lenient.String(doc, "name"), UUID: lenient.String(doc, "uuid"),
		Deps: stringsOf(lenient.Table(doc, "deps")), Compat: stringsOf(lenient.Table(doc, "compat")),
	}, nil
}

// ParseManifest reads Manifest.toml, of format 1 and 2.
func ParseManifest(content string) (Project, error) {
	doc := map[string]any{}
	if err := bounded.TOML(content, &doc); err != nil {
		return Project{}, err
	}
	p := Project{Julia: lenient.String(doc, "julia_version"), Versions: map[string]string{}}
	packages := doc
	if deps := lenient.Table(doc, "deps"); deps != nil {
		packages = deps
	}
	for name, v := range packages {
		if list, ok := v.([]map[string]any); ok && len(list) > 0 {
			p.Versions[name] = lenient.String(list[0], "version")
		}
	}
	return p, nil
}

func stringsOf(table map[string]any) map[string]string {
	out := map[string]string{}
	for k, v := range table {
		if s, ok := v.(string); ok {
			out[k] = s
		}
	}
	return out
}
