package sbom

import (
	"encoding/json"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"aipack/backend/base/bounded"
)

// reader reads one format of lock file. left counts entries that name no
// version.
type reader struct {
	ecosystem string
	purl      string
	read      func(content string) (list []Component, left int, err error)
}

// readers holds the lock files by name.
var readers = map[string]reader{
	"package-lock.json":   {"node", "npm", npmLock},
	"npm-shrinkwrap.json": {"node", "npm", npmLock},
	"yarn.lock":           {"node", "npm", yarnLock},
	"pnpm-lock.yaml":      {"node", "npm", pnpmLock},
	"go.sum":              {"go", "golang", goSum},
	"Cargo.lock":          {"rust", "cargo", packageTables},
	"poetry.lock":         {"python", "pypi", packageTables},
	"uv.lock":             {"python", "pypi", packageTables},
	"pdm.lock":            {"python", "pypi", packageTables},
	"Pipfile.lock":        {"python", "pypi", pipfileLock},
	"requirements.txt":    {"python", "pypi", requirements},
	"Gemfile.lock":        {"ruby", "gem", gemfileLock},
	"composer.lock":       {"php", "composer", composerLock},
	"mix.lock":            {"elixir", "hex", mixLock},
	"packages.lock.json":  {"dotnet", "nuget", nugetLock},
	"gradle.lockfile":     {"gradle", "maven", gradleLock},
}

// manifests need a lock file to say what is installed.
var manifests = map[string]string{
	"package.json": "node", "Cargo.toml": "rust", "pyproject.toml": "python", "Gemfile": "ruby", "composer.json": "php", "mix.exs": "elixir",
	"pom.xml": "maven", "build.gradle": "gradle", "build.gradle.kts": "gradle", "Pipfile": "python", "build.sbt": "sbt", "bun.lock": "bun", "bun.lockb": "bun", "deno.lock": "deno",
}

// npmLock reads versions 1, 2 and 3 (docs.npmjs.com, package-lock.json).
func npmLock(content string) ([]Component, int, error) {
	type v1 struct {
		Version      string                     `json:"version"`
		Dependencies map[string]json.RawMessage `json:"dependencies"`
	}
	var doc struct {
		Packages map[string]struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Link    bool   `json:"link"`
		} `json:"packages"`
		Dependencies map[string]json.RawMessage `json:"dependencies"`
	}
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return nil, 0, err
	}
	var list []Component
	for at, p := range doc.Packages {
		_, name, installed := cutLast(at, "node_modules/")
		if !installed || p.Link {
			continue
		}
		if p.Name != "" {
			name = p.Name // an alias: npm:other@1
		}
		list = append(list, Component{Name: name, Version: p.Version})
	}
	if doc.Packages != nil {
		return list, 0, nil
	}
	var walk func(map[string]json.RawMessage)
	walk = func(m map[string]json.RawMessage) {
		for name, raw := range m {
			var d v1
			if json.Unmarshal(raw, &d) == nil {
				list = append(list, Component{Name: name, Version: d.Version})
				walk(d.Dependencies)
			}
		}
	}
	walk(doc.Dependencies)
	return list, 0, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// yarnLock reads both formats: the header names the descriptors, a line below
// it the version.
func yarnLock(content string) ([]Component, int, error) {
	var list []Component
	name := ""
	for line := range strings.Lines(content) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line[0] != ' ':
			name = descriptorName(line)
		case name != "" && strings.HasPrefix(line, "  version"):
			version := strings.Trim(strings.TrimLeft(strings.TrimPrefix(line, "  version"), ": "), `"`)
			if version != "0.0.0-use.local" { // a member of the workspace
				list = append(list, Component{Name: name, Version: version})
			}
			name = ""
		}
	}
	return list, 0, nil
}

// descriptorName is the package in `"@babel/core@npm:^7.0.0", "@babel/core@7":`.
func descriptorName(header string) string {
	first, _, _ := strings.Cut(strings.Trim(header, `":`), ",")
	first = strings.Trim(first, `" `)
	if i := strings.IndexByte(first[min(1, len(first)):], '@'); i >= 0 {
		return first[:i+1]
	}
	return ""
}

// pnpmLock reads the keys of packages: "/name/1.0.0" to version 5, "/name@1.0.0"
// in 6, "name@1.0.0" since 9, each with the peers it was resolved for behind.
func pnpmLock(content string) ([]Component, int, error) {
	docs, err := bounded.YAML(content)
	if err != nil {
		return nil, 0, err
	}
	entry := regexp.MustCompile(`^/?((?:@[^/@]+/)?[^/@]+)[/@]([^(_]+)`)
	var list []Component
	for _, doc := range docs {
		for _, key := range keysBelow(doc, "packages") {
			if m := entry.FindStringSubmatch(key); m != nil {
				list = append(list, Component{Name: m[1], Version: m[2]})
			}
		}
	}
	return list, 0, nil
}

