package phase

import (
	"context"
	"errors"
	"io/fs"

	"aipack/backend/base/fault"
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
	text := count(v.Summary.Files, "file")
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
		code := fault.Internal
		switch v.Failure.Code {
		case scan.PathNotFound:
			code = fault.FileNotFound
		case scan.NotADirectory:
			code = fault.NotAFolder
		case scan.Filesystem, scan.OutOfTime:
			if errors.Is(v.Failure.Err, fs.ErrPermission) {
				code = fault.PermissionDenied
			}
		}
		return &fault.Fault{Code: code, Message: v.Failure.Message, Hint: v.Failure.Reason, Err: v.Failure.Err}
	}
	a.SetScan(v)
	return nil
}
