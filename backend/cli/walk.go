package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"aipack/backend/base/event"
	"aipack/backend/cli/visible"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
)

// Folders say which folders of a project count besides what decides it without a word.
type Folders struct {
	read, leave []string
	ignored     bool
}

// Flags adds the flags.
func (o *Folders) Flags(f *pflag.FlagSet) {
	f.BoolVar(&o.ignored, "include-ignored", false, "look at what .gitignore leaves out, too")
	f.StringArrayVar(&o.read, "read-folder", nil,
		"look into folders of this `name` even if a tool fills them or .gitignore names them; may be given several times")
	f.StringArrayVar(&o.leave, "leave-out", nil, "leave out folders of this `name`, wherever they are; may be given several times")
}

// Open opens a folder, saying in one sentence why it cannot be.
func (o Folders) Open(dir string) (*repo.Tree, error) {
	for _, name := range slices.Concat(o.read, o.leave) {
		if name == "" || strings.ContainsAny(name, `/\`) {
			return nil, Misuse(fmt.Sprintf("a folder is named without slashes, not %q", name))
		}
	}
	return open(dir, repo.Config{Read: o.read, LeaveOut: o.leave, Ignored: o.ignored})
}

// walk bounds the scan of a folder; zero fields are the usual bounds.
type walk struct {
	Folders
	files, depth int
	timeout      time.Duration
}

func (w *walk) flags(f *pflag.FlagSet) {
	w.Folders.Flags(f)
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
		e, ok := s.Event.(event.ScanCompleted)
		if !ok {
			return
		}
		if e.Partial != "" {
			sayMissed(w, e.Partial, scan.PartialReason(e.Reason))
		}
		sayLeftOut(w, e.LeftOut)
	}
}

// mostLeftOut bounds the folders that a line names.
const mostLeftOut = 5

func sayLeftOut(w io.Writer, left []event.LeftOut) {
	var said []string
	for _, l := range left[:min(mostLeftOut, len(left))] {
		said = append(said, l.Path+" ("+l.Why+")")
	}
	if more := len(left) - len(said); more > 0 {
		said = append(said, fmt.Sprintf("%d more", more))
	}
	if len(said) > 0 {
		visible.Fprintf(w, "aipack: not looked into: %s; --read-folder NAME looks into one\n", strings.Join(said, ", "))
	}
}

func sayMissed(w io.Writer, what string, reason scan.PartialReason) {
	visible.Fprintf(w, "aipack: the scan is partial: %s; %s\n", what, remedies[reason])
}
