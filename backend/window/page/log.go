package page

import (
	"sync"
	"time"
)

// Log keeps the last lines for a problem report. Its zero value is empty.
type Log struct {
	mu    sync.Mutex
	lines []string
}

const mostLogged = 200

// Add writes a line.
func (l *Log) Add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, time.Now().Format(time.RFC3339)+" "+line)
	if len(l.lines) > mostLogged {
		l.lines = l.lines[len(l.lines)-mostLogged:]
	}
}

// All gives the lines, oldest first.
func (l *Log) All() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string{}, l.lines...)
}
