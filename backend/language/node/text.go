package node

import (
	"strings"
)

// Expression is the text of an expression from its beginning: to a comma, a
// semicolon, a bracket that it did not open, or a line's end that it can end at.
func Expression(text string) string {
	depth := 0
	var quote byte
	for i := 0; i < len(text) && i < 600; i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth < 0 {
				return strings.TrimSpace(text[:i])
			}
		case depth == 0 && (c == ',' || c == ';'):
			return strings.TrimSpace(text[:i])
		case depth == 0 && c == '\n':
			before, after := strings.TrimSpace(text[:i]), strings.TrimLeft(text[i:], " \t\r\n")
			if before != "" && !strings.HasSuffix(before, "|") && !strings.HasSuffix(before, "?") && (after == "" || strings.IndexByte(".|?:&", after[0]) < 0) {
				return before
			}
		}
	}
	return strings.TrimSpace(text[:min(len(text), 600)])
}

// StripComments takes whole comment lines out of a script, so that an example
// in a comment is not taken for a setting.
func StripComments(text string) string {
	var b strings.Builder
	block := false
	for _, line := range strings.Split(text, "\n") {
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
