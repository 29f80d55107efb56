package jvm

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/gradle"
	"aipack/backend/manifest/keyvalue"
)

// value finds an assignment by any of its paths.
func (m gradleModel) value(keys ...string) (setting, bool) {
	for _, part := range m.parts {
		for _, key := range keys {
			v, ok := part.g.Values[key]
			if !ok {
				continue
			}
			if text, ok := m.resolve(v); ok {
				return setting{text, part.folder.AtLine("java.gradle", part.file, v.Line)}, true
			}
		}
	}
	return setting{}, false
}

// resolve gives the text of a value: a literal with its variables filled in,
// or what a variable, a property or the version catalog holds.
func (m gradleModel) resolve(v keyvalue.Value) (string, bool) {
	if v.Literal && !strings.Contains(v.Raw, v.Text+")") {
		return m.expand(v.Text), true
	}
	if _, alias, ok := strings.Cut(v.Raw, ".versions."); ok {
		alias, _, _ = strings.Cut(alias, ".get")
		alias, _, _ = strings.Cut(alias, ".as")
		version, known := m.libs.Versions[strings.Trim(alias, "()")]
		return version, known
	}
	if v.Text != "" && (v.Text[0] >= '0' && v.Text[0] <= '9' || strings.HasPrefix(v.Text, "VERSION_") || strings.HasPrefix(v.Text, "JVM_")) {
		return v.Text, true
	}
	if v.Text == "true" || v.Text == "false" {
		return v.Text, true
	}
	if text, ok := m.variable(v.Text, 4); ok {
		return text, true
	}
	return m.expand(v.Text), v.Literal
}

// variable finds what a name stands for: ext and val of the scripts, then
// gradle.properties.
func (m gradleModel) variable(name string, depth int) (string, bool) {
	parts := m.parts
	if file := m.root.FirstOf(gradleScripts...); file != "" && m.root.Path != m.folder.Path {
		if g, ok := language.Parse(m.root, file, gradle.Parse); ok {
			parts = append(parts[:len(parts):len(parts)], gradlePart{m.root, file, g})
		}
	}
	for _, part := range parts {
		for _, prefix := range []string{"ext.", "buildscript.ext.", "buildscript.", ""} {
			v, ok := part.g.Values[prefix+name]
			if !ok || prefix == "" && !v.Literal {
				continue
			}
			if v.Literal || v.Text != "" && v.Text[0] >= '0' && v.Text[0] <= '9' {
				return m.expandTo(v.Text, depth-1), true
			}
			if v.Text != name && depth > 1 {
				if text, ok := m.variable(v.Text, depth-1); ok {
					return text, true
				}
			}
		}
	}
	for _, f := range []*language.Folder{m.folder, m.root} {
		if props, ok := language.Parse(f, "gradle.properties", keyvalue.ParseProperties); ok && props[name] != "" {
			return props[name], true
		}
	}
	return "", false
}

func (m gradleModel) expand(s string) string { return m.expandTo(s, 3) }

const gradleVariable = language.Pattern(`\$\{?([A-Za-z_][A-Za-z0-9_.]*)\}?`)

func (m gradleModel) expandTo(s string, depth int) string {
	if depth <= 0 || !strings.Contains(s, "$") {
		return s
	}
	return gradleVariable.Regexp().ReplaceAllStringFunc(s, func(use string) string {
		name := strings.Trim(use, "${}")
		name = strings.TrimPrefix(strings.TrimPrefix(name, "rootProject."), "project.")
		if v, ok := m.variable(strings.TrimPrefix(name, "ext."), depth); ok {
			return v
		}
		return use
	})
}
