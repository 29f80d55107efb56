package languages

import "strings"

// jsExpression is the text of an expression from its beginning: to a comma, a
// semicolon, a bracket that it did not open, or a line's end that it can end at.
func jsExpression(text string) string {
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

// jsAlternatives splits an expression at ||, ?? and the branches of ?:.
func jsAlternatives(expr string) []string {
	var parts []string
	depth, start := 0, 0
	var quote byte
	for i := 0; i < len(expr); i++ {
		c := expr[i]
		two := ""
		if i+1 < len(expr) {
			two = expr[i : i+2]
		}
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
			depth--
		case depth == 0 && (two == "||" || two == "??"):
			parts = append(parts, expr[start:i])
			start = i + 2
			i++
		case depth == 0 && two != "?." && (c == '?' || c == ':' && len(parts) > 0):
			parts = append(parts, expr[start:i])
			start = i + 1
		}
	}
	return append(parts, expr[start:])
}

// jsList splits what stands between an array's brackets.
func jsList(rest string) []string {
	var out []string
	for range 10 {
		item := jsExpression(rest)
		if item == "" {
			break
		}
		out = append(out, item)
		at := strings.Index(rest, item) + len(item)
		rest = strings.TrimLeft(rest[at:], " \t\r\n")
		if !strings.HasPrefix(rest, ",") {
			break
		}
		rest = rest[1:]
	}
	return out
}
