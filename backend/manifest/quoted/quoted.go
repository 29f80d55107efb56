// Package quoted reads string literals in which a backslash keeps the next
// byte, as Ruby, Elixir and Erlang write them. What the escapes mean it does
// not know.
package quoted

import "strings"

// Read gives the text of a literal whose first byte stands at i, behind the
// opening quote, and where the rest of the line begins.
func Read(line string, i int, quote byte) (string, int) {
	var b strings.Builder
	for ; i < len(line); i++ {
		switch line[i] {
		case '\\':
			if i++; i == len(line) {
				return b.String(), i
			}
			b.WriteByte(line[i])
		case quote:
			return b.String(), i + 1
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String(), i
}
