package phase

import (
	"context"

	"aipack/backend/language"
	"aipack/backend/pipeline"
)

// Scan walks the folder, once for everybody.
type Scan struct{}

// Name is the phase's id.
func (Scan) Name() string { return "scan" }

// Describe says what was found.
func (Scan) Describe(a *pipeline.AnalysisContext) string {
	return count(len(a.Scan().Reader.Index.Files), "file")
}

// Execute makes the index.
func (Scan) Execute(ctx context.Context, a *pipeline.AnalysisContext) error {
	x, err := a.Repo.Index(ctx)
	if err != nil {
		return err
	}
	a.SetScan(&pipeline.Scan{Reader: language.NewReader(a.Repo, x)})
	return nil
}
