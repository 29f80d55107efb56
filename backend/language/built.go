package language

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/manifest/dockerfile"
)

// Built is what a container file of the project's own says about building it:
// evidence of options and versions that no manifest names.
type Built struct {
	Path   string             // relative to the repository's root; "" for none
	Stages []dockerfile.Stage // those that make this project, the last first, with what they build on
}

// Step is a command of a container file, with the place that says so.
type Step struct {
	dockerfile.Step
	built Built
}

// Steps lists the commands of one of the programs, the last stage's first.
// A compiler's wrapper counts as the compiler: xx-cargo, xx-go.
func (b Built) Steps(programs ...string) []Step {
	var out []Step
	for _, stage := range b.Stages {
		for _, s := range stage.Steps() {
			name := strings.TrimPrefix(s.Program(), "xx-")
			for _, p := range programs {
				if name == p {
					out = append(out, Step{s, b})
				}
			}
		}
	}
	return out
}

// Final lists the last stage and the stages of the file that it is built on:
// what the image holds.
func (b Built) Final() []dockerfile.Stage {
	var out []dockerfile.Stage
	base := ""
	for i, s := range b.Stages {
		if i == 0 || s.Name != "" && s.Name == base {
			out = append(out, s)
			base = strings.ToLower(s.Image)
		}
	}
	return out
}

// Evidence points at the first line of the command's RUN that holds needle.
func (s Step) Evidence(r *Reader, rule, needle string) finding.Evidence {
	return s.built.At(r, rule, s.Line, needle)
}

// At points at the first line from a given one on that holds needle, else at
// that line itself.
func (b Built) At(r *Reader, rule string, line int, needle string) finding.Evidence {
	const most = 200 // lines of one instruction
	f := r.Folder(path.Dir(b.Path))
	name := path.Base(b.Path)
	text, _ := f.Text(name)
	lines := strings.Split(text, "\n")
	for i := max(line, 1) - 1; i < len(lines) && i < line+most; i++ {
		if strings.Contains(lines[i], needle) {
			return f.Evidence(rule, name, i+1, lines[i])
		}
	}
	if line > 0 && line <= len(lines) {
		return f.Evidence(rule, name, line, lines[line-1])
	}
	return f.Evidence(rule, name, 0, "")
}

// Images lists the images that the stages are built on, by their own name and
// tag, the last stage's first.
func (b Built) Images() []Image {
	var out []Image
	for _, s := range b.Stages {
		name, _, _ := strings.Cut(s.Image, "@")
		at := strings.LastIndexByte(name, ':')
		if at <= strings.LastIndexByte(name, '/') {
			at = len(name)
		}
		out = append(out, Image{
			Name: strings.TrimPrefix(strings.TrimPrefix(name[:at], "docker.io/"), "library/"),
			Tag:  strings.TrimPrefix(name[at:], ":"), Line: s.Line,
		})
	}
	return out
}

// Image is what a stage is built on.
type Image struct {
	Name, Tag string // "python", "3.13-slim"
	Line      int
}
