package worker

import (
	"strings"
	"unicode/utf8"
)

// assembler turns the bytes of tokens into whole characters: a token may end
// in the middle of one.
type assembler struct {
	rest []byte
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
	text := strings.ToValidUTF8(string(a.rest[:end]), "\uFFFD")
	a.rest = append(a.rest[:0], a.rest[end:]...)
	return text
}

// flush gives what is left when nothing follows.
func (a *assembler) flush() string {
	text := strings.ToValidUTF8(string(a.rest), "\uFFFD")
	a.rest = nil
	return text
}
