package phase

import (
	"context"
	"fmt"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
)

// Health finds how to tell that the service is healthy.
type Health struct{}

// Name is the phase's id.
func (Health) Name() string { return "health" }

// Execute looks for a path, strongest first: what deployment files say, what
// the language knows, routes in the source, what the framework answers by
// itself. Without one, that the port accepts a connection is all one can ask.
func (Health) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	if !s.Port.Found() {
		return pipeline.ServicePhaseResult{Result: "none: no port"}, nil
	}
	var known, framework finding.Finding[string]
	if s.Language.Health != nil {
		known = s.Language.Health(s.Project)
	}
	if f, ok := s.KnownFramework(); ok && len(f.Health) > 0 {
		framework = finding.Of(f.Health[0], finding.Likely-0.1, finding.Evidence{Rule: s.Language.ID + ".framework_health", Excerpt: f.Name})
	}
	static := finding.Finding[string]{}
	if s.Recipe.Static {
		static = finding.Of("/", finding.Certain, finding.Evidence{Rule: "static.index"})
	}
	s.Health = static
	if !static.Found() {
		s.Health = s.Facts.Health(known, framework)
	}
	result := "port " + fmt.Sprint(s.Port.Value) + " accepts connections"
	if s.Health.Found() {
		result = "GET " + s.Health.Value
	}
	return pipeline.ServicePhaseResult{Result: result, Confidence: s.Health.Confidence}, nil
}
