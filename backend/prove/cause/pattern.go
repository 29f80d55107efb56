package cause

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/literal"
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
		p.literals = literal.Best(literal.Sets(tree, inLine, literal.Longer), literal.Longer)
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

// inLine is what a literal is looked for as: in small letters, and as the longest
// of its lines, since single lines are searched.
func inLine(re *syntax.Regexp) string {
	parts := strings.Split(strings.ToLower(string(re.Rune)), "\n")
	return slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })
}
