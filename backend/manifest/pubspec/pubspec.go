// Package pubspec reads pubspec.yaml, the manifest of Dart's packages. It
// resolves nothing.
package pubspec

import (
	"sort"

	"aipack/backend/manifest/lenient"
)

// Manifest is what pubspec.yaml says.
type Manifest struct {
	Name         string
	SDK          string // constraint on the Dart SDK
	SDKLine      int
	Flutter      bool // depends on the Flutter SDK
	Executables  []string
	Workspace    []string // members, Dart 3.6
	Dependencies []Dependency
}

// Dependency is one dependency of a Dart package.
type Dependency struct {
	Name    string
	Version string
	Path    string
	Dev     bool
	Line    int
}

// Parse reads pubspec.yaml.
func Parse(content string) (Manifest, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return Manifest{}, err
	}
	sdk := doc.Get("environment", "sdk")
	p := Manifest{
		Name: doc.Get("name").Text(), SDK: sdk.Text(), SDKLine: sdk.Line(),
		Flutter:   doc.Get("dependencies", "flutter", "sdk").Text() == "flutter",
		Workspace: doc.Get("workspace").Texts(),
	}
	for _, e := range doc.Get("executables").Pairs() {
		p.Executables = append(p.Executables, e.Key)
	}
	for _, section := range []string{"dependencies", "dev_dependencies"} {
		for _, e := range doc.Get(section).Pairs() {
			d := Dependency{Name: e.Key, Version: e.Value.Text(), Path: e.Value.Get("path").Text(), Dev: section == "dev_dependencies", Line: e.Line}
			if d.Version == "" {
				d.Version = e.Value.Get("version").Text()
			}
			p.Dependencies = append(p.Dependencies, d)
		}
	}
	sort.SliceStable(p.Dependencies, func(i, j int) bool { return p.Dependencies[i].Name < p.Dependencies[j].Name })
	return p, nil
}
