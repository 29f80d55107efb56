package phase

import (
	"context"

	"aipack/backend/fault"
	"aipack/backend/pipeline"
	"aipack/backend/scan"
)

// Scan walks the folder, once for everybody.
type Scan struct{ Limits scan.Limits }

// Name is the phase's id.
func (Scan) Name() string { return "scan" }

// Describe says what was found.
func (Scan) Describe(a *pipeline.AnalysisContext) string {
	v := a.Scan()
	text := count(v.Summary.Files, "file")
	if v.Partial != nil {
		text += ", partial: " + v.Partial.String()
	}
	return text
}

// Execute takes stock. A partial walk is a result like any other; one that
// came to nothing ends the run.
func (s Scan) Execute(ctx context.Context, a *pipeline.AnalysisContext) error {
	v := scan.Run(ctx, a.Repo, a.Registry, s.Limits)
	if v.Outcome == scan.Failed {
		return &fault.Fault{Code: fault.Internal, Message: v.Failure.Message, Hint: v.Failure.Reason, Err: v.Failure.Err}
	}
	a.SetScan(v)
	return nil
}
