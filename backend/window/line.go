package window

import (
	"aipack/backend/line"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/settings"
)

// lineFor is the line with the user's limits.
func lineFor(s settings.Preferences) *pipeline.Orchestrator {
	limits := line.Limits()
	limits.Files, limits.Depth = s.MaxFiles, s.MaxDepth
	if len(s.IgnoredFolders) > 0 {
		limits.Skip = append(repo.DefaultSkip(), s.IgnoredFolders...)
	}
	return line.Within(limits)
}
