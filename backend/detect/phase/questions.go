package phase

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Doubt says why somebody should look through a repository in which the rules
// found nothing that is deployed, or only what they are unsure of. A library
// is no doubt: it is known to be nothing that runs.
func (Structure) Doubt(a *pipeline.AnalysisContext) string {
	st := a.Structure()
	if a.Only != "" || !hasSubstance(a.Scan().Reader.Index) {
		return ""
	}
	for _, s := range st.Services {
		if s.Confidence >= pipeline.Doubtful {
			return ""
		}
	}
	if len(st.Services) > 0 {
		return "the rules are unsure whether " + st.Services[0].Path + " is a program that is deployed"
	}
	for _, p := range a.Classification().Projects {
		if p.Claim.Role >= language.Library && p.Claim.Confidence >= pipeline.Doubtful {
			return ""
		}
	}
	return st.Missing
}

// hasSubstance reports whether a repository holds more than settings and texts.
func hasSubstance(x *repo.Index) bool {
	return slices.ContainsFunc(x.Files, func(f repo.File) bool {
		name := f.Name()
		switch strings.ToLower(path.Ext(name)) {
		case ".md", ".rst", ".txt", ".pdf", ".png", ".jpg", ".svg":
			return false
		}
		return name[0] != '.' && !strings.HasPrefix(name, "LICENSE")
	})
}

// Questions asks for the version of the runtime, where the language has one,
// and for the framework.
func (Runtime) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	same := func(v string) string { return v }
	q := question(s, &s.Version, same, func(a pipeline.Advice) string { return a.Text })
	q.Field, q.Form, q.Check = "/metadata/runtime_version", pipeline.Text, func(a pipeline.Advice) error { return versionOf(s.Project, a) }
	q.Ask = fmt.Sprintf("Which version of %s does the project in %s need?", s.Language.Name, s.Path)
	var out []pipeline.Question
	if s.Language.DefaultVersion != "" { // else there is no runtime to have a version
		out = append(out, q)
	}
	if len(s.Language.Frameworks) > 0 {
		out = append(out, frameworkQuestion(s))
	}
	return out
}

// Questions asks for the commands that build the service.
func (Build) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	if s.Language.Recipe == nil {
		return nil // without an image there is nothing to run them in
	}
	return []pipeline.Question{buildQuestion(s)}
}

// Questions asks for the system packages that the rules missed.
func (NativeDeps) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	if s.Recipe.Static {
		return nil
	}
	return []pipeline.Question{packagesQuestion(s)}
}

// Questions asks for the variables that the rules missed.
func (EnvVars) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	if s.Recipe.Static {
		return nil
	}
	return []pipeline.Question{variablesQuestion(s)}
}

// Questions asks for the command that starts the service.
func (Entrypoint) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	if s.Kind == universalbuild.Static {
		return nil
	}
	q := question(s, &s.Start, startText, func(a pipeline.Advice) language.Start { return language.Start{Command: a.Words} })
	q.Field, q.Form = "/runtime/command", pipeline.Command
	q.Ask = fmt.Sprintf("Which command starts the %s program in %s in production? Program and arguments, without a shell. The program starts in that folder.",
		s.Language.Name, s.Path)
	q.Check = func(a pipeline.Advice) error { return command(s.Project, a) }
	won := q.Take
	q.Take = func(a pipeline.Advice) bool {
		if !won(a) {
			return false
		}
		filled(s, noCommand(s))
		return true
	}
	return []pipeline.Question{q}
}

func noCommand(s *pipeline.ServiceContext) string {
	where := s.Path
	if where == "." {
		where = "the project"
	}
	text := "nothing says how " + where + " is started"
	if s.Facts != nil && s.Facts.Container.Start.Found() {
		command := withoutInit(s.Facts.Container.Start.Value.Command)
		text = fmt.Sprintf("only %s says how %s is started, and its %s is a part of that image alone",
			s.Facts.Container.Path, where, strings.Join(command[:min(len(command), 1)], ""))
	}
	return text + "; a Procfile, a start script or a main file named in the manifest would say it"
}

// Questions asks what the program is, and for the port of one that serves.
func (Port) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	portless := func() bool { return s.Kind == universalbuild.Worker || s.Kind == universalbuild.CLI }
	if portless() {
		return []pipeline.Question{kindQuestion(s)}
	}
	q := question(s, &s.Port, strconv.Itoa, func(a pipeline.Advice) int { return a.Number })
	q.Field, q.Form, q.Check = "/runtime/ports/0/port", pipeline.Number, portOf
	q.Ask = fmt.Sprintf("On which TCP port does the program in %s listen when nothing is configured?", s.Path)
	won := q.Take
	q.Take = func(a pipeline.Advice) bool {
		if !won(a) {
			return false
		}
		filled(s, noPort(s))
		return true
	}
	q.When = func() bool { return !portless() }
	return []pipeline.Question{kindQuestion(s), q}
}

func noPort(s *pipeline.ServiceContext) string {
	return "no port found for " + s.Path + "; a PORT in .env.example or EXPOSE in a Dockerfile would say it"
}

// Questions asks for the path of a health check. That the port accepts a
// connection is an answer, too: the question alone is no reason to ask.
func (Health) Questions(s *pipeline.ServiceContext) []pipeline.Question {
	if !s.Port.Found() || s.Recipe.Static {
		return nil
	}
	same := func(v string) string { return v }
	q := question(s, &s.Health, same, func(a pipeline.Advice) string { return a.Text })
	q.Confidence = max(q.Confidence, pipeline.Doubtful)
	q.Field, q.Form, q.Check = "/runtime/healthcheck", pipeline.Text, healthOf
	q.Ask = fmt.Sprintf("Which HTTP path of the program in %s answers 2xx while it is healthy?", s.Path)
	return []pipeline.Question{q}
}
