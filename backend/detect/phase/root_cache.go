package phase

import (
	"context"

	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// RootCache finds the caches that belong to a workspace as a whole.
type RootCache struct{}

// Name is the phase's id; the service's own caches are found by Cache under
// the same id.
func (RootCache) Name() string { return "cache" }

// workspaceCaches lists where each orchestrator keeps what it has built,
// relative to the workspace's root (the tools' own documentation).
var workspaceCaches = map[string][]string{
	"turborepo": {"node_modules/.cache/turbo"},
	"nx":        {".nx/cache"},
	"moon":      {".moon/cache"},
	"lerna":     {"node_modules/.cache"},
	"rush":      {"common/temp"},
}

// Execute looks each workspace's tool up.
func (RootCache) Execute(_ context.Context, a *pipeline.AnalysisContext) error {
	out := &pipeline.RootCache{Paths: map[string][]string{}}
	for _, w := range a.Structure().Workspaces {
		if paths := workspaceCaches[w.Tool]; paths != nil {
			out.Paths[w.Root] = paths
		}
	}
	a.SetRootCache(out)
	return nil
}

// Cache finds what one service's build may keep between runs.
type Cache struct{}

// Name is the phase's id.
func (Cache) Name() string { return "cache" }

// Execute joins the recipe's caches with those of the workspace.
func (Cache) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	s.Caches = append(s.Caches, s.Recipe.Build.CachePaths...)
	if s.Workspace != nil && hasBuild(s.Recipe) {
		s.Caches = append(s.Caches, s.Repository.RootCache().Paths[s.Workspace.Root]...)
	}
	s.Caches = unique(s.Caches)
	return pipeline.ServicePhaseResult{Result: plural.Of(len(s.Caches), "cache")}, nil
}

func hasBuild(r language.Recipe) bool {
	return len(r.Build.PreBuildCommands)+len(r.Build.BuildCommands)+len(r.Build.PostBuildCommands) > 0
}
