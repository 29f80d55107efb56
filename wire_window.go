//go:build !headless || window

package main

import (
	"sync"

	"aipack/backend/language"
	"aipack/backend/phase"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/settings"
	"aipack/languages"
)

// known is the registry that all runs of a window share.
var known = sync.OnceValue(func() *language.Registry { return language.NewRegistry(languages.All()) })

// lineFor is the line with the user's limits.
func lineFor(s settings.Settings) *pipeline.Orchestrator {
	o := orchestrator()
	o.Registry = known()
	limits := walkOnly()
	limits.Files, limits.Depth = s.MaxFiles, s.MaxDepth
	if len(s.IgnoredFolders) > 0 {
		limits.Skip = append(repo.DefaultSkip(), s.IgnoredFolders...)
	}
	for i, p := range o.Before {
		if _, ok := p.(phase.Scan); ok {
			o.Before[i] = phase.Scan{Limits: limits}
		}
	}
	return o
}
