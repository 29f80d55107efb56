package phase

import (
	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
	"aipack/backend/universalbuild"
)

type composeService struct {
	Build string
	Why   finding.Evidence
}

type procfileFacts struct {
	Processes []universalbuild.Process
	Release   []string
	Why       finding.Evidence
}

type dockerfileFacts struct {
	Command    []string
	CommandWhy finding.Evidence
}

type pendingExtract struct{}

var extract pendingExtract

func (pendingExtract) Compose(*language.Reader) []composeService { return nil }
func (pendingExtract) Procfile(f *language.Folder) (procfileFacts, bool) {
	p, ok := language.Parse(f, "Procfile", manifest.ParseProcfile)
	if !ok || len(p.Processes) == 0 {
		return procfileFacts{}, false
	}
	out := procfileFacts{Why: f.Evidence("procfile", "Procfile", 1, "")}
	add := func(e manifest.Process) {
		if e.Name == "release" {
			out.Release = append(out.Release, e.Command)
			return
		}
		out.Processes = append(out.Processes, universalbuild.Process{Name: e.Name, Command: []string{"sh", "-c", e.Command}})
	}
	if w, ok := p.Named("web"); ok {
		add(w)
	}
	for _, e := range p.Processes {
		if e.Name != "web" {
			add(e)
		}
	}
	return out, len(out.Processes) > 0
}
func (pendingExtract) Dockerfile(*language.Folder) (dockerfileFacts, bool) {
	return dockerfileFacts{}, false
}
func (pendingExtract) Ports(_ *language.Project, known finding.Finding[int]) []finding.Finding[int] {
	return []finding.Finding[int]{known}
}
func (pendingExtract) Env(*language.Project) []universalbuild.Variable     { return nil }
func (pendingExtract) Backing(*language.Project) []finding.Finding[string] { return nil }
func (pendingExtract) Health(_ *language.Project, a, b finding.Finding[string]) []finding.Finding[string] {
	return []finding.Finding[string]{a, b}
}
