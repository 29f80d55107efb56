// Package packagist reads composer.json and composer.lock. It resolves nothing
// and knows no framework.
package packagist

import (
	"encoding/json"
	"sort"
	"strings"
)

// Manifest is what composer.json declares.
type Manifest struct {
	Name       string
	Type       string // "project", "library", …; "" where nothing is said
	Require    map[string]string
	RequireDev map[string]string
	Lines      map[string]int    // first line on which a key stands
	Platform   map[string]string // config.platform: "php" to "8.1.0"
	Scripts    map[string][]string
	Bin        []string
	Paths      []string // folders of "path" repositories
	PublicDir  string   // extra.public-dir, the web root of Symfony Flex
	WebRoot    string   // extra.drupal-scaffold.locations.web-root
}

// Parse reads composer.json. PHP writes empty objects as [], so a
// wrong type empties a field instead of failing the file.
func Parse(content string) (Manifest, error) {
	var raw struct {
		Name         any             `json:"name"`
		Type         any             `json:"type"`
		Require      json.RawMessage `json:"require"`
		RequireDev   json.RawMessage `json:"require-dev"`
		Config       json.RawMessage `json:"config"`
		Scripts      json.RawMessage `json:"scripts"`
		Bin          json.RawMessage `json:"bin"`
		Repositories json.RawMessage `json:"repositories"`
		Extra        json.RawMessage `json:"extra"`
	}
	if err := json.Unmarshal([]byte(content), &raw); err != nil {
		return Manifest{}, err
	}
	c := Manifest{
		Require:    looseMap(raw.Require),
		RequireDev: looseMap(raw.RequireDev),
		Lines:      looseKeyLines(content),
		Scripts:    looseLists(raw.Scripts),
		Bin:        looseList(raw.Bin),
		Platform:   looseMap(looseMember(raw.Config, "platform")),
	}
	c.Name, _ = raw.Name.(string)
	c.Type, _ = raw.Type.(string)
	c.PublicDir = looseString(looseMember(raw.Extra, "public-dir"))
	c.WebRoot = looseString(looseMember(raw.Extra, "drupal-scaffold", "locations", "web-root"))
	for _, r := range looseValues(raw.Repositories) {
		if looseString(looseMember(r, "type")) == "path" {
			c.Paths = append(c.Paths, looseString(looseMember(r, "url")))
		}
	}
	return c, nil
}

// Lock is what composer.lock pins.
type Lock struct {
	Packages []Package // without the development ones, sorted by name
	Dev      []Package // the development ones, sorted by name
	Platform map[string]string
}

// Package is one locked package and what it asks of the platform.
type Package struct {
	Name    string
	Version string
	Require map[string]string
	Local   bool // it lies in a folder of the project
}

// ParseLock reads composer.lock.
func ParseLock(content string) (Lock, error) {
	var raw struct {
		Packages []lockedEntry   `json:"packages"`
		Dev      []lockedEntry   `json:"packages-dev"`
		Platform json.RawMessage `json:"platform"`
	}
	if err := json.Unmarshal([]byte(content), &raw); err != nil {
		return Lock{}, err
	}
	return Lock{Packages: lockedPackages(raw.Packages), Dev: lockedPackages(raw.Dev), Platform: looseMap(raw.Platform)}, nil
}

type lockedEntry struct {
	Name    any             `json:"name"`
	Version any             `json:"version"`
	Require json.RawMessage `json:"require"`
	Dist    json.RawMessage `json:"dist"`
}

func lockedPackages(entries []lockedEntry) (list []Package) {
	for _, p := range entries {
		name, _ := p.Name.(string)
		version, _ := p.Version.(string)
		if name != "" {
			list = append(list, Package{name, version, looseMap(p.Require), looseString(looseMember(p.Dist, "type")) == "path"})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// looseMember walks down objects; nil where there is no such thing.
func looseMember(raw json.RawMessage, keys ...string) json.RawMessage {
	for _, k := range keys {
		var m map[string]json.RawMessage
		if json.Unmarshal(raw, &m) != nil {
			return nil
		}
		raw = m[k]
	}
	return raw
}

func looseString(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// looseValues gives the values of an array or, by sorted key, of an object.
func looseValues(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return nil
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		list = append(list, m[k])
	}
	return list
}

func looseMap(raw json.RawMessage) map[string]string {
	out := map[string]string{}
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) == nil {
		for k, v := range m {
			out[k] = looseString(v)
		}
	}
	return out
}

// looseList reads a string or a list of strings.
func looseList(raw json.RawMessage) []string {
	if s := looseString(raw); s != "" {
		return []string{s}
	}
	var out []string
	for _, v := range looseValues(raw) {
		if s := looseString(v); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func looseLists(raw json.RawMessage) map[string][]string {
	out := map[string][]string{}
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) == nil {
		for k, v := range m {
			out[k] = looseList(v)
		}
	}
	return out
}

// looseKeyLines finds the first line on which each key opens.
func looseKeyLines(content string) map[string]int {
	lines := map[string]int{}
	for i, line := range strings.Split(content, "\n") {
		text := strings.TrimSpace(line)
		if !strings.HasPrefix(text, `"`) {
			continue
		}
		key, rest, ok := strings.Cut(text[1:], `"`)
		if ok && strings.HasPrefix(strings.TrimSpace(rest), ":") && lines[key] == 0 {
			lines[key] = i + 1
		}
	}
	return lines
}
