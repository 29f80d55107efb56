package node

import (
	"strings"
)

// mostOfExpression bounds how far an expression is read.
const mostOfExpression = 600

// Expression is the text of an expression from its beginning: to a comma, a
// semicolon, a bracket that it did not open, or a line's end that it can end at.
func Expression(text string) string {
	end := min(len(text), mostOfExpression)
	Code(text[:end], func(i, depth int, c byte) bool {
		ends := depth < 0 || depth == 0 && (c == ',' || c == ';')
		if depth == 0 && c == '\n' {
			before, after := strings.TrimSpace(text[:i]), strings.TrimLeft(text[i:], " \t\r\n")
			ends = before != "" && !strings.HasSuffix(before, "|") && !strings.HasSuffix(before, "?") && (after == "" || strings.IndexByte(".|?:&", after[0]) < 0)
		}
		if ends {
			end = i
		}
		return !ends
	})
	return strings.TrimSpace(text[:end])
}

// Code gives each byte of a script that stands in no string, with how many
// brackets are open around it: below 0 for one that closes more than were
// opened. It ends where each gives false.
func Code(text string, each func(i, depth int, c byte) bool) {
	depth := 0
	var quote byte
	for i := range len(text) {
		c := text[i]
		if quote != 0 {
			if c == quote {
				quote = 0
			}
			continue
		}
		opens := strings.IndexByte("([{", c) >= 0
		switch {
		case c == '"' || c == '\'' || c == '`':
			quote = c
			continue
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		}
		if !each(i, depth, c) {
			return
		}
		if opens {
			depth++
		}
	}
}

// StripComments takes whole comment lines out of a script, so that an example
// in a comment is not taken for a setting.
func StripComments(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 1)
	block := false
	for line := range strings.SplitSeq(text, "\n") {
		t := strings.TrimSpace(line)
		switch {
		case block:
			block = !strings.Contains(t, "*/")
			continue
		case strings.HasPrefix(t, "//"):
			continue
		case strings.HasPrefix(t, "/*"):
			block = !strings.Contains(t, "*/")
			continue
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}
