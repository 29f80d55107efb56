package source

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sort"
	"strings"
	"sync"

	"aipack/backend/base/literal"
	"aipack/backend/language"
)

// matcher is a pattern with what must stand in a text that it matches: of each
// set one literal. In sources ^ and $ are the ends of a line.
type matcher struct {
	re   func() *regexp.Regexp // compiled when a text holds the literals: most texts hold none
	need [][]string            // the most telling set first
	fold bool                  // the literals are lower case and stand for any case
	span int                   // lines after a literal's that a match may reach
}

var matchers sync.Map // language.Pattern to *matcher

func matcherOf(p language.Pattern) *matcher {
	if m, ok := matchers.Load(p); ok {
		return m.(*matcher)
	}
	m := &matcher{re: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?m)" + string(p)) })}
	if tree, err := syntax.Parse(string(p), syntax.Perl); err == nil {
		m.need = literal.Sets(tree, readLiteral, moreTelling)
		m.fold = folds(tree)
		m.span = 1
		if spansLines(tree) {
			m.span = 6
		}
	}
	for _, set := range m.need {
		for i := range set {
			if m.fold {
				set[i] = foldASCII(set[i])
			}
		}
	}
	sort.SliceStable(m.need, func(i, j int) bool { return moreTelling(m.need[i], m.need[j]) })
	matchers.Store(p, m)
	return m
}

// holdsEach reports whether a text has one literal of each set.
func holdsEach(lines string, sets [][]string) bool {
	for _, set := range sets {
		if !slices.ContainsFunc(set, func(literal string) bool { return strings.Contains(lines, literal) }) {
			return false
		}
	}
	return true
}

const minLiteral = 3

func readLiteral(re *syntax.Regexp) string {
	if len(re.Rune) < minLiteral {
		return ""
	}
	return string(re.Rune)
}

// moreTelling prefers longer literals up to a length at which they are rare,
// then fewer of them.
func moreTelling(a, b []string) bool {
	const rare = 8
	la, lb := min(literal.Shortest(a), rare), min(literal.Shortest(b), rare)
	if la != lb {
		return la > lb
	}
	return len(a) < len(b)
}

func folds(re *syntax.Regexp) bool {
	return re.Flags&syntax.FoldCase != 0 || slices.ContainsFunc(re.Sub, folds)
}

// spansLines reports whether a match may go over several lines: whether it
// skips anything, line ends too.
func spansLines(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar:
		return true
	case syntax.OpCharClass:
		return inClass(re.Rune, '\n') && inClass(re.Rune, 'a')
	}
	return slices.ContainsFunc(re.Sub, spansLines)
}

func inClass(ranges []rune, c rune) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] <= c && c <= ranges[i+1] {
			return true
		}
	}
	return false
}
