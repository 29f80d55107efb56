package language

import (
	"strings"
)

// MayMatch reports whether a text holds one of a pattern's literals, without
// which it cannot match.
func (p Pattern) MayMatch(content string) bool {
	literals := p.Literals()
	for _, literal := range literals {
		if strings.Contains(content, literal) {
			return true
		}
	}
	return len(literals) == 0
}

// Matches runs a pattern over a text that may match it.
func (p Pattern) Matches(content string) bool {
	return p.MayMatch(content) && p.Regexp().MatchString(content)
}

// Find gives what a text says in the pattern's first group, the whole match
// where it has none.
func (p Pattern) Find(text string) (string, bool) {
	m := p.Regexp().FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	if len(m) > 1 {
		return m[1], true
	}
	return m[0], true
}
