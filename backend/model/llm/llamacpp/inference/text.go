package inference

import (
	"strings"
	"time"
	"unicode/utf8"
)

// assembler turns the bytes of tokens into whole characters: a token may end
// in the middle of one.
type assembler struct {
	rest   []byte
	broken int // stretches that were replaced
}

// add takes bytes and gives what is complete. Bytes that can be no character
// become U+FFFD.
func (a *assembler) add(piece []byte) string {
	a.rest = append(a.rest, piece...)
	end := len(a.rest)
	for i := 1; i <= min(3, end); i++ {
		if b := a.rest[end-i]; utf8.RuneStart(b) {
			if !utf8.FullRune(a.rest[end-i:]) {
				end -= i
			}
			break
		}
	}
	text := a.valid(string(a.rest[:end]))
	a.rest = append(a.rest[:0], a.rest[end:]...)
	return text
}

// flush gives what is left when nothing follows.
func (a *assembler) flush() string {
	text := a.valid(string(a.rest))
	a.rest = nil
	return text
}

func (a *assembler) valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	a.broken++
	return strings.ToValidUTF8(text, "\uFFFD")
}

// bundle passes text on in bundles: a small model makes a token in less time
// than the program takes to read a line.
type bundle struct {
	hear func(string)
	text strings.Builder
	last time.Time
}

// pause is the least time between two bundles, short enough to read along.
const pause = 15 * time.Millisecond

func (b *bundle) add(text string) {
	b.text.WriteString(text)
	if now := time.Now(); now.Sub(b.last) >= pause {
		b.last = now
		b.flush()
	}
}

func (b *bundle) flush() {
	if b.text.Len() > 0 {
		b.hear(b.text.String())
		b.text.Reset()
	}
}
