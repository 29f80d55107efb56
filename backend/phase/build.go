package phase

import (
	"context"

	"aipack/backend/pipeline"
	"aipack/backend/universalbuild"
)

// Build asks the language how the service is built and what its image is made
// of. It runs after entrypoint and port because the recipe depends on them.
type Build struct{}

// Name is the phase's id.
func (Build) Name() string { return "build" }

// Execute takes the language's recipe.
func (Build) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	if s.Language.Recipe == nil {
		gap := "aipack knows no way to build " + s.Language.Name
		s.Gaps = append(s.Gaps, gap)
		return pipeline.ServicePhaseResult{Gap: gap}, nil
	}
	s.Recipe = s.Language.Recipe(s.Project)
	if s.Recipe.Static {
		s.Kind = universalbuild.Static
	}
	if root := s.Context().Path; s.Recipe.Build.Context == "" && root != s.Path {
		s.Recipe.Build.Context = root
	}
	return pipeline.ServicePhaseResult{Result: s.Recipe.Runtime.BaseImage, Confidence: s.Claim.Confidence}, nil
}
