package phase

import (
	"context"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/pipeline"
	"aipack/backend/universalbuild"
)

// Entrypoint finds the command that starts the service.
type Entrypoint struct{}

// Name is the phase's id.
func (Entrypoint) Name() string { return "entrypoint" }

// Execute prefers what the project says for every platform (a Procfile), then
// the language's rules, then an existing Dockerfile's command.
func (Entrypoint) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	var own finding.Finding[language.Start]
	if s.Language.Start != nil {
		own = s.Language.Start(s.Project)
	}
	s.Start = finding.First(startText, procfileStart(s.Project, own), own, containerStart(s.Project))
	if !s.Start.Found() {
		if s.Kind == universalbuild.Static {
			return pipeline.ServicePhaseResult{Result: "the web server's own"}, nil
		}
		gap := "no command starts " + s.Path + "; a Procfile, a start script or a main file named in the manifest would say it"
		s.Gaps = append(s.Gaps, gap)
		return pipeline.ServicePhaseResult{Gap: gap}, nil
	}
	return pipeline.ServicePhaseResult{Result: startText(s.Start.Value), Confidence: s.Start.Confidence}, nil
}

func startText(s language.Start) string { return strings.Join(s.Command, " ") }

// procfileStart takes `web`, else `worker`, else the first entry; what the
// language knows of further processes and releases stays.
func procfileStart(p *language.Project, own finding.Finding[language.Start]) finding.Finding[language.Start] {
	file, ok := extract.Procfile(p.Folder)
	if !ok || len(file.Processes) == 0 {
		return finding.Finding[language.Start]{}
	}
	start := language.Start{Command: file.Processes[0].Command, Release: file.Release}
	for _, other := range file.Processes[1:] {
		start.Processes = append(start.Processes, other)
	}
	if len(start.Release) == 0 {
		start.Release = own.Value.Release
	}
	return finding.Of(start, finding.Certain, file.Why)
}

func containerStart(p *language.Project) finding.Finding[language.Start] {
	file, ok := extract.Dockerfile(p.Folder)
	if !ok || len(file.Command) == 0 {
		return finding.Finding[language.Start]{}
	}
	return finding.Of(language.Start{Command: file.Command}, finding.Guess, file.CommandWhy)
}
