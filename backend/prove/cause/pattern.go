package cause

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// pattern is a rule's regular expression and, in small letters, texts of which
// one stands in everything that it matches: looking for those first is what
// lets many rules read a long log.
type pattern struct {
	re       *regexp.Regexp
	literals []string
}

var patterns sync.Map // text to *pattern

// compiled is a rule's regular expression, compiled on first use. ^ and $ are
// the ends of a line.
func compiled(text string) *pattern {
	if p, ok := patterns.Load(text); ok {
		return p.(*pattern)
	}
	p := &pattern{re: regexp.MustCompile("(?m)" + text)}
	if tree, err := syntax.Parse("(?m)"+text, syntax.Perl); err == nil {
		p.literals = literalsOf(tree)
	}
	patterns.Store(text, p)
	return p
}

// present are the literals that occur in a text at all.
func (p *pattern) present(text string) (found []string) {
	for _, l := range p.literals {
		if strings.Contains(text, l) {
			found = append(found, l)
		}
	}
	return found
}

// hit reports whether a line, or one of those after it that the rule takes in,
// holds a literal; where it takes in several, only from a line that is searched.
func (p *pattern) hit(lower []string, i, after int, literals []string) bool {
	if lower[i] == "" {
		return false
	}
	for _, line := range lower[i:min(len(lower), i+after+1)] {
		for _, l := range literals {
			if strings.Contains(line, l) {
				return true
			}
		}
	}
	return false
}

// literalsOf gives texts of which each match holds one; none where that cannot
// be said.
func literalsOf(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		parts := strings.Split(strings.ToLower(string(re.Rune)), "\n") // it is looked for in single lines
		return []string{slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })}
	case syntax.OpCapture, syntax.OpPlus:
		return literalsOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literalsOf(re.Sub[0])
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			some := literalsOf(sub)
			if some == nil {
				return nil
			}
			all = append(all, some...)
		}
		return all
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if some := literalsOf(sub); some != nil && (best == nil || shortest(some) > shortest(best)) {
				best = some
			}
		}
		return best
	}
	return nil
}

func shortest(list []string) int {
	n := len(list[0])
	for _, s := range list {
		n = min(n, len(s))
	}
	return n
}
