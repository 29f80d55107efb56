// Package linesum is texts that say in their last line what they were when they
// were written: whether anybody has changed one since, and in which lines, is
// seen from the text alone. It does not know what the texts are, and keeps
// nobody from changing one.
package linesum

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// The last line is a comment of Dockerfiles, YAML, files of patterns and of
// variables. Between the two stand the sum of the whole, and those of its lines.
const (
	before = "# Written by aipack ("
	behind = "); the lines that are changed by hand count as yours.\n"
)

// digits of the sum of the whole, and letters of that of a line, are enough to
// see a change that nobody means to hide.
const (
	digits  = 16
	letters = 4
)

// Seal writes the line below a text, whose own last line has to be whole.
func Seal(text string) string { return text + line(text) }

// Over seals what somebody has made of a text by hand: only the lines that the
// text does not have are theirs.
func Over(hand, text string) string {
	if !strings.HasSuffix(hand, "\n") {
		hand += "\n"
	}
	return hand + line(text)
}

func line(text string) string { return before + sum([]byte(text)) + " " + sums(text) + behind }

// Unchanged reports whether a text is what was sealed. Ends of lines may have
// become those of Windows, as git writes them there.
func Unchanged(text []byte) bool {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	at := bytes.LastIndex(text, []byte(before))
	return at >= 0 && string(text[at:]) == line(string(text[:at]))
}

// Own tells the lines, from 0, that somebody has written into a sealed text, or
// changed there; empty ones are nobody's. A line that was only moved or indented
// otherwise is not told. ok is false for a text that carries no seal.
func Own(text string) (own []bool, ok bool) {
	lines := strings.Split(text, "\n")
	sealed := -1
	for i := len(lines) - 1; i >= 0 && sealed < 0; i-- {
		if strings.HasPrefix(lines[i], before) && strings.HasSuffix(strings.TrimRight(lines[i], "\r"), strings.TrimSuffix(behind, "\n")) {
			sealed = i
		}
	}
	if sealed < 0 {
		return nil, false
	}
	_, known, _ := strings.Cut(strings.TrimPrefix(lines[sealed], before), " ")
	known, _, _ = strings.Cut(known, ")")
	ours := map[string]bool{}
	for ; len(known) >= letters; known = known[letters:] {
		ours[known[:letters]] = true
	}
	own = make([]bool, len(lines))
	for i, l := range lines {
		l = strings.TrimSpace(l)
		own[i] = i != sealed && l != "" && !ours[short(l)]
	}
	return own, true
}

func sum(text []byte) string {
	all := sha256.Sum256(text)
	return hex.EncodeToString(all[:])[:digits]
}

// sums gives those of a text's lines, in their order and each once.
func sums(text string) string {
	var b strings.Builder
	seen := map[string]bool{"": true}
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); !seen[l] {
			seen[l] = true
			b.WriteString(short(l))
		}
	}
	return b.String()
}

func short(line string) string {
	all := sha256.Sum256([]byte(line))
	return base64.RawURLEncoding.EncodeToString(all[:])[:letters]
}
