package manifest

import "github.com/BurntSushi/toml"

// JuliaProject is what Project.toml or Manifest.toml says.
type JuliaProject struct {
	Name     string
	UUID     string            // a package has one, an environment need not
	Deps     map[string]string // name to uuid
	Compat   map[string]string // name to constraint, "julia" among them
	Julia    string            // Manifest.toml: the version that resolved it
	Versions map[string]string // Manifest.toml: name to locked version
}

// ParseJuliaProject reads Project.toml.
func ParseJuliaProject(content string) (JuliaProject, error) {
	doc := map[string]any{}
	if _, err := toml.Decode(content, &doc); err != nil {
		return JuliaProject{}, err
	}
	return JuliaProject{
		Name: tomlString(doc, "name"), UUID: tomlString(doc, "uuid"),
		Deps: stringsOf(tomlTable(doc, "deps")), Compat: stringsOf(tomlTable(doc, "compat")),
	}, nil
}

// ParseJuliaManifest reads Manifest.toml, of format 1 and 2.
func ParseJuliaManifest(content string) (JuliaProject, error) {
	doc := map[string]any{}
	if _, err := toml.Decode(content, &doc); err != nil {
		return JuliaProject{}, err
	}
	p := JuliaProject{Julia: tomlString(doc, "julia_version"), Versions: map[string]string{}}
	packages := doc
	if deps := tomlTable(doc, "deps"); deps != nil {
		packages = deps
	}
	for name, v := range packages {
		if list, ok := v.([]map[string]any); ok && len(list) > 0 {
			p.Versions[name] = tomlString(list[0], "version")
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
