package runs

import (
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/repo"
	"aipack/backend/window/session"
)

// AnalysisFor is the line with the user's limits.
func AnalysisFor(s settings.Preferences) *pipeline.Orchestrator {
	limits := analysis.Limits()
	limits.Files, limits.Depth, limits.Timeout = s.MaxFiles, s.MaxDepth, time.Duration(s.ScanTimeoutS)*time.Second
	limits.Told, limits.UnknownWarning = s.ShownManifests, float64(s.UnknownWarning)
	return analysis.Within(limits)
}

// openFolder opens a folder, of which no more is read than the user says.
func openFolder(dir string, s settings.Preferences) (*repo.Tree, error) {
	how := session.Folders(s)
	how.MaxFileSize, how.MaxLineLength = int64(s.MaxFileKB)<<10, s.MaxLineLength
	return repo.OpenWith(dir, how)
}
