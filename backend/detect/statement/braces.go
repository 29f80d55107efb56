package statement

import "strings"

// BracesReach is how far an entry of a table reaches to either side of what stands in it.
const BracesReach = 500

// Braces gives what stands in the braces around a text that is looked for from a place on,
// and where the text stands; nothing where it does not.
func Braces(content, match string, from int) (string, int) {
	at := strings.Index(content[from:], match)
	if at < 0 {
		return "", from
	}
	at += from
	begin := strings.LastIndexByte(content[max(0, at-BracesReach):at], '{') + 1 + max(0, at-BracesReach)
	end := min(at+BracesReach, len(content))
	if to := strings.IndexByte(content[at:end], '}'); to >= 0 {
		end = at + to
	}
	return content[begin:end], at
}
