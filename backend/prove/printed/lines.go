package printed

import (
	"bytes"
	"sync"
)

// Lines hands each whole line that is written to it on, without its end.
type Lines struct {
	Each func([]byte)

	mu   sync.Mutex
	rest []byte
}

func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, p...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		l.Each(l.rest[:i])
		l.rest = l.rest[i+1:]
	}
}

// Close does nothing: a line that has no end is not handed on.
func (l *Lines) Close() error { return nil }
