package prove

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

// tape keeps the beginning and the end of what is printed: the beginning often
// names what is missing, the end what came of it.
type tape struct {
	first, last int // how many bytes of each
	head, tail  []byte
	left        int // bytes left out between them
}

// Both are enough for what people write and bound what a program may fill.
const (
	stepBytes = 1 << 20   // of one step of the build
	ringBytes = 512 << 10 // of the program
)

func newTape(bytes int) *tape { return &tape{first: bytes / 4, last: bytes - bytes/4} }

func (t *tape) add(p []byte) {
	if room := t.first - len(t.head); room > 0 {
		n := min(room, len(p))
		t.head, p = append(t.head, p[:n]...), p[n:]
	}
	t.tail = append(t.tail, p...)
	if len(t.tail) > 2*t.last { // not at every line: that would copy the tail each time
		over := len(t.tail) - t.last
		t.left += over
		t.tail = append(t.tail[:0], t.tail[over:]...)
	}
}

// ended reports whether the last line is whole.
func (t *tape) ended() bool {
	text := t.tail
	if len(text) == 0 {
		text = t.head
	}
	return len(text) == 0 || text[len(text)-1] == '\n'
}

func (t *tape) lines() []string {
	tail, left := t.tail, t.left
	if over := len(tail) - t.last; over > 0 {
		tail, left = tail[over:], left+over
	}
	if left == 0 {
		return linesIn(string(t.head) + string(tail))
	}
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		tail, left = tail[i+1:], left+i+1
	}
	lines := append(linesIn(string(t.head)), fmt.Sprintf("… %d bytes are left out here …", left))
	return append(lines, linesIn(string(tail))...)
}

func linesIn(text string) []string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "?"), "\n")
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// ring keeps what a program printed.
type ring struct {
	mask *strings.Replacer // hides what must not be repeated; may be nil
	mu   sync.Mutex
	tape *tape
	took int64 // bytes of all that was printed
}

func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tape == nil {
		r.tape = newTape(ringBytes)
	}
	r.tape.add(p)
	r.took += int64(len(p))
	return len(p), nil
}

// printed is how much was printed so far.
func (r *ring) printed() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.took
}

func (r *ring) Close() error { return nil }

func (r *ring) lines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tape == nil {
		return []string{}
	}
	lines := r.tape.lines()
	for i := range lines {
		lines[i] = r.clean(lines[i])
	}
	return lines
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
