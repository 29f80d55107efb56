package gradle

import (
	"strings"

	"aipack/backend/manifest/buildscript"
)

// dependency reads one statement of a dependencies block: a configuration and
// what is added to it, in any of the notations there are.
func (g *Script) dependency(s buildscript.Statement) {
	configuration, rest := s.Path()
	if configuration == "" || strings.Contains(configuration, ".") || configuration == "constraints" {
		return
	}
	d := Dependency{Configuration: configuration, Line: s[0].Line}
	if named, ok := mapNotation(rest); ok {
		d.Group, d.Name, d.Version = named["group"], named["name"], named["version"]
		g.Dependencies = append(g.Dependencies, d)
		return
	}
	for i := 0; i < len(rest); i++ {
		each := d
		each.Line = rest[i].Line
		switch t := rest[i]; {
		case t.Kind == buildscript.String:
			each.Group, each.Name, each.Version = coordinates(t.Text)
		case t.Kind != buildscript.Word:
			continue
		default:
			each, i = wordDependency(each, rest, i)
		}
		if each.Name == "" && each.Project == "" && each.Alias == "" {
			continue
		}
		g.Dependencies = append(g.Dependencies, each)
	}
}

// wordDependency reads what starts with a word: project(":x"), projects.x,
// kotlin("stdlib"), libs.x.y. It returns the index of the last token it read.
func wordDependency(d Dependency, rest buildscript.Statement, i int) (Dependency, int) {
	word := rest[i].Text
	path, after := rest[i:].Path()
	end := len(rest) - len(after) - 1
	switch {
	case word == "project" || word == "kotlin":
		for j := i + 1; j < len(rest); j++ {
			if rest[j].Kind != buildscript.String {
				continue
			}
			if word == "project" {
				d.Project = projectPath(rest[j].Text)
			} else {
				d.Group, d.Name = "org.jetbrains.kotlin", "kotlin-"+rest[j].Text
			}
			return d, j
		}
	case strings.HasPrefix(path, "projects."):
		d.Project = path
	case strings.Contains(path, "."):
		_, alias, _ := strings.Cut(path, ".")
		d.Alias = alias
	default:
		return d, i
	}
	return d, max(end, i)
}

// mapNotation reads group: 'g', name: 'n', version: 'v'.
func mapNotation(s buildscript.Statement) (map[string]string, bool) {
	out := map[string]string{}
	for i := 0; i+2 < len(s); i++ {
		if s[i].Kind == buildscript.Word && (s[i+1].Is(buildscript.Mark, ":") || s[i+1].Is(buildscript.Mark, "=")) && s[i+2].Kind == buildscript.String {
			out[s[i].Text] = s[i+2].Text
		}
	}
	return out, out["name"] != ""
}

// coordinates splits group:name:version[:classifier][@type].
func coordinates(s string) (group, name, version string) {
	s, _, _ = strings.Cut(s, "@")
	parts := strings.Split(s, ":")
	if len(parts) < 2 || parts[0] == "" {
		return "", "", ""
	}
	if len(parts) > 2 {
		version = parts[2]
	}
	return parts[0], parts[1], version
}
