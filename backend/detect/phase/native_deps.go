package phase

import (
	"context"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/language/baseimage"
	"aipack/backend/language/debian"
)

// NativeDeps finds the system packages that dependencies need.
type NativeDeps struct{}

// Name is the phase's id.
func (NativeDeps) Name() string { return "native_deps" }

// Execute looks the declared dependencies up in the language's table, those of
// the languages beside it in theirs: these take part in the build alone.
func (NativeDeps) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	natives(s, s.Project, true)
	for _, b := range s.Beside {
		natives(s, b, false)
	}
	if own := s.Facts.Container; own.Path != "" && !own.WebServer && !s.Recipe.Static {
		s.Systems.Runtime = append(s.Systems.Runtime, toolsOf(s.Project)...)
	}
	platformTools(s)
	startedTools(s)
	startTools(s)
	n := len(s.Systems.Build) + len(s.Systems.Runtime)
	return pipeline.ServicePhaseResult{Result: plural.Of(n, "system package")}, nil
}

// natives adds what a project's dependencies need. What is needed for
// development only is not there when the program runs.
func natives(s *pipeline.ServiceContext, p *language.Project, runs bool) {
	for _, n := range p.Language.Natives {
		if d, ok := p.FirstUsed(n.Needs...); ok {
			s.Systems.Build = append(s.Systems.Build, needed(p, d, n.Build)...)
		}
		if !runs {
			continue
		}
		if d, ok := p.FirstShipped(n.Needs...); ok {
			s.Systems.Runtime = append(s.Systems.Runtime, needed(p, d, n.Runtime)...)
		} else if why, ok := s.Facts.Uses(p.Language.ID+".native", n.Sources); ok {
			s.Systems.Runtime = append(s.Systems.Runtime, wanted(why, n.Runtime)...)
		}
	}
}

func needed(p *language.Project, d language.Dependency, names []string) []pipeline.Package {
	return wanted(finding.Evidence{Rule: p.Language.ID + ".native", Path: d.Path, Line: d.Line, Excerpt: strings.TrimSpace(d.Name + " " + d.Version)}, names)
}

func wanted(why finding.Evidence, names []string) (list []pipeline.Package) {
	for _, name := range names {
		list = append(list, pipeline.Package{Name: name, Why: why})
	}
	return list
}

// startedTools adds Debian's packages of the programs that the sources start by
// their names. The image's own language and what only a terminal shows are left.
func startedTools(s *pipeline.ServiceContext) {
	if s.Recipe.Static {
		return
	}
	for _, c := range s.Facts.Calls() {
		pkg := debian.Programs[c.Program]
		switch c.Program {
		case "node", "python3", "make", "less", "top", "perl", "nginx", "crontab", "parallel":
			continue
		}
		if pkg != "" {
			s.Systems.Runtime = append(s.Systems.Runtime, pipeline.Package{Name: pkg, Why: c.Why})
		}
	}
}

// startTools adds Debian's packages of the programs that start the service and its
// processes, and that its image lacks: "web: make run" wants make.
func startTools(s *pipeline.ServiceContext) {
	if s.Recipe.Static || !s.Start.Found() {
		return
	}
	start := s.Start.Value
	commands := append([][]string{start.Command}, commandsOf(start)...)
	for _, line := range start.Release {
		commands = append(commands, []string{"sh", "-c", line})
	}
	why := finding.Evidence{Rule: "start.program"}
	if len(s.Start.Evidence) > 0 {
		why = s.Start.Evidence[0]
		why.Rule = "start.program"
	}
	for _, command := range commands {
		for _, program := range baseimage.Programs(command) {
			if name, ok := baseimage.Package(program); ok && baseimage.Lacks(s.Recipe.Runtime.BaseImage, program) {
				s.Systems.Runtime = append(s.Systems.Runtime, pipeline.Package{Name: name, Why: why})
			}
		}
	}
}
