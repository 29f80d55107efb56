package worker

import "strings"

// ExitError is why a worker ended that should have gone on.
type ExitError struct {
	Name   string   // of the Command
	Cause  error    // as the system tells it, nil where it ended without a complaint
	Output []string // its last lines on the error output, up to a signal's
}

// Error says it in one sentence.
func (d *ExitError) Error() string {
	switch line := d.LastWord(); {
	case line != "":
		return d.Name + " crashed: " + line
	case d.Killed():
		return d.Name + " was killed"
	case d.Cause != nil:
		return d.Name + " crashed: " + d.Cause.Error()
	}
	return d.Name + " ended"
}

// Unwrap gives the system's word.
func (d *ExitError) Unwrap() error { return d.Cause }

// Killed reports whether it was killed from outside, which most often is the
// system that runs out of memory.
func (d *ExitError) Killed() bool {
	return d.Cause != nil && strings.Contains(d.Cause.Error(), "killed")
}

// OutOfMemory reports whether it ended at the bound that Bound set.
func (d *ExitError) OutOfMemory() bool {
	for _, line := range d.Output {
		if strings.Contains(line, outOfMemory) || strings.Contains(line, "cannot allocate memory") || strings.Contains(line, "stack overflow") {
			return true
		}
	}
	return false
}

// LastWord is the last line that tells something: not that of the signal, and
// not the trace of the Go program around it, unless there is nothing else.
func (d *ExitError) LastWord() string {
	word := ""
	for _, line := range d.Output {
		if isSignal(line) {
			if word == "" {
				word = line
			}
			break
		}
		word = line
	}
	return word
}

// isSignal says whether a line begins what Go's runtime says at the end.
func isSignal(line string) bool {
	return strings.HasPrefix(line, "SIG") || strings.HasPrefix(line, "fatal error:") || strings.HasPrefix(line, "panic:")
}
