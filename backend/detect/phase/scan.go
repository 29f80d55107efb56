package phase

import (
	"context"

	"aipack/backend/base/fault"
	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
)

// Scan walks the folder, once for everybody.
type Scan struct{ Limits scan.Limits }

// Name is the phase's id.
func (Scan) Name() string { return "scan" }

// Describe says what was found; why it is not all, the scan's own event says.
func (Scan) Describe(a *pipeline.AnalysisContext) string {
	v := a.Scan()
	text := plural.Of(v.Summary.Files, "file")
	if v.Partial != nil {
		text += ", partial"
	}
	return text
}

// Execute takes stock. A partial walk is a result like any other, and so is one
// that failed with files to go on with; one that came to nothing ends the run.
func (s Scan) Execute(ctx context.Context, a *pipeline.AnalysisContext) error {
	v := scan.Run(ctx, a.Repo, a.Registry, a.Limits.Over(s.Limits))
	if v.Index == nil {
		f := fault.OfFile(v.Failure.Message, v.Failure.Err, v.Failure.Reason)
		if f.Hint = v.Failure.Reason; v.Failure.Code == scan.NotADirectory {
			f.Code = fault.NotAFolder
		}
		return f
	}
	a.SetScan(v)
	return nil
}
