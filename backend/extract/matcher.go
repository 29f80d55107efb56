package extract

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sort"
	"strings"
	"sync"

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
		m.need = literals(tree)
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

// literals gives sets of texts: each match contains at least one text of each
// set.
func literals(re *syntax.Regexp) [][]string {
	switch re.Op {
	case syntax.OpLiteral:
		if len(re.Rune) >= minLiteral {
			return [][]string{{string(re.Rune)}}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals(re.Sub[0])
		}
	case syntax.OpConcat:
		var all [][]string
		for _, sub := range re.Sub {
			all = append(all, literals(sub)...)
		}
		return all
	case syntax.OpAlternate:
		var union []string
		for _, sub := range re.Sub {
			sets := literals(sub)
			if len(sets) == 0 {
				return nil
			}
			best := sets[0]
			for _, set := range sets[1:] {
				if moreTelling(set, best) {
					best = set
				}
			}
			union = append(union, best...)
		}
		return [][]string{union}
	}
	return nil
}

// moreTelling prefers longer literals up to a length at which they are rare,
// then fewer of them.
func moreTelling(a, b []string) bool {
	const rare = 8
	la, lb := min(shortest(a), rare), min(shortest(b), rare)
	if la != lb {
		return la > lb
	}
	return len(a) < len(b)
}

func shortest(list []string) int {
	n := len(list[0])
	for _, s := range list {
		n = min(n, len(s))
	}
	return n
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
