package phase

import (
	"context"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
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
	own = withOptions(s, own)
	declared := s.Facts.Start()
	if declared.Start.Found() {
		declared.Start.Value = atHome(declared.Start.Value, own.Value)
		keepRelease(&declared.Start.Value, own.Value)
		procfileKind(s, declared)
	}
	s.Start = finding.First(startText, declared.Start, scripted(s, own), own, containerStart(s))
	s.Start = s.Start.Contested(func(lost finding.Alternative) bool { return rivals(s.Start, lost) })
	if len(declared.Start.Value.Release) == 0 || slices.Equal(declared.Start.Value.Release, own.Value.Release) {
		addReleases(s)
	}
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

// addReleases takes over what the project's own container runs before the
// program, unless a platform's file says what is run once per release: that says
// better than a rule how its database is brought up to date.
func addReleases(s *pipeline.ServiceContext) {
	command := s.Start.Value.Command
	found := s.Facts.Releases()
	if !found.Found() || s.Kind == universalbuild.Static || len(command) == 0 {
		return
	}
	var lines []string
	for _, line := range found.Value {
		words := strings.Fields(line)
		ours := placed(words, []string{command[0]})
		if base := path.Base(words[0]); strings.HasPrefix(command[0], "/app/bin/") && (base == path.Base(s.Claim.Name) || base == s.Folder.Name()) {
			ours[0] = command[0] // our binary may have another name
		}
		program := ours[0]
		known := strings.HasPrefix(program, "/app/bin/") || !strings.Contains(program, "/") && interpreters[program] || strings.Contains(program, "/") && s.Has(strings.TrimPrefix(program, "./"))
		if !known {
			return
		}
		lines = append(lines, whereItLies(s.Project.Context(), command, ours))
	}
	s.Start.Value.Release = lines
	s.Start.Evidence = append(s.Start.Evidence, found.Evidence...)
}

// whereItLies is a line of the project's own container as ours runs it. There it
// stands where WORKDIR says, which may have got what a folder of the project holds;
// our start goes into that folder, and so does a line whose file lies in it alone.
// https://docs.docker.com/reference/dockerfile/#workdir
func whereItLies(context *language.Folder, start, words []string) string {
	line := strings.Join(words, " ")
	if len(start) != 3 || start[0] != "sh" || start[1] != "-c" {
		return line
	}
	dir, _, _ := strings.Cut(strings.TrimPrefix(start[2], "cd "), " && ")
	if !strings.HasPrefix(start[2], "cd ") || !language.SafeFolder(dir) {
		return line
	}
	below := func(word string) bool {
		return !language.Outside(word) && !context.Has(word) && context.Has(path.Join(dir, word))
	}
	if !slices.ContainsFunc(words[1:], below) {
		return line
	}
	return "cd " + dir + " && " + line
}

// procfileKind lets the process's name say what the service is: only web gets
// a port (Heroku's documentation of process types).
func procfileKind(s *pipeline.ServiceContext, p deployment.Processes) {
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

// interpreters are programs that an image of ours has under these names, and
// what dependencies put beside them.
var interpreters = map[string]bool{"python": true, "python3": true, "flask": true, "alembic": true, "node": true, "php": true, "bundle": true, "aerich": true}

func startText(s language.Start) string { return strings.Join(s.Command, " ") }
