package jinja

import (
	"errors"
	"unicode"
)

type test func(v value, c call) (bool, error)

var tests map[string]test

func holds(is func(v value) bool) test {
	return func(v value, _ call) (bool, error) { return is(v), nil }
}

func comparing(how string) test {
	return func(v value, c call) (bool, error) {
		if len(c.args) == 0 {
			return false, errors.New("a comparison has nothing to compare with")
		}
		return compare(how, v, c.args[0])
	}
}

func remainder(of int) test {
	return holds(func(v value) bool { n, ok := v.(int); return ok && (n%2+2)%2 == of })
}

func cased(is func(rune) bool) test {
	return holds(func(v value) bool {
		any := false
		for _, r := range shown(v) {
			r &^= given
			if unicode.IsLetter(r) {
				if any = true; !is(r) {
					return false
				}
			}
		}
		return any
	})
}

func init() { // tests compare, and comparing makes no circle only here
	iterable := func(v value) bool {
		switch v.(type) {
		case Text, *list, *mapping, undefined:
			return true
		}
		return false
	}
	tests = map[string]test{
		"defined":   holds(func(v value) bool { _, is := v.(undefined); return !is }),
		"undefined": holds(func(v value) bool { _, is := v.(undefined); return is }),
		"none":      holds(func(v value) bool { return v == nil }),
		"string":    holds(func(v value) bool { _, is := v.(Text); return is }),
		"mapping":   holds(func(v value) bool { _, is := v.(*mapping); return is }),
		"iterable":  holds(iterable),
		"sequence":  holds(iterable),
		"number":    holds(func(v value) bool { _, is := number(v); return is }),
		"integer":   holds(func(v value) bool { _, is := v.(int); return is }),
		"float":     holds(func(v value) bool { _, is := v.(float64); return is }),
		"boolean":   holds(func(v value) bool { _, is := v.(bool); return is }),
		"true":      holds(func(v value) bool { return v == true }),
		"false":     holds(func(v value) bool { return v == false }),
		"callable":  holds(func(v value) bool { _, is := v.(function); return is }),
		"truthy":    holds(truth),
		"odd":       remainder(1), "even": remainder(0),
		"lower": cased(unicode.IsLower), "upper": cased(unicode.IsUpper),
		"divisibleby": func(v value, c call) (bool, error) {
			rest, err := operate("%", v, c.at(0, "num", nil))
			return same(rest, 0), err
		},
		"in": comparing("in"), "sameas": comparing("=="),
	}
	for how, names := range map[string][]string{
		"==": {"eq", "equalto"}, "!=": {"ne"}, "<": {"lt", "lessthan"}, ">": {"gt", "greaterthan"}, "<=": {"le"}, ">=": {"ge"},
	} {
		for _, name := range names {
			tests[name] = comparing(how)
		}
	}
}
