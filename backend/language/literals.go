package language

import (
	"regexp/syntax"
	"sync"

	"aipack/backend/literal"
)

var literalSets sync.Map // Pattern to []string

// Literals gives texts of which every match of the pattern contains at least
// one; none if that cannot be said. Looking for them is many times faster than
// running the expression, so a rule looks for them first.
func (p Pattern) Literals() []string {
	if known, ok := literalSets.Load(p); ok {
		return known.([]string)
	}
	var set []string
	if tree, err := syntax.Parse(string(p), syntax.Perl); err == nil {
		set = literal.Best(literal.Sets(tree, readLiteral, literal.Longer), literal.Longer)
	}
	literalSets.Store(p, set)
	return set
}

// shortestLiteral is what is still rare enough in sources to be worth looking
// for.
const shortestLiteral = 3

func readLiteral(re *syntax.Regexp) string {
	if re.Flags&syntax.FoldCase != 0 || len(re.Rune) < shortestLiteral {
		return ""
	}
	return string(re.Rune)
}
