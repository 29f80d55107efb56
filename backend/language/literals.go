package language

import (
	"regexp/syntax"
	"sync"
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
		set = literalSet(tree)
	}
	literalSets.Store(p, set)
	return set
}

// shortestLiteral is what is still rare enough in sources to be worth looking
// for.
const shortestLiteral = 3

func literalSet(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 && len(re.Rune) >= shortestLiteral {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literalSet(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literalSet(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if set := literalSet(sub); shortestOf(set) > shortestOf(best) {
				best = set
			}
		}
		return best
	case syntax.OpAlternate:
		var union []string
		for _, sub := range re.Sub {
			set := literalSet(sub)
			if len(set) == 0 {
				return nil
			}
			union = append(union, set...)
		}
		return union
	}
	return nil
}

func shortestOf(set []string) int {
	n := 0
	for i, s := range set {
		if i == 0 || len(s) < n {
			n = len(s)
		}
	}
	return n
}
