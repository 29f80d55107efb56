package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/tailscale/hujson"
	"github.com/titanous/json5"
)

// PackageJSON is what a package.json says, as npm's documentation of the file
// defines it. Fields of a wrong type are taken as absent.
type PackageJSON struct {
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

// ParsePackageJSON reads a package.json. It forgives a byte order mark,
// comments and trailing commas, and says so in Lenient.
func ParsePackageJSON(content string) (PackageJSON, error) {
	b, lenient, err := looseJSON(content)
	if err != nil {
		return PackageJSON{}, err
	}
	return readPackageJSON(b, lenient)
}

// ParsePackageJSON5 reads a package.json5, which pnpm takes in place of a
// package.json.
func ParsePackageJSON5(content string) (PackageJSON, error) {
	if depth([]byte(content)) > 500 {
		return PackageJSON{}, errors.New("the document is nested too deeply")
	}
	var doc map[string]any
	if err := json5.Unmarshal([]byte(strings.TrimPrefix(content, "\uFEFF")), &doc); err != nil {
		return PackageJSON{}, fmt.Errorf("reading package.json5: %w", err)
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return PackageJSON{}, fmt.Errorf("reading package.json5: %w", err)
	}
	return readPackageJSON(b, false)
}

func readPackageJSON(b []byte, lenient bool) (PackageJSON, error) {
	var raw rawPackageJSON
	if err := json.Unmarshal(b, &raw); err != nil {
		return PackageJSON{}, fmt.Errorf("reading package.json: %w", err)
	}
	p := PackageJSON{
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
func (p PackageJSON) Script(name string) string { return strings.TrimSpace(p.Scripts[name]) }

// Has reports whether any of the packages is a dependency of any sort.
func (p PackageJSON) Has(names ...string) bool {
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
func (p PackageJSON) Constraint(name string) string {
	for _, m := range []map[string]string{p.Dependencies, p.DevDependencies, p.PeerDependencies, p.OptionalDependencies} {
		if v, ok := m[name]; ok {
			return v
		}
	}
	return ""
}

// ScriptNames lists the scripts, sorted.
func (p PackageJSON) ScriptNames() []string {
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

// looseJSON gives strict JSON for a document that may hold a byte order mark,
// comments and trailing commas; lenient says that it did hold the latter two.
func looseJSON(content string) (b []byte, lenient bool, err error) {
	b = bytes.TrimSpace([]byte(strings.TrimPrefix(content, "\uFEFF")))
	if len(b) == 0 {
		return nil, false, errors.New("the file is empty")
	}
	if json.Valid(b) {
		return b, false, nil
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return nil, false, errors.New("the file is binary, not JSON")
	}
	if depth(b) > 500 {
		return nil, false, errors.New("the document is nested too deeply")
	}
	std, err := hujson.Standardize(b)
	if err != nil {
		var doc any
		if strict := json.Unmarshal(b, &doc); strict != nil {
			err = strict
		}
		return nil, false, fmt.Errorf("not JSON: %w", err)
	}
	return std, true, nil
}

// depth is the most brackets that are open at once, strings not looked at: an
// upper bound that keeps recursive readers from hostile nesting.
func depth(b []byte) int {
	deepest, now := 0, 0
	for _, c := range b {
		switch c {
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		}
	}
	return deepest
}

func jsonPresent(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func jsonString(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

func jsonStrings(raw json.RawMessage) []string {
	var list []any
	if len(raw) == 0 || json.Unmarshal(raw, &list) != nil {
		return nil
	}
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func jsonStringMap(raw json.RawMessage) map[string]string {
	if len(raw) == 0 {
		return nil
	}
	var out map[string]string
	if json.Unmarshal(raw, &out) == nil {
		return out
	}
	var doc map[string]any
	if json.Unmarshal(raw, &doc) != nil {
		return nil
	}
	out = map[string]string{}
	for k, v := range doc {
		if s, ok := v.(string); ok {
			out[k] = s
		}
	}
	return out
}
