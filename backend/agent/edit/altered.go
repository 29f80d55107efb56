package edit

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Shown is a file's content as an editor shows it: without the mark of its encoding, each
// line end one line feed, and what is not UTF-8 replaced.
func Shown(content []byte) string { return strings.ToValidUTF8(plain(content).plain, "\uFFFD") }

// Alterable reports whether what a user makes of the change in an editor can be written
// with the file's own line ends: the file stays, is UTF-8, and its lines end in one way.
func (c Change) Alterable() bool {
	if c.After == nil || !utf8.Valid(c.After) {
		return false
	}
	ends := bytes.Count(c.After, []byte("\r\n"))
	if ends != bytes.Count(c.After, []byte("\r")) {
		return false // an editor takes a lone carriage return for the end of a line
	}
	return ends == 0 || ends == bytes.Count(c.After, []byte("\n"))
}

// Altered is what the file becomes where the user made text of what Shown gave of the
// change, with the file's mark and line ends. Only of a change that is Alterable.
func (c Change) Altered(text string) []byte {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if bytes.Contains(c.After, []byte("\r\n")) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if bytes.HasPrefix(c.After, bom) {
		return append(bytes.Clone(bom), text...)
	}
	return []byte(text)
}