// keysBelow are the keys of a mapping's mapping, as they are written.
func keysBelow(doc *yaml.Node, name string) (keys []string) {
	for i := 0; i+1 < len(doc.Content) && doc.Kind == yaml.MappingNode; i += 2 {
		below := doc.Content[i+1]
		for j := 0; doc.Content[i].Value == name && below.Kind == yaml.MappingNode && j < len(below.Content); j += 2 {
			keys = append(keys, below.Content[j].Value)
		}
	}
	return keys
}

// goSum takes modules whose content was needed, not only their go.mod.
func goSum(content string) ([]Component, int, error) {
	var list []Component
	for line := range strings.Lines(content) {
		f := strings.Fields(line)
		if len(f) == 3 && !strings.HasSuffix(f[1], "/go.mod") {
			list = append(list, Component{Name: f[0], Version: f[1]})
		}
	}
	return list, 0, nil
}

// packageTables reads [[package]] name, version: Cargo, Poetry, uv and PDM.
func packageTables(content string) ([]Component, int, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return nil, 0, err
	}
	var list []Component
	tables, _ := doc["package"].([]map[string]any)
	for _, t := range tables {
		name, _ := t["name"].(string)
		version, _ := t["version"].(string)
		if source, ok := t["source"].(map[string]any); ok && (source["virtual"] != nil || source["editable"] != nil) {
			continue // uv: the project itself
		}
		list = append(list, Component{Name: name, Version: version})
	}
	return list, 0, nil
}

func pipfileLock(content string) ([]Component, int, error) {
	var doc map[string]map[string]json.RawMessage
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return nil, 0, err
	}
	var list []Component
	for _, group := range []string{"default", "develop"} {
		for name, raw := range doc[group] {
			var p struct {
				Version string `json:"version"`
			}
			if json.Unmarshal(raw, &p) == nil {
				list = append(list, Component{Name: name, Version: strings.TrimPrefix(p.Version, "==")})
			}
		}
	}
	return list, 0, nil
}

// requirements takes lines that pin: name==1.0 (PEP 440). Others are counted.
func requirements(content string) (list []Component, left int, err error) {
	pin := regexp.MustCompile(`^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*===?\s*([\w.!+-]+)(?:\s|;|$|\\)`)
	for line := range strings.Lines(content) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '-' {
			continue
		}
		if m := pin.FindStringSubmatch(line); m != nil {
			list = append(list, Component{Name: m[1], Version: m[2]})
		} else {
			left++
		}
	}
	return list, left, nil
}

// gemfileLock reads the entries of specs, which stand four spaces deep; what
// each needs stands deeper.
func gemfileLock(content string) ([]Component, int, error) {
	entry := regexp.MustCompile(`(?m)^    ([A-Za-z0-9][\w.-]*) \(([^)\s]+)\)\r?$`)
	var list []Component
	for _, m := range entry.FindAllStringSubmatch(content, -1) {
		list = append(list, Component{Name: m[1], Version: m[2]})
	}
	return list, 0, nil
}

func composerLock(content string) ([]Component, int, error) {
	type entry struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	var doc struct {
		Packages    []entry `json:"packages"`
		PackagesDev []entry `json:"packages-dev"`
	}
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return nil, 0, err
	}
	var list []Component
	for _, p := range append(doc.Packages, doc.PackagesDev...) {
		list = append(list, Component{Name: p.Name, Version: p.Version})
	}
	return list, 0, nil
}

// mixLock reads `"jason": {:hex, :jason, "1.4.1", …`.
func mixLock(content string) ([]Component, int, error) {
	entry := regexp.MustCompile(`\{:hex,\s*:"?([\w]+)"?,\s*"([^"]+)"`)
	var list []Component
	for _, m := range entry.FindAllStringSubmatch(content, -1) {
		list = append(list, Component{Name: m[1], Version: m[2]})
	}
	return list, 0, nil
}

func nugetLock(content string) ([]Component, int, error) {
	var doc struct {
		Dependencies map[string]map[string]struct {
			Resolved string `json:"resolved"`
		} `json:"dependencies"`
	}
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return nil, 0, err
	}
	var list []Component
	for _, framework := range doc.Dependencies {
		for name, d := range framework {
			list = append(list, Component{Name: name, Version: d.Resolved})
		}
	}
	return list, 0, nil
}

// gradleLock reads `group:name:version=configurations`.
func gradleLock(content string) ([]Component, int, error) {
	var list []Component
	for line := range strings.Lines(content) {
		at, _, ok := strings.Cut(strings.TrimSpace(line), "=")
		if parts := strings.Split(at, ":"); ok && len(parts) == 3 {
			list = append(list, Component{Name: parts[0] + "/" + parts[1], Version: parts[2]})
		}
	}
	return list, 0, nil
}
