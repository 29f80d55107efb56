package phase

import (
	"context"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/pipeline"
)

// NativeDeps finds the system packages that dependencies need.
type NativeDeps struct{}

// Name is the phase's id.
func (NativeDeps) Name() string { return "native_deps" }

// Execute looks the declared dependencies up in the language's table, those of
// the languages beside it in theirs.
func (NativeDeps) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	natives(s, s.Project)
	for _, b := range s.Beside {
		natives(s, b)
	}
	n := len(s.Systems.Build) + len(s.Systems.Runtime)
	return pipeline.ServicePhaseResult{Result: count(n, "system package")}, nil
}

func natives(s *pipeline.ServiceContext, p *language.Project) {
	for _, n := range p.Language.Natives {
		d, ok := p.FirstUsed(n.Needs...)
		if !ok {
			continue
		}
		why := finding.Evidence{Rule: p.Language.ID + ".native", Path: d.Path, Line: d.Line, Excerpt: strings.TrimSpace(d.Name + " " + d.Version)}
		for _, pkg := range n.Build {
			s.Systems.Build = append(s.Systems.Build, pipeline.Package{Name: pkg, Why: why})
		}
		for _, pkg := range n.Runtime {
			s.Systems.Runtime = append(s.Systems.Runtime, pipeline.Package{Name: pkg, Why: why})
		}
	}
}
