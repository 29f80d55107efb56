package cli

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"aipack/backend/cli/visible"
	"aipack/backend/universalbuild"
)

// Explain says a document so that a person understands the decision without
// reading code: each field, its value, and where it comes from.
func Explain(w io.Writer, d universalbuild.UniversalBuild) {
	m := d.Metadata
	visible.Fprintf(w, "%s  (%s)  confidence %.2f %s\n", m.ProjectName, m.Path, m.Confidence, level(m.Confidence))
	visible.Fprintf(w, "  %s\n\n", m.Reasoning)
	lines := func(label string, values []string, fields ...string) {
		if len(values) == 0 || len(values) == 1 && values[0] == "" {
			return
		}
		visible.Fprintf(w, "  %-16s %s\n", label, values[0])
		for _, v := range values[1:] {
			visible.Fprintf(w, "  %-16s %s\n", "", v)
		}
		reasons(w, d, fields...)
	}
	line := func(label, value string, fields ...string) { lines(label, []string{value}, fields...) }
	line("language", strings.Join(append([]string{m.Language}, m.Languages...), ", "), "/metadata/language")
	line("build system", m.BuildSystem, "/metadata/build_system")
	line("workspace", m.WorkspaceTool, "/metadata/workspace_tool")
	line("version", m.RuntimeVersion, "/metadata/runtime_version")
	line("framework", m.Framework, "/metadata/framework")
	line("kind", string(m.Kind), "/metadata/kind")
	line("build image", d.Build.BaseImage, "/build/base_image")
	line("system packages", strings.Join(d.Build.SystemPackages, " "), prefixed(d, "/build/system_packages/")...)
	lines("dependencies", d.Build.PreBuildCommands, "/build/pre_build_commands")
	lines("build", append(slices.Clone(d.Build.BuildCommands), d.Build.PostBuildCommands...), "/build/build_commands")
	list, fields := d.BuildSecrets()
	for i, one := range list {
		line("build secret", secretText(one), fields[i])
	}
	line("image", d.Runtime.BaseImage, "/runtime/base_image")
	line("runtime packages", strings.Join(d.Runtime.SystemPackages, " "), prefixed(d, "/runtime/system_packages/")...)
	line("start", quoted(append(slices.Clone(d.Runtime.Entrypoint), d.Runtime.Command...)), "/runtime/command")
	for _, p := range d.Runtime.Processes {
		line("also "+p.Name, quoted(p.Command))
	}
	line("once per release", strings.Join(d.Runtime.Release, "; "), "/runtime/release")
	for i, p := range d.Runtime.Ports {
		line("port", fmt.Sprintf("%d/%s", p.Port, p.Protocol), fmt.Sprintf("/runtime/ports/%d/port", i))
	}
	if h := d.Runtime.Healthcheck; h != nil {
		text := "the port accepts connections"
		if h.Path != "" {
			text = "GET " + h.Path
		}
		line("healthy when", text, "/runtime/healthcheck")
	}
	line("needs", strings.Join(m.BackingServices, ", "), prefixed(d, "/metadata/backing_services/")...)
	line("after", strings.Join(m.DependsOn, ", "))
	variables(w, d.Runtime.Variables)
	for _, v := range d.Warnings {
		visible.Fprintf(w, "  ! %s\n", v.Message)
		if v.Fix != "" {
			visible.Fprintf(w, "    %s\n", v.Fix)
		}
	}
}

// secretText says how a build is given a secret, and where it finds it.
func secretText(s universalbuild.Secret) string {
	out := s.ID
	if s.Target != "" {
		out += " as the file " + s.Target
	} else if s.Env != s.ID {
		out += " as " + s.Env
	}
	if s.File != "" {
		out += ", from " + s.File
	}
	if s.Required {
		out += " (required)"
	}
	if s.Description != "" {
		out += ": " + s.Description
	}
	return out
}

func level(c float64) string {
	switch {
	case c >= 0.8:
		return "high"
	case c >= 0.5:
		return "medium"
	}
	return "low"
}

// reasons prints the evidence of one field, and what lost. Of several reasons
// that read alike one is printed.
func reasons(w io.Writer, d universalbuild.UniversalBuild, fields ...string) {
	said := map[string]bool{}
	for _, e := range d.Evidence {
		if !slices.Contains(fields, e.Field) {
			continue
		}
		reason := because(e)
		if said[reason] {
			continue
		}
		said[reason] = true
		visible.Fprintf(w, "  %-16s   because of %s\n", "", reason)
		for _, a := range e.Alternatives {
			if a.Rule == universalbuild.AnswersRule { // no other answer: a proof asks it beside
				continue
			}
			visible.Fprintf(w, "  %-16s   rather than %s, %s (%s%.2f)\n", "", a.Value, place(a.Path, a.Line), byModel(a.Rule), a.Confidence)
		}
	}
}

func because(e universalbuild.Evidence) string {
	switch {
	case e.Source == "user":
		return fmt.Sprintf("your words: %s (%.2f)", e.Excerpt, e.Confidence)
	case e.Source == "model":
		return fmt.Sprintf("%s%s (a model says so, %.2f)", place(e.Path, e.Line), excerpt(e.Excerpt), e.Confidence)
	case e.Path == "" && e.Excerpt == "":
		return fmt.Sprintf("rule %s (%.2f)", e.Rule, e.Confidence)
	case e.Path == "":
		return fmt.Sprintf("%s (rule %s, %.2f)", e.Excerpt, e.Rule, e.Confidence)
	}
	return fmt.Sprintf("%s%s (rule %s, %.2f)", place(e.Path, e.Line), excerpt(e.Excerpt), e.Rule, e.Confidence)
}

// byModel names a model as the source of what lost.
func byModel(rule string) string {
	if strings.HasPrefix(rule, "model.") {
		return "says a model, "
	}
	return ""
}

func prefixed(d universalbuild.UniversalBuild, prefix string) []string {
	var out []string
	for _, e := range d.Evidence {
		if strings.HasPrefix(e.Field, prefix) && !slices.Contains(out, e.Field) {
			out = append(out, e.Field)
		}
	}
	return out
}

func place(path string, line int) string {
	switch {
	case path == "":
		return "a default"
	case line == 0:
		return path
	}
	return fmt.Sprintf("%s:%d", path, line)
}

func excerpt(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

func quoted(command []string) string {
	out := make([]string, len(command))
	for i, c := range command {
		if out[i] = c; c == "" || strings.ContainsAny(c, " \"'$&|;<>()*") {
			out[i] = "'" + strings.ReplaceAll(c, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// variables lists the required ones first, then the others, by name.
func variables(w io.Writer, vs []universalbuild.Variable) {
	vs = slices.Clone(vs)
	sort.SliceStable(vs, func(i, j int) bool { return vs[i].Required && !vs[j].Required })
	for i, v := range vs {
		label := ""
		if i == 0 {
			label = "environment"
		}
		text := v.Name
		switch {
		case v.Required:
			text += " (required)"
		case v.Default != "":
			text += "=" + v.Default
		}
		visible.Fprintf(w, "  %-16s %-36s %s\n", label, text, place(v.Path, v.Line))
	}
}
