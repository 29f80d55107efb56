package phase

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Port finds where the service listens.
type Port struct{}

// Name is the phase's id.
func (Port) Name() string { return "port" }

// Execute asks, strongest first: what deployment files say, what the language
// knows, what the source says, what the framework does by itself, and the
// language's habit. Workers and programs have no port.
func (Port) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	known := s.Kind != "" || s.Claim.Role >= language.Program // a framework in a manifest alone is not used
	s.Kind = kindOf(s.Service)
	deployedKind(s)
	if _, deployed := s.Facts.Listens(); !known && !deployed && !s.Start.Found() {
		s.Kind = "" // nothing starts, serves or is reached: a guess would only look like a finding
		return pipeline.ServicePhaseResult{Result: "none: nothing says what runs"}, nil
	}
	if s.Kind == universalbuild.Worker || s.Kind == universalbuild.CLI {
		return pipeline.ServicePhaseResult{Result: "none: a " + string(s.Kind)}, nil
	}
	if !s.Start.Found() && s.Kind != universalbuild.Static {
		return pipeline.ServicePhaseResult{Result: "none: nothing is known to start"}, nil
	}
	var own finding.Finding[int]
	if s.Language.Port != nil {
		own = s.Language.Port(s.Project)
	}
	if s.Language.Address != nil {
		told := s.Language.Address(s.Project)
		s.Facts.PortTold, s.Facts.Fixed = told.PortVariable, told.Fixed
	}
	s.Port = s.Facts.Ports(own, frameworkPort(s))
	if !s.Port.Found() {
		gap := noPort(s)
		s.Gaps = append(s.Gaps, gap)
		return pipeline.ServicePhaseResult{Gap: gap}, nil
	}
	if s.Port.Confidence >= finding.Likely-0.06 {
		s.Facts.Reached = []int{s.Port.Value}
	}
	s.Port = s.Port.Contested(func(finding.Alternative) bool { return true })
	address(s)
	if len(s.Facts.Reached) > 0 && s.Facts.Reached[0] != s.Port.Value { // another was set for one of root's
		s.Facts.Reached = append(s.Facts.Reached, s.Port.Value)
	}
	return pipeline.ServicePhaseResult{Result: strconv.Itoa(s.Port.Value), Confidence: s.Port.Confidence}, nil
}

// deployedKind corrects what the sources alone say of a program that ends: one
// that is given a port to be reached at serves, and one that is started again
// whenever it ends is not meant to.
func deployedKind(s *pipeline.ServiceContext) {
	if s.Kind != universalbuild.CLI {
		return
	}
	if why, ok := s.Facts.Listens(); ok {
		s.Kind, s.Why = universalbuild.Web, append(slices.Clone(s.Why), why)
	} else if why, ok := s.Facts.Lasts(); ok {
		s.Kind, s.Why = universalbuild.Worker, append(slices.Clone(s.Why), why)
	}
}

func frameworkPort(s *pipeline.ServiceContext) finding.Finding[int] {
	if f, ok := s.KnownFramework(); ok && f.Port != 0 {
		confidence := finding.Likely - 0.1
		if f.PortVariable == "" && opensItself(s) { // its habit, where the code does not say
			confidence = finding.Guess
		}
		return finding.Of(f.Port, confidence, finding.Evidence{Rule: s.Language.ID + ".framework_port", Excerpt: f.Name})
	}
	const habit = 8080 // what most platforms hand a program that says nothing
	return finding.Of(habit, finding.Unsure, finding.Evidence{Rule: s.Language.ID + ".default_port"})
}

// opensItself reports whether the program's own code opens its port, rather than
// a server or command of its framework: then the framework's usual port is only
// a habit.
func opensItself(s *pipeline.ServiceContext) bool {
	words := s.Start.Value.Command
	if len(words) == 3 && words[1] == "-c" {
		words = strings.Fields(strings.TrimPrefix(words[2], "exec "))
	}
	switch {
	case len(words) == 0:
		return false
	case strings.HasPrefix(words[0], "/app/bin/"):
		return true
	case words[0] == "node" || words[0] == "python" || words[0] == "bun":
		return len(words) > 1 && !strings.HasPrefix(words[1], "-")
	}
	return false
}
