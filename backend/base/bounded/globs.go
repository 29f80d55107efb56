package bounded

import (
	"fmt"
	"strings"
)

// Globs reads a list of patterns as Glob does, and gives of a path the place of the
// last pattern that matches it or is written like it, -1 for none. A list may stand
// for as many patterns as one pattern may: each is tried with every path. Those
// behind match nothing but what is written like them, and the error tells the first
// that was refused.
func Globs(patterns []string) (last func(name string) int, err error) {
	type wild struct {
		at      int
		matches func(name string) bool
	}
	var wilds []wild
	written := map[string]int{}
	tried := 0
	for i, p := range patterns {
		written[p] = i
		if !strings.ContainsAny(p, `*?[{\`) || tried > globMostChoices {
			continue
		}
		matches, refused := Glob(p)
		if refused == nil {
			if tried += choices(p); tried > globMostChoices {
				refused = &Refusal{"the list of patterns", 0, fmt.Sprintf("it stands for more than %d patterns with wildcards, and no more are tried", globMostChoices)}
			}
		}
		if refused != nil {
			if err == nil {
				err = refused
			}
			continue
		}
		wilds = append(wilds, wild{i, matches})
	}
	return func(name string) int {
		at, ok := written[name]
		if !ok {
			at = -1
		}
		for k := len(wilds) - 1; k >= 0 && wilds[k].at > at; k-- {
			if wilds[k].matches(name) {
				return wilds[k].at
			}
		}
		return at
	}, err
}
