package languages

import "strings"

// shellWord makes text one word of a POSIX shell line: as it is where that is
// safe, else in single quotes.
func shellWord(text string) string {
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
