package manifest

import "strings"

// dependency reads one statement of a dependencies block: a configuration and
// what is added to it, in any of the notations there are.
func (g *Gradle) dependency(s scriptStatement) {
	configuration, rest := s.path()
	if configuration == "" || strings.Contains(configuration, ".") || configuration == "constraints" {
		return
	}
	d := GradleDependency{Configuration: configuration, Line: s[0].Line}
	if named, ok := mapNotation(rest); ok {
		d.Group, d.Name, d.Version = named["group"], named["name"], named["version"]
		g.Dependencies = append(g.Dependencies, d)
		return
	}
	for i := 0; i < len(rest); i++ {
		each := d
		each.Line = rest[i].Line
		switch t := rest[i]; {
		case t.Kind == scriptString:
			each.Group, each.Name, each.Version = coordinates(t.Text)
		case t.Kind != scriptWord:
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
func wordDependency(d GradleDependency, rest scriptStatement, i int) (GradleDependency, int) {
	word := rest[i].Text
	path, after := rest[i:].path()
	end := len(rest) - len(after) - 1
	switch {
	case word == "project" || word == "kotlin":
		for j := i + 1; j < len(rest); j++ {
			if rest[j].Kind != scriptString {
				continue
			}
			if word == "project" {
				d.Project = gradlePath(rest[j].Text)
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
func mapNotation(s scriptStatement) (map[string]string, bool) {
	out := map[string]string{}
	for i := 0; i+2 < len(s); i++ {
		if s[i].Kind == scriptWord && (s[i+1].is(scriptMark, ":") || s[i+1].is(scriptMark, "=")) && s[i+2].Kind == scriptString {
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
