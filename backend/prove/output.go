package prove

import (
	"strings"
	"sync"

	"aipack/backend/prove/printed"
)

// Both are enough for what people write and bound what a program may fill.
const (
	stepBytes = 1 << 20   // of one step of the build
	ringBytes = 512 << 10 // of the program
)

// ring keeps what a program printed.
type ring struct {
	mask *strings.Replacer // hides what must not be repeated; may be nil
	mu   sync.Mutex
	tape *printed.Tape
	took int64 // bytes of all that was printed
}

func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tape == nil {
		r.tape = printed.New(ringBytes)
	}
	r.tape.Add(p)
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
	lines := r.tape.Lines()
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
