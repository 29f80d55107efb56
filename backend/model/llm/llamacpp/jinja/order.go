package jinja

import (
	"cmp"
	"slices"
	"unicode"
)

// folded is what texts are ordered by: not by their case.
func folded(v value, exact bool) value {
	if t, ok := v.(Text); ok && !exact {
		return t.mapped(func(_ int, r rune) rune { return unicode.ToLower(r) })
	}
	return v
}

func order(all []value, key func(value) (value, error), exact, reverse bool) error {
	var wrong error
	slices.SortStableFunc(all, func(a, b value) int {
		x, err := key(a)
		y, also := key(b)
		x, y = folded(x, exact), folded(y, exact)
		before, one := less(x, y)
		after, two := less(y, x)
		wrong = cmp.Or(wrong, err, also, one, two)
		n := 0
		if before {
			n = -1
		} else if after {
			n = 1
		}
		if reverse {
			n = -n
		}
		return n
	})
	return wrong
}

func sortOf(_ *rendering, v value, c call) (value, error) {
	all, err := items(v)
	if err != nil {
		return nil, err
	}
	all = slices.Clone(all)
	name := c.at(2, "attribute", nil)
	err = order(all, func(one value) (value, error) {
		if name == nil {
			return one, nil
		}
		return path(one, name)
	}, truth(c.at(1, "case_sensitive", false)), truth(c.at(0, "reverse", false)))
	return &list{items: all}, err
}

func dictSortOf(_ *rendering, v value, c call) (value, error) {
	pairs, err := itemsOf(nil, v, call{})
	if err != nil {
		return nil, err
	}
	at := 0
	if shown(c.at(1, "by", Text{})).String() == "value" {
		at = 1
	}
	l, ok := pairs.(*list)
	if !ok {
		return pairs, nil
	}
	err = order(l.items, func(one value) (value, error) { return memberOf(one, at, false) },
		truth(c.at(0, "case_sensitive", false)), truth(c.at(2, "reverse", false)))
	return l, err
}

func uniqueOf(r *rendering, v value, c call) (value, error) {
	all, err := items(v)
	if err != nil {
		return nil, err
	}
	out := &list{}
	for _, one := range all {
		if !slices.ContainsFunc(out.items, func(had value) bool { return same(folded(had, false), folded(one, false)) }) {
			out.items = append(out.items, one)
		}
		r.steps += len(out.items)
		if err := r.step(); err != nil {
			return nil, err
		}
	}
	return out, nil
}
