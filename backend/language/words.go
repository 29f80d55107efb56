package language

import (
	"fmt"
	"strings"
)

// ReplaceVariables replaces ${name} by what of gives; the rest stays.
func ReplaceVariables(s string, of func(string) (string, bool)) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "${")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(before)
		if v, ok := of(name); ok {
			b.WriteString(v)
		} else {
			b.WriteString("${" + name + "}")
		}
		s = after
		const longest = 10_000
		if b.Len() > longest {
			return b.String()
		}
	}
}

// Words makes a set of words.
func Words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// MadeOf reports whether a text is made of nothing but the given letters.
func MadeOf(s, letters string) bool {
	return strings.Trim(s, letters) == ""
}

// PortWord is PORT in a shell line, and the number where it is not set.
func PortWord(port int) string { return fmt.Sprintf("${PORT:-%d}", port) }

// ShellWord makes text one word of a POSIX shell line: as it is where that is
// safe, else in single quotes.
func ShellWord(text string) string {
	safe := text != ""
	for _, c := range text {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./:=@%+,", c)) {
			safe = false
			break
		}
	}
	if safe {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// Kebab writes a name of several words as options and subcommands are written:
// httpPort, HttpPort: http-port.
func Kebab(name string) string {
	var b strings.Builder
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}
