package cli

import (
	"io"
	"time"

	"github.com/spf13/pflag"

	"aipack/backend/cli/visible"
	"aipack/backend/event"
	"aipack/backend/scan"
)

// walk bounds the scan of a folder; zero fields are the usual bounds.
type walk struct {
	files, depth int
	timeout      time.Duration
}

func (w *walk) flags(f *pflag.FlagSet) {
	f.IntVar(&w.files, "max-files", 0, "look at so many files (default 200,000)")
	f.IntVar(&w.depth, "max-depth", 0, "look into folders so deep (default 16)")
	f.DurationVar(&w.timeout, "scan-timeout", 0, "look around for so long (default 5s)")
}

func (w walk) limits() scan.Limits {
	return scan.Limits{Files: max(w.files, 0), Depth: max(w.depth, 0), Timeout: max(w.timeout, 0)}
}

// remedies say what helps against each reason of a scan that is not complete.
var remedies = map[scan.PartialReason]string{
	scan.MaxFilesReached:    "--max-files raises the limit, and what .gitignore names is not counted",
	scan.MaxDepthReached:    "--max-depth raises the limit",
	scan.Timeout:            "--scan-timeout raises the limit",
	scan.UnreadableFolders:  "give yourself the right to read them, or leave them out with .gitignore",
	scan.ManifestReadErrors: "give yourself the right to read them, or leave them out with .gitignore",
}

// missed says what of a folder was not seen, so that nobody takes a part of it
// for the whole.
func missed(w io.Writer) event.Sink {
	return func(s event.Stamped) {
		if e, ok := s.Event.(event.ScanCompleted); ok && e.Partial != "" {
			sayMissed(w, e.Partial, scan.PartialReason(e.Reason))
		}
	}
}

func sayMissed(w io.Writer, what string, reason scan.PartialReason) {
	visible.Fprintf(w, "aipack: the scan is partial: %s; %s\n", what, remedies[reason])
}
