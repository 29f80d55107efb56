package worker

import (
	"bytes"
	"strings"
	"sync"
)

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
	t.signal = isSignal(line)
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
