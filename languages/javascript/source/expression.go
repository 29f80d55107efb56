package source

import (
	"strings"

	"aipack/backend/language/node"
)

// alternatives splits an expression at ||, ?? and the branches of ?:.
func alternatives(expr string) []string {
	var parts []string
	start := 0
	node.Code(expr, func(i, depth int, c byte) bool {
		if depth != 0 || i < start {
			return true
		}
		two := expr[i:min(i+2, len(expr))]
		length := 0
		switch {
		case two == "||" || two == "??":
			length = 2
		case two != "?." && (c == '?' || c == ':' && len(parts) > 0):
			length = 1
		}
		if length > 0 {
			parts = append(parts, expr[start:i])
			start = i + length
		}
		return true
	})
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
