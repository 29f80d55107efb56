package python

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
)

// startGroup is the group or extra of the project that brings the program of its start
// command, where nothing that is installed anyway does: a server is often optional to
// those who develop. (Poetry, "Dependency groups"; uv, "Managing dependencies";
// PEP 735.)
func (b *install) startGroup() (group pypi.Group, why finding.Evidence, ok bool) {
	name := startProgram(b.p.Start.Value.Command)
	if name == "" || b.facts.uses(name) {
		return
	}
	groups := b.facts.extras()
	for _, g := range b.facts.project.Groups {
		if !g.Extra && !g.Default {
			groups = append(groups, g)
		}
	}
	i := slices.IndexFunc(groups, func(g pypi.Group) bool {
		return !b.facts.asksItselfFor(g.Name) && slices.ContainsFunc(g.Dependencies, func(r pypi.Requirement) bool { return r.Name == name })
	})
	if i < 0 {
		return group, why, false
	}
	heading := language.Pattern(`(?m)^\s*(?:\[[\w.-]*\.)?["']?` + regexp.QuoteMeta(groups[i].Name) + `["']?\s*[=\].]`)
	return groups[i], b.facts.AtMatch("python.start_group", "pyproject.toml", heading), true
}

// asksItselfFor reports whether the project's own dependencies name one of its extras.
func (p *projectFacts) asksItselfFor(extra string) bool {
	return slices.ContainsFunc(p.project.Dependencies, func(n pypi.Requirement) bool {
		return n.Name == pypi.PEP503(p.project.Name) && slices.Contains(n.Extras, extra)
	})
}

// startProgram is the distribution whose program a command starts, as far as that is
// called like it.
func startProgram(command []string) string {
	words := strings.Fields(strings.Join(command, " "))
	for i, w := range words {
		name := path.Base(w)
		switch {
		case name == "sh" || name == "bash" || name == "exec" || name == "env" || strings.HasPrefix(w, "-") || strings.Contains(w, "="):
			continue
		case strings.HasPrefix(name, "python"):
			if i+2 < len(words) && words[i+1] == "-m" {
				return pypi.PEP503(words[i+2])
			}
			return ""
		case name == "waitress-serve":
			return "waitress"
		}
		return pypi.PEP503(name)
	}
	return ""
}

// groupOption gives the group that the start needs behind an option, "" where it needs
// none, or an extra.
func (b *install) groupOption(option string) string {
	g, why, ok := b.startGroup()
	if !ok || g.Extra {
		return ""
	}
	b.r.Why = append(b.r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: why})
	return " " + option + " " + language.ShellWord(g.Name)
}
