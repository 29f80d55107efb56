// Package shards reads shard.yml, the manifest of Crystal's Shards. It resolves
// nothing.
package shards

import (
	"sort"

	"go.yaml.in/yaml/v3"
)

// Manifest is what shard.yml declares.
type Manifest struct {
	Name         string
	Crystal      string   // constraint: ">= 1.10.0"
	Targets      []Target // sorted by name
	Executables  []string
	Dependencies []Dependency // sorted by name
}

// Target is one program that shards builds.
type Target struct {
	Name string
	Main string // source file
}

// Dependency is one dependency.
type Dependency struct {
	Name       string
	Constraint string
	Path       string
	Dev        bool
}

// Parse reads shard.yml.
func Parse(content string) (Manifest, error) {
	var doc map[string]any
	if err := yaml.Unmarshal([]byte(content), &doc); err != nil {
		return Manifest{}, err
	}
	var s Manifest
	s.Name, _ = doc["name"].(string)
	s.Crystal, _ = doc["crystal"].(string)
	targets, _ := doc["targets"].(map[string]any)
	for name, v := range targets {
		t := Target{Name: name}
		if m, ok := v.(map[string]any); ok {
			t.Main, _ = m["main"].(string)
		}
		s.Targets = append(s.Targets, t)
	}
	sort.Slice(s.Targets, func(i, j int) bool { return s.Targets[i].Name < s.Targets[j].Name })
	executables, _ := doc["executables"].([]any)
	for _, v := range executables {
		if name, ok := v.(string); ok {
			s.Executables = append(s.Executables, name)
		}
	}
	for _, key := range []string{"dependencies", "development_dependencies"} {
		deps, _ := doc[key].(map[string]any)
		for name, v := range deps {
			d := Dependency{Name: name, Dev: key != "dependencies"}
			if m, ok := v.(map[string]any); ok {
				d.Constraint, _ = m["version"].(string)
				d.Path, _ = m["path"].(string)
			}
			s.Dependencies = append(s.Dependencies, d)
		}
	}
	sort.Slice(s.Dependencies, func(i, j int) bool { return s.Dependencies[i].Name < s.Dependencies[j].Name })
	return s, nil
}
