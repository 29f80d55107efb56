// Package sealed is texts that say in their last line what they were when they
// were written: whether anybody has changed one since is seen from the text
// alone. It does not know what the texts are, and keeps nobody from changing one.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// The last line is a comment of Dockerfiles, YAML and files of patterns.
const (
	before = "# Written by aipack ("
	behind = "); once it is changed by hand it counts as yours.\n"
)

// digits of the sum are enough to see a change that nobody means to hide.
const digits = 16

// Seal writes the line below a text, whose own last line has to be whole.
func Seal(text string) string { return text + before + sum([]byte(text)) + behind }

// Unchanged reports whether a text is what was sealed. Ends of lines may have
// become those of Windows, as git writes them there.
func Unchanged(text []byte) bool {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	at := len(text) - len(before) - digits - len(behind)
	return at >= 0 && string(text[at:]) == before+sum(text[:at])+behind
}

func sum(text []byte) string {
	all := sha256.Sum256(text)
	return hex.EncodeToString(all[:])[:digits]
}
