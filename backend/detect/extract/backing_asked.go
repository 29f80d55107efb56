package extract

import (
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// askedFor is a branch of a Python program that is taken where an address was
// given: whoever asks whether there is one does without.
const askedFor language.Pattern = `(?i)^\s*(?:el)?if\s+(?:\w+\.)*(\w+_(?:uri|url|host|dsn|address))(?:\s+is\s+not\s+none)?\s*:\s*(?:#.*)?$`

// askedFor reports whether a program looks whether it was given a data service's
// address before it connects.
func (s *Sources) askedFor(kind string) bool {
	var words []string
	for _, word := range backing.Known(kind).Settings {
		words = append(words, word, strings.ToLower(word))
	}
	for _, h := range s.Ask(source.Question{Patterns: source.These(askedFor), Anchors: words}) {
		if namesKind(h.Groups[1], kind) && !source.Aside(h.Name) {
			return true
		}
	}
	return false
}
