package language

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used, so
// that knowledge costs nothing at start-up.
type Pattern string

var compiled sync.Map // Pattern to *regexp.Regexp

// Regexp gives the compiled expression. A bad one is a programmer's error.
func (p Pattern) Regexp() *regexp.Regexp {
	if re, ok := compiled.Load(p); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(string(p))
	compiled.Store(p, re)
	return re
}
