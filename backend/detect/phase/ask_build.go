package phase

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// buildQuestion asks how a project is built. Where the rules have commands, or
// are sure of the project, none of a model's takes their place.
func buildQuestion(s *pipeline.ServiceContext) pipeline.Question {
	sure := s.Confidence
	if len(s.Recipe.Build.BuildCommands) > 0 || s.Recipe.Build.BaseImage == "" {
		sure = max(sure, pipeline.Doubtful) // there are commands, or nothing is built
	}
	return pipeline.Question{
		Field: "/build/build_commands", Form: pipeline.Items, Judged: true, Confidence: sure,
		Ask: fmt.Sprintf("Which commands build the %s program in %s, in their order, one a line and without installing its dependencies? "+
			"Quote for each the line that holds the command, or that defines the script or target which it calls.", s.Language.Name, s.Path),
		Files: func() []string { return append(containerFiles(s.Project), worthReading(s.Project)...) },
		Check: func(a pipeline.Advice) error { return stepOf(s.Project, a) },
		Take:  func(a pipeline.Advice) bool { return takeSteps(s, sure, a) },
	}
}

// stepOf holds a command of a build against the project: it calls a build tool
// with a script or target that exists, and the quoted line says so.
func stepOf(p *language.Project, a pipeline.Advice) error {
	words := strings.Fields(a.Text)
	if err := Buildable(p, a.Text); err != nil {
		return err
	}
	if len(words) == 0 || strings.ContainsAny(a.Text, ";&$") {
		return fmt.Errorf("give one command a line")
	}
	if len(words) == 1 && !slices.Contains(alone, words[0]) && !strings.HasPrefix(words[0], "./") {
		return fmt.Errorf("%q alone builds nothing", shown(words[0]))
	}
	target := ""
	if script, ok := scriptName(words[0], words[1:]); ok {
		if !hasScript(p, script) {
			return fmt.Errorf("package.json has no script %q", shown(script))
		}
		target = `"` + script + `"`
	}
	if words[0] == "make" {
		i := slices.IndexFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") && !strings.Contains(w, "=") })
		if i >= 0 {
			if target = words[1+i] + ":"; !hasTarget(p, target) {
				return fmt.Errorf("no Makefile of the project has the target %q", shown(words[1+i]))
			}
		} else if p.FirstOf(makefiles...) == "" {
			return fmt.Errorf("the project has no Makefile")
		}
	}
	for _, e := range a.Evidence {
		spoken := holdsCommand(e, strings.Join(words, " "))
		defined := target != "" && strings.HasPrefix(strings.TrimSpace(e.Excerpt), target) && (path.Base(e.Path) == "package.json" || slices.Contains(makefiles, path.Base(e.Path)))
		if a.User || spoken || defined {
			return nil
		}
	}
	return fmt.Errorf("the quoted line neither holds %q nor defines what it calls", shown(a.Text))
}

// alone are build tools that build when they are told nothing.
var alone = []string{"make", "ninja", "ant", "rake", "hugo", "shards", "dub"}

// holdsCommand reports whether a line holds a command. In a text for people it must
// stand as one, in backticks or at the line's beginning: else any words would do.
func holdsCommand(e finding.Evidence, command string) bool {
	line := strings.Join(strings.Fields(e.Excerpt), " ")
	switch strings.ToLower(path.Ext(e.Path)) {
	case ".md", ".rst", ".txt", ".adoc":
		return strings.Contains(line, "`"+command) || strings.HasPrefix(strings.TrimLeft(line, "$>#*-` .0123456789"), command)
	}
	return strings.Contains(line, command)
}

var makefiles = []string{"Makefile", "makefile", "GNUmakefile"}

func hasTarget(p *language.Project, target string) bool {
	text, ok := p.Text(p.FirstOf(makefiles...))
	if !ok {
		return false
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, target) {
			return true
		}
	}
	return false
}

// takeSteps fills in the commands where the rules have none and are unsure.
func takeSteps(s *pipeline.ServiceContext, sure float64, a pipeline.Advice) bool {
	if !a.User && sure >= pipeline.Doubtful || s.Recipe.Build.BaseImage == "" || len(s.Recipe.Build.BuildCommands) > 0 {
		return false
	}
	for _, item := range a.Items {
		s.Recipe.Build.BuildCommands = append(s.Recipe.Build.BuildCommands, item.Text)
	}
	s.Recipe.Why = append(s.Recipe.Why, language.Reason{
		Field: "/build/build_commands", Confidence: a.Confidence, Source: sourceOf(a), Evidence: a.Items[0].Evidence[0],
	})
	return true
}
