package llamacpp

import (
	"bytes"
	"strings"
	"sync"
)

// death is why a worker ended that should have gone on.
type death struct {
	cause  error    // as the system tells it
	output []string // its last lines on the error output
}

func newDeath(cause error, output []string) *death { return &death{cause, output} }

// Error says it in one sentence.
func (d *death) Error() string {
	switch line := d.lastWord(); {
	case aborted(line):
		return "llama.cpp gave this model up: " + withoutPath(line)
	case line != "":
		return "the process that holds the model crashed: " + line
	case d.cause != nil && strings.Contains(d.cause.Error(), "killed"):
		return "the process that holds the model was killed"
	case d.cause != nil:
		return "the process that holds the model crashed: " + d.cause.Error()
	}
	return "the process that holds the model ended"
}

// Unwrap gives the system's word.
func (d *death) Unwrap() error { return d.cause }

func (d *death) hint() string {
	switch {
	case aborted(d.lastWord()):
		return "the file is damaged, or made for another release of llama.cpp: fetch it anew, or choose another model"
	case d.cause != nil && strings.Contains(d.cause.Error(), "killed"):
		return "most likely the memory was used up: choose a smaller model or close other programs"
	}
	return "the next request starts it again"
}

// lastWord is the last line that tells something: ggml's own, not the trace of
// the Go program around it.
func (d *death) lastWord() string {
	word := ""
	for _, line := range d.output {
		switch {
		case aborted(line):
			return line
		case strings.HasPrefix(line, "SIG"), strings.HasPrefix(line, "fatal error:"), strings.HasPrefix(line, "panic:"):
			if word == "" {
				word = line
			}
			return word
		}
		word = line
	}
	return word
}

// aborted says whether a line is ggml's last word.
func aborted(line string) bool {
	return strings.Contains(line, "GGML_ASSERT") || strings.Contains(line, "ggml_abort")
}

// withoutPath turns "/of/the/builder/file.cpp:12: what" into "what (file.cpp:12)".
func withoutPath(line string) string {
	place, what, found := strings.Cut(line, ": ")
	if !found || strings.ContainsAny(place, " (") {
		return line
	}
	return what + " (" + place[strings.LastIndexAny(place, `/\`)+1:] + ")"
}

// tail keeps the last lines that are written to it, up to a signal: the Go
// program's trace follows, and says nothing of the reason.
type tail struct {
	mu     sync.Mutex
	kept   []string
	rest   []byte
	signal bool
}

const tailLines = 60

// Write takes output.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest = append(t.rest, p...)
	for {
		line, rest, whole := bytes.Cut(t.rest, []byte("\n"))
		if !whole {
			break
		}
		t.rest = rest
		t.keep(string(line))
	}
	if len(t.rest) > 4096 {
		t.keep(string(t.rest[:4096]))
		t.rest = nil
	}
	return len(p), nil
}

func (t *tail) keep(line string) {
	if line = strings.TrimSpace(line); line == "" || t.signal {
		return
	}
	t.signal = strings.HasPrefix(line, "SIG") || strings.HasPrefix(line, "fatal error:")
	if len(line) > 400 {
		line = line[:400]
	}
	t.kept = append(t.kept, strings.ToValidUTF8(line, "\uFFFD"))
	if len(t.kept) > tailLines {
		t.kept = t.kept[1:]
	}
}

func (t *tail) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keep(string(t.rest))
	t.rest = nil
	return append([]string(nil), t.kept...)
}
