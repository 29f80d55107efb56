// Package hackage reads what Haskell projects declare: .cabal files,
// cabal.project, hpack's package.yaml and stack.yaml. It resolves nothing.
package hackage

import (
	"sort"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Package is what package.yaml (hpack) or a .cabal file says.
type Package struct {
	Name         string
	Executables  []string // in the file's order
	Dependencies []string // names, sorted, once each
}

// Stack is what stack.yaml says.
type Stack struct {
	Resolver string // resolver or snapshot: "lts-22.7", "ghc-9.6.4"
	Line     int
	Packages []string // folders
}

// ParseStack reads stack.yaml.
func ParseStack(content string) (Stack, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return Stack{}, err
	}
	resolver := doc.Get("resolver")
	if resolver.Text() == "" {
		resolver = doc.Get("snapshot")
	}
	return Stack{Resolver: resolver.Text(), Line: resolver.Line(), Packages: doc.Get("packages").Texts()}, nil
}

// ParseHpack reads package.yaml.
func ParseHpack(content string) (Package, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return Package{}, err
	}
	p := Package{Name: doc.Get("name").Text()}
	names := map[string]bool{}
	add := func(list lenient.YAML) {
		for _, text := range list.Texts() {
			names[haskellName(text)] = true
		}
		for _, pair := range list.Pairs() {
			names[haskellName(pair.Key)] = true
		}
	}
	add(doc.Get("dependencies"))
	add(doc.Get("library", "dependencies"))
	for _, e := range doc.Get("executables").Pairs() {
		p.Executables = append(p.Executables, e.Key)
		add(e.Value.Get("dependencies"))
	}
	if one := doc.Get("executable"); one.Exists() && len(p.Executables) == 0 {
		p.Executables = append(p.Executables, p.Name)
		add(one.Get("dependencies"))
	}
	delete(names, "")
	p.Dependencies = lenient.Keys(names)
	return p, nil
}

// haskellName cuts the version range off a dependency.
func haskellName(text string) string {
	name := strings.TrimSpace(text)
	if i := strings.IndexAny(name, " \t<>=^&|:{("); i >= 0 {
		name = name[:i]
	}
	return name
}

// ParseCabal reads a .cabal file: fields and stanzas told apart by their
// indentation, comments by two dashes.
func ParseCabal(content string) (Package, error) {
	var p Package
	names := map[string]bool{}
	field, stanza := "", ""
	for _, line := range strings.Split(content, "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "--") {
			continue
		}
		key, value, isField := strings.Cut(text, ":")
		switch {
		case line[0] != ' ' && line[0] != '\t' && !isField:
			words := strings.Fields(text)
			stanza, field = strings.ToLower(words[0]), ""
			if stanza == "executable" && len(words) > 1 {
				p.Executables = append(p.Executables, words[1])
			}
			continue
		case isField && cabalField(key):
			field, text = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		}
		switch {
		case field == "name" && stanza == "":
			p.Name = text
		case field == "build-depends" && stanza != "test-suite" && stanza != "benchmark":
			for _, d := range strings.Split(text, ",") {
				names[haskellName(d)] = true
			}
		}
	}
	delete(names, "")
	p.Dependencies = lenient.Keys(names)
	sort.Strings(p.Dependencies)
	return p, nil
}

func cabalField(key string) bool {
	for _, c := range strings.TrimSpace(key) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-') {
			return false
		}
	}
	return true
}

// ParseCabalProject reads the compiler that cabal.project asks for, as
// "9.6.4"; "" if none.
func ParseCabalProject(content string) (string, error) {
	for _, line := range strings.Split(content, "\n") {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), "with-compiler:"); ok {
			return strings.TrimPrefix(strings.TrimSpace(value), "ghc-"), nil
		}
	}
	return "", nil
}
