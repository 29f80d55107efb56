package sbom

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// CycloneDX writes the inventory in CycloneDX 1.5 (cyclonedx.org). What is not
// covered stands in the metadata's properties.
func (f Inventory) CycloneDX(name string, now time.Time) ([]byte, error) {
	doc := bom{Format: "CycloneDX", SpecVersion: "1.5", Version: 1, Components: []bomComponent{}}
	doc.Metadata.Timestamp = now.UTC().Format(time.RFC3339)
	doc.Metadata.Tools.Components = []bomComponent{{Type: "application", Name: "aipack"}}
	doc.Metadata.Component = bomComponent{Type: "application", Name: name}
	for _, text := range f.Uncovered {
		doc.Metadata.Properties = append(doc.Metadata.Properties, property{"aipack:not_covered", text})
	}
	for _, c := range f.Components {
		u := c.PURL()
		doc.Components = append(doc.Components, bomComponent{
			Type: "library", Name: c.Name, Version: c.Version, PURL: u, Ref: u, Properties: []property{{"aipack:from", c.From}},
		})
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(doc)
	return out.Bytes(), err
}

type bom struct {
	Format      string `json:"bomFormat"`
	SpecVersion string `json:"specVersion"`
	Version     int    `json:"version"`
	Metadata    struct {
		Timestamp string `json:"timestamp"`
		Tools     struct {
			Components []bomComponent `json:"components"`
		} `json:"tools"`
		Component  bomComponent `json:"component"`
		Properties []property   `json:"properties,omitempty"`
	} `json:"metadata"`
	Components []bomComponent `json:"components"`
}

type bomComponent struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref,omitempty"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// PURL is the package URL (github.com/package-url/purl-spec): the segments of
// the name are escaped, PyPI's names are lower case with single dashes.
func (c Component) PURL() string {
	name := c.Name
	if c.Type == "pypi" {
		name = regexp.MustCompile(`[-_.]+`).ReplaceAllString(strings.ToLower(name), "-")
	}
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = escape(p)
	}
	return "pkg:" + c.Type + "/" + strings.Join(parts, "/") + "@" + escape(c.Version)
}

func escape(s string) string {
	return strings.NewReplacer("@", "%40", "+", "%2B").Replace(url.PathEscape(s))
}
