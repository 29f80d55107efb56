package language

import (
	"regexp/syntax"
	"sync"

	"aipack/backend/base/literal"
)

var finders sync.Map // Pattern to *literal.Finder

// Literals gives texts of which every match of the pattern contains at least
// one; none if that cannot be said. Looking for them is many times faster than
// running the expression, so a rule looks for them first.
func (p Pattern) Literals() []string { return p.finder().Texts() }

// finder looks for the literals.
func (p Pattern) finder() *literal.Finder {
	if known, ok := finders.Load(p); ok {
		return known.(*literal.Finder)
	}
	var set []string
	if tree, err := syntax.Parse(string(p), syntax.Perl); err == nil {
		set = literal.Best(literal.Sets(tree, readLiteral, literal.Longer), literal.Longer)
	}
	finder := literal.NewFinder(set)
	finders.Store(p, finder)
	return finder
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
