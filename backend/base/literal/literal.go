// Package literal says which texts must stand in whatever a regular expression
// matches. Looking for those is many times faster than running the expression,
// so it is done first. It does not know what is searched.
package literal

import "regexp/syntax"

// Sets gives sets of texts: each match contains at least one text of each set.
// read says what a literal of the expression is looked for as, "" for not at
// all. Of an alternative's branches the best set counts.
func Sets(re *syntax.Regexp, read func(literal *syntax.Regexp) string, better func(a, b []string) bool) [][]string {
	switch re.Op {
	case syntax.OpLiteral:
		if text := read(re); text != "" {
			return [][]string{{text}}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return Sets(re.Sub[0], read, better)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return Sets(re.Sub[0], read, better)
		}
	case syntax.OpConcat:
		var all [][]string
		for _, sub := range re.Sub {
			all = append(all, Sets(sub, read, better)...)
		}
		return all
	case syntax.OpAlternate:
		var union []string
		for _, sub := range re.Sub {
			best := Best(Sets(sub, read, better), better)
			if best == nil {
				return nil
			}
			union = append(union, best...)
		}
		return [][]string{union}
	}
	return nil
}

// Best is the best of the sets, the first of equals; nil for none.
func Best(sets [][]string, better func(a, b []string) bool) (best []string) {
	for _, set := range sets {
		if best == nil || better(set, best) {
			best = set
		}
	}
	return best
}

// Longer prefers the set whose shortest text is longer.
func Longer(a, b []string) bool { return Shortest(a) > Shortest(b) }

// Shortest is how long the shortest text of a set is; 0 for none.
func Shortest(set []string) int {
	n := 0
	for i, text := range set {
		if i == 0 || len(text) < n {
			n = len(text)
		}
	}
	return n
}
