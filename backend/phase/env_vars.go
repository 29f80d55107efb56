package phase

import (
	"context"

	"aipack/backend/pipeline"
)

// EnvVars finds the environment variables the service reads, and the services
// it leans on.
type EnvVars struct{}

// Name is the phase's id.
func (EnvVars) Name() string { return "env_vars" }

// Execute reads example files and the source.
func (EnvVars) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	s.Vars = s.Facts.Env()
	s.Backing = s.Facts.Backing()
	return pipeline.ServicePhaseResult{Result: count(len(s.Vars), "variable") + ", " + count(len(s.Backing), "backing service")}, nil
}
