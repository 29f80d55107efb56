package gradle

import (
	"strings"

	"aipack/backend/base/bounded"
)

// Catalog is Gradle's libs.versions.toml. Keys are aliases as scripts
// write them: dashes and underscores become dots.
type Catalog struct {
	Versions  map[string]string
	Libraries map[string]CatalogEntry
	Bundles   map[string][]string // of library aliases
	Plugins   map[string]CatalogEntry
}

// CatalogEntry is a library ("group:name") or a plugin's id, and its version.
type CatalogEntry struct {
	ID      string
	Version string
}

// ParseCatalog reads gradle/libs.versions.toml.
func ParseCatalog(content string) (Catalog, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return Catalog{}, err
	}
	c := Catalog{
		Versions: map[string]string{}, Libraries: map[string]CatalogEntry{},
		Bundles: map[string][]string{}, Plugins: map[string]CatalogEntry{},
	}
	table := func(name string) map[string]any { t, _ := doc[name].(map[string]any); return t }
	for k, v := range table("versions") {
		c.Versions[catalogAlias(k)] = catalogVersion(v)
	}
	for k, v := range table("libraries") {
		c.Libraries[catalogAlias(k)] = c.entry(v, "module")
	}
	for k, v := range table("plugins") {
		c.Plugins[catalogAlias(k)] = c.entry(v, "id")
	}
	for k, v := range table("bundles") {
		list, _ := v.([]any)
		for _, each := range list {
			if s, ok := each.(string); ok {
				c.Bundles[catalogAlias(k)] = append(c.Bundles[catalogAlias(k)], catalogAlias(s))
			}
		}
	}
	return c, nil
}

func catalogAlias(s string) string { return strings.NewReplacer("-", ".", "_", ".").Replace(s) }

// catalogVersion reads "1.0", or a rich version: { strictly, require, prefer }.
func catalogVersion(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		for _, key := range []string{"strictly", "require", "prefer"} {
			if s, ok := v[key].(string); ok {
				return s
			}
		}
	}
	return ""
}

func (c Catalog) entry(v any, id string) CatalogEntry {
	switch v := v.(type) {
	case string: // group:name:version, or id:version
		if i := strings.LastIndexByte(v, ':'); i > 0 {
			return CatalogEntry{v[:i], v[i+1:]}
		}
		return CatalogEntry{ID: v}
	case map[string]any:
		e := CatalogEntry{Version: catalogVersion(v["version"])}
		e.ID, _ = v[id].(string)
		if group, ok := v["group"].(string); ok && e.ID == "" {
			name, _ := v["name"].(string)
			e.ID = group + ":" + name
		}
		if m, ok := v["version"].(map[string]any); ok {
			if ref, ok := m["ref"].(string); ok {
				e.Version = c.Versions[catalogAlias(ref)]
			}
		}
		return e
	}
	return CatalogEntry{}
}
