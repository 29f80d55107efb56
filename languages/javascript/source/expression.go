package source

import (
	"strings"

	"aipack/backend/language/node"
)

// alternatives splits an expression at ||, ?? and the branches of ?:.
func alternatives(expr string) []string {
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

// list splits what stands between an array's brackets.
func list(rest string) []string {
	var out []string
	for range 10 {
		item := node.Expression(rest)
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
