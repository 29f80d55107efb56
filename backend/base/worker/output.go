package worker

import (
	"bytes"
	"strings"
	"sync"
)

// Beginning keeps the first bytes of what a process prints, and calls Over, once, where
// there is more. Two goroutines may write.
type Beginning struct {
	Most int
	Over func() // nil: the rest is dropped in silence

	mu   sync.Mutex
	text bytes.Buffer
	more bool
}

// Write takes output and never fails, so that the process does not notice.
func (b *Beginning) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	room := b.Most - b.text.Len()
	b.text.Write(p[:min(room, len(p))])
	if len(p) > room && !b.more {
		b.more = true
		if b.Over != nil {
			b.Over()
		}
	}
	return len(p), nil
}

// Bytes are what was kept. The process must have ended.
func (b *Beginning) Bytes() []byte { return b.text.Bytes() }

// String is what was kept, as text.
func (b *Beginning) String() string { return strings.ToValidUTF8(b.text.String(), "\uFFFD") }

// Full reports whether there was more.
func (b *Beginning) Full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.more
}

// End keeps the last bytes of what a process prints. Two goroutines may write.
type End struct {
	Most int

	mu   sync.Mutex
	text []byte
}

// Write takes output and never fails.
func (e *End) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if over := len(p) - e.Most; over > 0 {
		e.text = append(e.text[:0], p[over:]...)
		return len(p), nil
	}
	e.text = append(e.text, p...)
	if over := len(e.text) - e.Most; over > 0 {
		e.text = append(e.text[:0], e.text[over:]...)
	}
	return len(p), nil
}

// String is what was kept, as text.
func (e *End) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.ToValidUTF8(string(e.text), "\uFFFD")
}
