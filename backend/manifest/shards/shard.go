// Package shards reads shard.yml, the manifest of Crystal's Shards. It resolves
// nothing.
package shards

import (
	"sort"

	"aipack/backend/manifest/lenient"
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
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return Manifest{}, err
	}
	s := Manifest{Name: doc.Get("name").Text(), Crystal: doc.Get("crystal").Text(), Executables: doc.Get("executables").Texts()}
	for _, p := range doc.Get("targets").Pairs() {
		s.Targets = append(s.Targets, Target{Name: p.Key, Main: p.Value.Get("main").Text()})
	}
	sort.Slice(s.Targets, func(i, j int) bool { return s.Targets[i].Name < s.Targets[j].Name })
	for _, key := range []string{"dependencies", "development_dependencies"} {
		for _, p := range doc.Get(key).Pairs() {
			s.Dependencies = append(s.Dependencies, Dependency{
				Name: p.Key, Constraint: p.Value.Get("version").Text(), Path: p.Value.Get("path").Text(), Dev: key != "dependencies",
			})
		}
	}
	sort.Slice(s.Dependencies, func(i, j int) bool { return s.Dependencies[i].Name < s.Dependencies[j].Name })
	return s, nil
}
