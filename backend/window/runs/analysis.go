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
	limits.ToldBytes, limits.ToldChars, limits.TopUnknown = int64(s.ManifestKB)*1000, s.ManifestChars, s.TopUnknown
	limits.Names, limits.Unguided = !s.ReadContents, !s.Suggest
	return analysis.Within(limits)
}

// openFolder opens a folder, of which no more is read than the user says.
func openFolder(dir string, s settings.Preferences) (*repo.Tree, error) {
	how := session.Folders(s)
	how.MaxFileSize, how.MaxLineLength, how.BinarySample = int64(s.MaxFileKB)<<10, s.MaxLineLength, s.BinaryBytes
	return repo.OpenWith(dir, how)
}
