package phase

import (
	"context"
	"fmt"
	"path"
	"strings"

	"aipack/backend/detect/pipeline"
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
	signIn(s)
	widen(s)
	outside(s)
	ownEnvironment(s)
	ownVolumes(s)
	ownData(s)
	bindable(s)
	scripts(s)
	asCalled(s)
	return pipeline.ServicePhaseResult{Result: s.Recipe.Runtime.BaseImage, Confidence: s.Claim.Confidence}, nil
}

// outside warns where the project's own container file takes something out of
// the repository that lies outside of what our image is built from, such as
// protocol files that several services share.
func outside(s *pipeline.ServiceContext) {
	context := s.Recipe.Build.Context
	if context == "" {
		context = s.Path
	}
	own := s.Facts.Container.Path
	if context == "." || own == "" {
		return
	}
	index := s.Reader().Index
	for _, stage := range s.Built.Stages {
		for _, c := range stage.Copies {
			for _, source := range c.Sources {
				p := strings.TrimPrefix(path.Clean("/"+source), "/")
				if c.From != "" || p == "" || strings.ContainsAny(p, "*?[$") || p == context || strings.HasPrefix(p, context+"/") || strings.HasPrefix(context, p+"/") {
					continue
				}
				_, file := index.Stat(p)
				_, here := index.Stat(path.Join(context, p))
				here = here || len(index.Under(path.Join(context, p))) > 0
				if here || !file && len(index.Under(p)) == 0 {
					continue
				}
				s.Reader().Folder(".").Warn(own, "outside_context",
					fmt.Sprintf("%s copies %s, which lies outside of %s; the image that aipack plans is built from %s alone", own, p, context, context),
					"if the build needs "+p+", keep your own Dockerfile, or copy it into "+context)
				return
			}
		}
	}
}
