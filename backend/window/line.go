package window

import (
	"time"

	"aipack/backend/line"
	"aipack/backend/pipeline"
	"aipack/backend/repo"
	"aipack/backend/settings"
)

// lineFor is the line with the user's limits.
func lineFor(s settings.Preferences) *pipeline.Orchestrator {
	limits := line.Limits()
	limits.Files, limits.Depth, limits.Timeout = s.MaxFiles, s.MaxDepth, time.Duration(s.ScanTimeoutS)*time.Second
	limits.Ignored, limits.Told, limits.UnknownWarning = s.IncludeIgnored, s.ShownManifests, float64(s.UnknownWarning)
	if len(s.IgnoredFolders) > 0 {
		limits.Skip = append(repo.DefaultSkip(), s.IgnoredFolders...)
	}
	return line.Within(limits)
}

// openFolder opens a folder, of whose files no more is read than the user says.
func openFolder(dir string, s settings.Preferences) (*repo.Tree, error) {
	return repo.OpenWith(dir, repo.Config{MaxFileSize: int64(s.MaxFileKB) << 10, MaxLineLength: s.MaxLineLength})
}
