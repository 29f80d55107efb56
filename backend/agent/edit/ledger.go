package edit

import (
	"bytes"
	"crypto/sha256"
	"path"
	"slices"
	"strings"
	"sync"
)

// Ledger is what a model was shown of files, line by line. A line counts that was shown
// as it is: one that was cut, or was decoded from another encoding does not. One that has
// a secret hidden in it is kept as it was shown. The zero value has seen nothing. It is safe for concurrent use.
type Ledger struct {
	mu    sync.Mutex
	files map[string]seen
}

// seen is what was shown of a file with certain bytes.
type seen struct {
	sum    [sha256.Size]byte
	lines  []bool
	masked []string // lines as they were shown, where a secret is hidden in them; else ""
}

// Show notes what a model was shown of a file: a text that begins with a line, from 1.
// now is the file as it is.
func (l *Ledger) Show(file string, now []byte, first int, shown string) {
	if first < 1 {
		return
	}
	have := linesOf(now)
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.of(file, now, len(have))
	for i, line := range strings.Split(strings.TrimSuffix(shown, "\n"), "\n") {
		switch at := first - 1 + i; {
		case at >= len(have):
		case have[at] == line:
			s.lines[at] = true
		case stands(line, have[at]):
			s.masked[at] = line
		}
	}
}

// of is what was shown of a file as it is now; of another one nothing was.
func (l *Ledger) of(file string, now []byte, lines int) seen {
	file = path.Clean(file)
	sum := sha256.Sum256(now)
	s, known := l.files[file]
	if !known || s.sum != sum {
		s = seen{sum, make([]bool, lines), make([]string, lines)}
		if l.files == nil {
			l.files = map[string]seen{}
		}
		l.files[file] = s
	}
	return s
}

// linesOf are the lines of a file as a model is shown them.
func linesOf(file []byte) []string {
	file, _ = bytes.CutPrefix(file, bom)
	if len(file) == 0 {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	return lines
}

// Whole reports whether all of a file was shown as it is now.
func (l *Ledger) Whole(file string, now []byte) bool { return l.Lines(file, now, 1, len(linesOf(now))) }

// Lines reports whether lines of a file were shown as it is now, from 1.
func (l *Ledger) Lines(file string, now []byte, first, last int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, known := l.files[path.Clean(file)]
	if !known || s.sum != sha256.Sum256(now) {
		return false
	}
	last = min(last, len(s.lines))
	return first > last || !slices.Contains(s.lines[first-1:last], false)
}

// Applied notes that a change was made as it was wished: the model knows what it wrote,
// and of the rest what it knew before. A change that somebody else had a hand in is to be
// forgotten instead.
func (l *Ledger) Applied(c Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	file := path.Clean(c.Path)
	was, known := l.files[file]
	known = known && was.sum == sha256.Sum256(c.Before)
	delete(l.files, file)
	if c.After == nil {
		return
	}
	before, after := linesOf(c.Before), linesOf(c.After)
	s := l.of(file, c.After, len(after))
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	for i := range after {
		from := i
		if i >= len(after)-tail {
			from = len(before) - len(after) + i
		} else if i >= head {
			s.lines[i] = true
			continue
		}
		if known {
			s.lines[i], s.masked[i] = was.lines[from], was.masked[from]
		}
	}
}

// Forget notes that a file may be another one now.
func (l *Ledger) Forget(file string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.files, path.Clean(file))
}
