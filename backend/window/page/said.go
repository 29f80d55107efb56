package page

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

// mostSaid is how much of a program's words waits for the page, in bytes: one
// that never stops talking would hold the window up.
const mostSaid = 256 << 10

// Said is what a program says, on its way to the page. It is safe for use by
// several goroutines.
type Said struct {
	mu     sync.Mutex
	text   bytes.Buffer
	unsaid int // bytes that were too many
}

// Write takes what the program says; of what is too much, the size is told. It
// never fails.
func (s *Said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	room := max(mostSaid-s.text.Len(), 0)
	s.text.Write(b[:min(len(b), room)])
	s.unsaid += max(len(b)-room, 0)
	return len(b), nil
}

// Take gives what was said since it was asked last, as text.
func (s *Said) Take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := strings.ToValidUTF8(s.text.String(), "?")
	if s.unsaid > 0 {
		text += fmt.Sprintf("\n[%d bytes more, too fast to be shown]\n", s.unsaid)
	}
	s.text.Reset()
	s.unsaid = 0
	return text
}
