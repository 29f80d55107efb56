package prove

import (
	"bytes"
	"strings"
	"sync"
)

// ring keeps the last lines a program printed.
type ring struct {
	mask *strings.Replacer // hides what must not be repeated; may be nil
	mu   sync.Mutex
	text []byte
}

const ringBytes = 256 << 10

func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text = append(r.text, p...)
	if over := len(r.text) - ringBytes; over > 0 {
		r.text = append(r.text[:0], r.text[over:]...)
	}
	return len(p), nil
}

func (r *ring) Close() error { return nil }

func (r *ring) lines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := strings.TrimRight(r.clean(strings.ToValidUTF8(string(r.text), "?")), "\n")
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// clean hides in a text what must not be repeated.
func (r *ring) clean(text string) string {
	if r.mask == nil {
		return text
	}
	return r.mask.Replace(text)
}

// lineReader hands each whole line on.
type lineReader struct {
	mu   sync.Mutex
	rest []byte
	each func([]byte)
}

func (l *lineReader) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, p...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		l.each(l.rest[:i])
		l.rest = l.rest[i+1:]
	}
}

func (l *lineReader) Close() error { return nil }
