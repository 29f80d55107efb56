package npm

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Package is what a package.json says, as npm's documentation of the file
// defines it. Fields of a wrong type are taken as absent.
type Package struct {
	Name           string
	Version        string
	Private        bool
	Type           string // "module" or ""
	Main           string
	Module         string // ES module entry; bun runs it
	Types          string
	HasExports     bool
	Files          []string
	Bin            map[string]string // command to file
	Scripts        map[string]string
	Engines        map[string]string
	Volta          map[string]string
	PackageManager string            // "pnpm@9.1.0+sha512.…"
	DevEngines     map[string]string // "runtime:node", "packageManager:pnpm" to version
	Workspaces     []string          // globs
	IsWorkspace    bool              // workspaces is there, even if empty
	Publish        bool              // publishConfig is there

	Dependencies         map[string]string
	DevDependencies      map[string]string
	PeerDependencies     map[string]string
	OptionalDependencies map[string]string

	// Lenient says that the file is JSON only with comments or trailing
	// commas allowed, which npm refuses.
	Lenient bool
}

type rawPackageJSON struct {
	Name, Version, Private, Type, Main, Module, Types, Typings json.RawMessage
	Exports, Files, Bin, Scripts, Engines, Volta               json.RawMessage
	PackageManager, DevEngines, Workspaces, PublishConfig      json.RawMessage
	Dependencies, DevDependencies                              json.RawMessage
	PeerDependencies, OptionalDependencies                     json.RawMessage
}

// ParsePackage reads a package.json. It forgives a byte order mark,
// comments and trailing commas, and says so in Lenient.
func ParsePackage(content string) (Package, error) {
	b, lenient, err := lenient.JSON(content)
	if err != nil {
		return Package{}, err
	}
	return readPackageJSON(b, lenient)
}

// ParsePackageJSON5 reads a package.json5, which pnpm takes in place of a
// package.json.
func ParsePackageJSON5(content string) (Package, error) {
	var doc map[string]any
	if err := bounded.JSON5(content, &doc); err != nil {
		return Package{}, fmt.Errorf("reading package.json5: %w", err)
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return Package{}, fmt.Errorf("reading package.json5: %w", err)
	}
	return readPackageJSON(b, false)
}

func readPackageJSON(b []byte, lenient bool) (Package, error) {
	var raw rawPackageJSON
	if err := json.Unmarshal(b, &raw); err != nil {
		return Package{}, fmt.Errorf("reading package.json: %w", err)
	}
	p := Package{
		Name: jsonString(raw.Name), Version: jsonString(raw.Version), Type: jsonString(raw.Type),
		Main: jsonString(raw.Main), Module: jsonString(raw.Module), Types: jsonString(raw.Types),
		Private: string(raw.Private) == "true", HasExports: jsonPresent(raw.Exports),
		Files: jsonStrings(raw.Files), Scripts: jsonStringMap(raw.Scripts),
		Engines: jsonStringMap(raw.Engines), Volta: jsonStringMap(raw.Volta),
		PackageManager: jsonString(raw.PackageManager), Publish: jsonPresent(raw.PublishConfig),
		Dependencies: jsonStringMap(raw.Dependencies), DevDependencies: jsonStringMap(raw.DevDependencies),
		PeerDependencies: jsonStringMap(raw.PeerDependencies), OptionalDependencies: jsonStringMap(raw.OptionalDependencies),
		Lenient: lenient,
	}
	if p.Types == "" {
		p.Types = jsonString(raw.Typings)
	}
	p.Bin = packageBin(raw.Bin, p.Name)
	p.DevEngines = packageDevEngines(raw.DevEngines)
	p.Workspaces, p.IsWorkspace = packageWorkspaces(raw.Workspaces)
	return p, nil
}

// Script gives a script's line, "" if there is none.
func (p Package) Script(name string) string { return strings.TrimSpace(p.Scripts[name]) }

// Has reports whether any of the packages is a dependency of any sort.
func (p Package) Has(names ...string) bool {
	for _, n := range names {
		for _, m := range []map[string]string{p.Dependencies, p.DevDependencies, p.PeerDependencies, p.OptionalDependencies} {
			if _, ok := m[n]; ok {
				return true
			}
		}
	}
	return false
}

// Constraint gives the version that a dependency is declared with, "" if it is
// not declared.
func (p Package) Constraint(name string) string {
	for _, m := range []map[string]string{p.Dependencies, p.DevDependencies, p.PeerDependencies, p.OptionalDependencies} {
		if v, ok := m[name]; ok {
			return v
		}
	}
	return ""
}

// ScriptNames lists the scripts, sorted.
func (p Package) ScriptNames() []string {
	names := make([]string, 0, len(p.Scripts))
	for n := range p.Scripts {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func packageBin(raw json.RawMessage, name string) map[string]string {
	if s := jsonString(raw); s != "" {
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			name = name[i+1:]
		}
		return map[string]string{name: s}
	}
	return jsonStringMap(raw)
}

// packageDevEngines reads devEngines: a runtime and a package manager, each
// one object or a list of them.
func packageDevEngines(raw json.RawMessage) map[string]string {
	var doc map[string]json.RawMessage
	if json.Unmarshal(raw, &doc) != nil {
		return nil
	}
	out := map[string]string{}
	for _, kind := range []string{"runtime", "packageManager"} {
		var list []map[string]any
		if json.Unmarshal(doc[kind], &list) != nil {
			var one map[string]any
			if json.Unmarshal(doc[kind], &one) != nil {
				continue
			}
			list = []map[string]any{one}
		}
		for _, e := range list {
			name, _ := e["name"].(string)
			version, _ := e["version"].(string)
			if _, known := out[kind+":"+name]; name != "" && !known {
				out[kind+":"+name] = version
			}
		}
	}
	return out
}

func packageWorkspaces(raw json.RawMessage) ([]string, bool) {
	if !jsonPresent(raw) {
		return nil, false
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return jsonStrings(raw), true
	}
	var doc struct{ Packages json.RawMessage }
	if json.Unmarshal(raw, &doc) == nil {
		return jsonStrings(doc.Packages), true
	}
	return nil, false
}
