package phase

import (
	"context"
	"strings"

	"aipack/backend/extract"
	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/pipeline"
	"aipack/backend/universalbuild"
)

// Entrypoint finds the command that starts the service.
type Entrypoint struct{}

// Name is the phase's id.
func (Entrypoint) Name() string { return "entrypoint" }

// Execute prefers what the project says for every platform (a Procfile, a
// hosting platform's file), then the language's rules, then an existing
// Dockerfile's command, which belongs to another image's layout.
func (Entrypoint) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	var own finding.Finding[language.Start]
	if s.Language.Start != nil {
		own = s.Language.Start(s.Project)
	}
	own = withSubcommand(withArguments(own, s.Facts.Container.Start, !s.Facts.Container.Stage.Cmd.Set()), s.Facts.Container)
	declared := s.Facts.Start()
	if declared.Start.Found() {
		declared.Start.Value = atHome(declared.Start.Value, own.Value)
		keepRelease(&declared.Start.Value, own.Value)
		procfileKind(s, declared)
	}
	s.Start = finding.First(startText, declared.Start, own, containerStart(s))
	if !s.Start.Found() {
		if s.Kind == universalbuild.Static {
			return pipeline.ServicePhaseResult{Result: "the web server's own"}, nil
		}
		gap := noCommand(s)
		s.Gaps = append(s.Gaps, gap)
		return pipeline.ServicePhaseResult{Gap: gap}, nil
	}
	return pipeline.ServicePhaseResult{Result: startText(s.Start.Value), Confidence: s.Start.Confidence}, nil
}

// keepRelease keeps what the language knows to run once a release where the
// Procfile names nothing.
func keepRelease(declared *language.Start, own language.Start) {
	if len(declared.Release) == 0 {
		declared.Release = own.Release
	}
}

// procfileKind lets the process's name say what the service is: only web gets
// a port (Heroku's documentation of process types).
func procfileKind(s *pipeline.ServiceContext, p extract.Processes) {
	switch {
	case p.Web() && s.Kind == universalbuild.CLI && runsOwnFile(s, p.Start.Value.Command) && listener(s.Project) == "":
		// Buildpacks know no other name for what they start. A port that nothing
		// in the sources opens would never be answered on.
	case p.Web():
		s.Kind = universalbuild.Web
	case p.Main == "worker" && s.Kind == "":
		s.Kind = universalbuild.Worker
	}
}

// runsOwnFile reports whether a command is an interpreter and a source of the
// project, and says nothing of a port.
func runsOwnFile(s *pipeline.ServiceContext, words []string) bool {
	if len(words) < 2 || strings.Contains(strings.ToLower(strings.Join(words, " ")), "port") {
		return false
	}
	switch words[0] {
	case "node", "python", "python3", "ruby", "php":
		return s.Has(words[1])
	}
	return false
}

func startText(s language.Start) string { return strings.Join(s.Command, " ") }
