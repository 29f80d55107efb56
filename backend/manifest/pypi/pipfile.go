package pypi

import (
	"encoding/json"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Pipfile is what pipenv's Pipfile or Pipfile.lock asks for.
type Pipfile struct {
	Python   string // requires.python_full_version, else requires.python_version
	Packages []Requirement
	Dev      []Requirement
	Scripts  map[string]string
}

// ParsePipfile reads a Pipfile.
func ParsePipfile(content string) (Pipfile, error) {
	doc := map[string]any{}
	if err := bounded.TOML(content, &doc); err != nil {
		return Pipfile{}, err
	}
	requires := lenient.Table(doc, "requires")
	p := Pipfile{Python: lenient.String(requires, "python_full_version"), Scripts: map[string]string{}}
	if p.Python == "" {
		p.Python = lenient.String(requires, "python_version")
	}
	p.Packages = pipfileList(lenient.Table(doc, "packages"), content)
	p.Dev = pipfileList(lenient.Table(doc, "dev-packages"), content)
	for name, v := range lenient.Table(doc, "scripts") {
		if s := taskCommand(v); s != "" {
			p.Scripts[name] = s
		}
	}
	return p, nil
}

func pipfileList(table map[string]any, content string) []Requirement {
	lines := strings.Split(content, "\n")
	var list []Requirement
	for _, name := range lenient.Keys(table) {
		r := Requirement{Name: PEP503(name), Specifier: poetrySpecifier(table[name])}
		if t, ok := table[name].(map[string]any); ok {
			for _, e := range lenient.Strings(t, "extras") {
				r.Extras = append(r.Extras, strings.ToLower(e))
			}
			r.Path, r.Marker = lenient.String(t, "path"), lenient.String(t, "markers")
		}
		for i, line := range lines {
			if strings.HasPrefix(strings.Trim(strings.TrimSpace(line), `"'`), name) {
				r.Line = i + 1
				break
			}
		}
		list = append(list, r)
	}
	return list
}

// ParsePipfileLock reads a Pipfile.lock: the locked version of every package.
func ParsePipfileLock(content string) (Pipfile, error) {
	var doc struct {
		Meta struct {
			Requires map[string]any `json:"requires"`
		} `json:"_meta"`
		Default map[string]json.RawMessage `json:"default"`
		Develop map[string]json.RawMessage `json:"develop"`
	}
	if err := json.Unmarshal([]byte(content), &doc); err != nil {
		return Pipfile{}, err
	}
	p := Pipfile{Scripts: map[string]string{}, Python: lenient.String(doc.Meta.Requires, "python_full_version")}
	if p.Python == "" {
		p.Python = lenient.String(doc.Meta.Requires, "python_version")
	}
	p.Packages, p.Dev = lockedList(doc.Default), lockedList(doc.Develop)
	return p, nil
}

func lockedList(packages map[string]json.RawMessage) []Requirement {
	var list []Requirement
	for _, name := range lenient.Keys(packages) {
		var entry map[string]any
		if json.Unmarshal(packages[name], &entry) != nil {
			continue
		}
		list = append(list, Requirement{Name: PEP503(name), Specifier: lenient.String(entry, "version")})
	}
	return list
}
