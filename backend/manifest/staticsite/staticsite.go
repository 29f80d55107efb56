// Package staticsite reads the configurations of static site generators and of
// the servers that deliver their pages. Which generator it is the caller knows.
package staticsite

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Config is what static site generators' configurations have in common.
// Keys are lower case.
type Config map[string]any

// Text gives a string value, "" if it is absent or of another type.
func (c Config) Text(keys ...string) string {
	for _, k := range keys {
		if s, ok := c[strings.ToLower(k)].(string); ok {
			return s
		}
	}
	return ""
}

// Has reports whether any of the keys is there.
func (c Config) Has(keys ...string) bool {
	for _, k := range keys {
		if _, ok := c[strings.ToLower(k)]; ok {
			return true
		}
	}
	return false
}

// ParseTOML reads a configuration in TOML: hugo.toml, Zola's config.toml,
// book.toml.
func ParseTOML(content string) (Config, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return nil, fmt.Errorf("reading TOML: %w", err)
	}
	return lowerKeys(doc), nil
}

// ParseYAML reads a configuration in YAML: hugo.yaml, mkdocs.yml,
// _config.yml. Tags of other languages, such as MkDocs' !!python/name, are
// left aside.
func ParseYAML(content string) (Config, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return nil, fmt.Errorf("reading YAML: %w", err)
	}
	if !doc.Exists() {
		return Config{}, nil
	}
	if !doc.IsMap() {
		return nil, errors.New("reading YAML: the top is not a mapping")
	}
	c := Config{}
	for _, p := range doc.Pairs() {
		var v any = true // present, of a shape nobody needs
		if p.Value.IsText() {
			v = p.Value.Text()
		}
		c[strings.ToLower(p.Key)] = v
	}
	return c, nil
}

// ParseJSON reads a configuration in JSON: hugo.json.
func ParseJSON(content string) (Config, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return nil, err
	}
	var doc map[string]any
	if err := json.Unmarshal(b, &doc); err != nil {
		return nil, fmt.Errorf("reading JSON: %w", err)
	}
	return lowerKeys(doc), nil
}

func lowerKeys(doc map[string]any) Config {
	c := Config{}
	for k, v := range doc {
		c[strings.ToLower(k)] = v
	}
	return c
}

// Staticfile is Cloud Foundry's Staticfile, which nixpacks and railpack read
// too.
type Staticfile struct {
	Root          string
	IndexFallback bool // an unknown path answers with index.html
	Listing       bool
	HTTPSOnly     bool
}

// ParseStaticfile reads a Staticfile, which is YAML with a few keys.
func ParseStaticfile(content string) (Staticfile, error) {
	c, err := ParseYAML(content)
	if err != nil {
		return Staticfile{}, err
	}
	on := func(key string) bool {
		switch c.Text(key) {
		case "true", "enabled", "visible", "yes":
			return true
		}
		return false
	}
	return Staticfile{
		Root: c.Text("root", "dir"), IndexFallback: on("index_fallback") || on("pushstate"),
		Listing: on("directory"), HTTPSOnly: on("force_https"),
	}, nil
}
