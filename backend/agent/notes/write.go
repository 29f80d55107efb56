package notes

import (
	"fmt"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// introduction stands at the top of a new file.
const introduction = `# Notes about this project

For people and assistants who work on it. The sections below are written by aipack from its plan and are brought up to date by it; what else you write stays.
`

// habits is the section about how the sources are written.
const habits = "Conventions"

// sections are those that aipack writes, in order.
var sections = []string{"Overview", "Build", "Test", "Start", habits}

// Facts are what aipack knows of a project.
type Facts struct {
	Plans       []universalbuild.UniversalBuild
	Tests       []string // how they usually run
	Conventions []string // of its sources; nil where the code was not read: that section stays as it is
}

// Write gives the text of the notes as they would be: the sections that the facts fill, in
// place of the ones before, and all else as it was.
func Write(before string, f Facts) string {
	made := map[string]string{
		"Overview": overview(f.Plans), "Build": build(f.Plans), "Test": list(f.Tests), "Start": start(f.Plans), habits: list(f.Conventions),
	}
	done := map[string]bool{habits: f.Conventions == nil}
	if strings.TrimSpace(before) == "" {
		before = introduction
	}
	var out strings.Builder
	skip, fence := false, false
	for line := range strings.Lines(strings.TrimRight(before, "\n") + "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fence = !fence
		}
		if heading, is := strings.CutPrefix(strings.TrimSpace(line), "## "); is && !fence {
			skip = false
			if slices.Contains(sections, heading) && !done[heading] {
				skip, done[heading] = true, true
				section(&out, heading, made[heading])
			}
		} else if strings.HasPrefix(line, "# ") && !fence {
			skip = false
		}
		if !skip {
			out.WriteString(line)
		}
	}
	for _, heading := range sections {
		if !done[heading] {
			if !strings.HasSuffix(out.String(), "\n\n") {
				out.WriteString("\n")
			}
			section(&out, heading, made[heading])
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

func section(out *strings.Builder, heading, body string) {
	if body == "" {
		body = "- not known\n"
	}
	fmt.Fprintf(out, "## %s\n\n%s\n", heading, body)
}

func list(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("- " + oneLine(l) + "\n")
	}
	return b.String()
}

// of names a service where there are several.
func of(plans []universalbuild.UniversalBuild, p universalbuild.UniversalBuild) string {
	if len(plans) < 2 {
		return ""
	}
	return code(p.Metadata.Path) + ": "
}

func overview(plans []universalbuild.UniversalBuild) string {
	var lines []string
	for _, p := range plans {
		m := p.Metadata
		line := fmt.Sprintf("%s in %s: %s", m.ProjectName, code(m.Path), m.Language)
		if m.RuntimeVersion != "" {
			line += " " + m.RuntimeVersion
		}
		for _, more := range []string{m.Framework, m.BuildSystem, string(m.Kind)} {
			if more != "" {
				line += ", " + more
			}
		}
		if len(m.BackingServices) > 0 {
			line += "; needs " + strings.Join(m.BackingServices, ", ")
		}
		if len(m.DependsOn) > 0 {
			line += "; uses " + strings.Join(m.DependsOn, ", ")
		}
		lines = append(lines, line)
	}
	return list(lines)
}

func build(plans []universalbuild.UniversalBuild) string {
	var lines []string
	for _, p := range plans {
		var commands []string
		for _, c := range slices.Concat(p.Build.PreBuildCommands, p.Build.BuildCommands, p.Build.PostBuildCommands) {
			commands = append(commands, code(c))
		}
		if len(commands) > 0 {
			lines = append(lines, of(plans, p)+strings.Join(commands, ", "))
		}
	}
	return list(lines)
}

func start(plans []universalbuild.UniversalBuild) string {
	var lines []string
	for _, p := range plans {
		line := of(plans, p) + code(strings.Join(append(slices.Clone(p.Runtime.Entrypoint), p.Runtime.Command...), " "))
		for _, port := range p.Runtime.Ports {
			line += fmt.Sprintf(", port %d/%s", port.Port, port.Protocol)
		}
		if h := p.Runtime.Healthcheck; h != nil && h.Path != "" {
			line += ", healthy when " + code("GET "+h.Path) + " answers"
		}
		lines = append(lines, line)
		var required []string
		for _, v := range p.Runtime.Variables {
			if v.Required {
				required = append(required, code(v.Name)) // never a value
			}
		}
		if len(required) > 0 {
			lines = append(lines, of(plans, p)+"requires "+strings.Join(required, ", "))
		}
	}
	return list(lines)
}

// code is a text as Markdown shows code: one line, without marks that would end it.
func code(text string) string { return "`" + strings.ReplaceAll(oneLine(text), "`", "'") + "`" }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
