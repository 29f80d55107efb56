package tool

import (
	"bytes"
	"unicode/utf8"
)

// decode gives bytes as text in one encoding. In Latin-1 every byte is a
// character, so that it fits any file that is not binary.
func decode(raw []byte, encoding string) (text string, ok bool) {
	if encoding == "latin-1" {
		out := make([]byte, 0, len(raw)+len(raw)/8)
		for _, c := range raw {
			out = utf8.AppendRune(out, rune(c))
		}
		return string(out), true
	}
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	return string(raw), utf8.Valid(raw) && !bytes.ContainsRune(raw, 0)
}
