// Package plural writes numbers of things as people do: "1 file", "2,365 files".
package plural

import "strconv"

// Of is a number with what is counted; many is one with an s where it is absent.
func Of(n int, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return Number(n) + " " + many[0]
	}
	return Number(n) + " " + one + "s"
}

// Number separates thousands.
func Number(n int) string {
	text := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(text) - 3; i > first; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
