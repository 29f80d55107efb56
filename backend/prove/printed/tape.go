// Package printed keeps what a process prints within a bound.
package printed

import (
	"bytes"
	"fmt"
	"strings"
)

// Tape keeps the beginning and the end of what is printed: the beginning often
// names what is missing, the end what came of it.
type Tape struct {
	first, last int // how many bytes of each
	head, tail  []byte
	left        int // bytes left out between them
}

// New makes a tape that keeps so many bytes, a quarter of them of the beginning.
func New(bytes int) *Tape { return &Tape{first: bytes / 4, last: bytes - bytes/4} }

// Add takes what is printed next.
func (t *Tape) Add(p []byte) {
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

// Ended reports whether the last line is whole.
func (t *Tape) Ended() bool {
	text := t.tail
	if len(text) == 0 {
		text = t.head
	}
	return len(text) == 0 || text[len(text)-1] == '\n'
}

// Lines gives what is kept, and in between how much is left out.
func (t *Tape) Lines() []string {
	tail, left := t.tail, t.left
	if over := len(tail) - t.last; over > 0 {
		tail, left = tail[over:], left+over
	}
	if left == 0 {
		return split(string(t.head) + string(tail))
	}
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		tail, left = tail[i+1:], left+i+1
	}
	lines := append(split(string(t.head)), fmt.Sprintf("… %d bytes are left out here …", left))
	return append(lines, split(string(tail))...)
}

func split(text string) []string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "?"), "\n")
	if text == "" {
		return []string{}
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Shown(lines[i])
	}
	return lines
}

// Shown is what a terminal shows of a line in the end: what follows the last return to its
// beginning, with which progress is written over and over.
func Shown(line string) string {
	line = strings.TrimRight(line, "\r")
	return line[strings.LastIndexByte(line, '\r')+1:]
}
