package jinja

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

type filter func(r *rendering, v value, c call) (value, error)

var filters map[string]filter

func init() { // filters call each other by name
	filters = map[string]filter{
		"tojson": toJSON, "items": itemsOf, "list": listOf, "length": lengthOf, "count": lengthOf, "default": defaultOf, "d": defaultOf,
		"trim": textMethod("strip"), "lower": textMethod("lower"), "upper": textMethod("upper"), "capitalize": textMethod("capitalize"),
		"title": textMethod("title"), "replace": textMethod("replace"), "string": stringOf, "safe": stringOf, "e": escapeOf, "escape": escapeOf,
		"join": joinOf, "first": firstOf, "last": lastOf, "int": intOf, "float": floatOf, "abs": absOf, "round": roundOf,
		"map": mapOf, "select": chosen(true, false), "reject": chosen(false, false), "selectattr": chosen(true, true), "rejectattr": chosen(false, true),
		"sort": sortOf, "unique": uniqueOf, "reverse": reverseOf, "indent": indentOf, "dictsort": dictSortOf, "sum": sumOf,
		"max": extremeOf(1), "min": extremeOf(-1), "from_json": func(_ *rendering, v value, _ call) (value, error) { return fromJSON(v) },
		"attr": func(_ *rendering, v value, c call) (value, error) { return memberOf(v, c.at(0, "name", nil), true) },
	}
}

func textMethod(name string) filter {
	return func(r *rendering, v value, c call) (value, error) {
		return methodOf(shown(v), name)(r, c)
	}
}

func itemsOf(_ *rendering, v value, _ call) (value, error) {
	m, ok := v.(*mapping)
	if _, none := v.(undefined); none {
		return &list{}, nil
	}
	if !ok {
		return nil, fmt.Errorf("%s has no named members", kindOf(v))
	}
	out := &list{}
	for _, k := range m.keys {
		out.items = append(out.items, &list{items: []value{m.key(k), m.values[k]}, tuple: true})
	}
	return out, nil
}

func listOf(_ *rendering, v value, _ call) (value, error) {
	all, err := items(v)
	return &list{items: all}, err
}

func lengthOf(_ *rendering, v value, _ call) (value, error) {
	switch v := v.(type) {
	case Text:
		return len(v), nil
	case *list:
		return len(v.items), nil
	case *mapping:
		return len(v.keys), nil
	case undefined:
		return 0, nil
	}
	return nil, fmt.Errorf("%s has no length", kindOf(v))
}

func defaultOf(_ *rendering, v value, c call) (value, error) {
	_, absent := v.(undefined)
	if absent || truth(c.at(1, "boolean", false)) && !truth(v) {
		return c.at(0, "default_value", Text{}), nil
	}
	return v, nil
}

func stringOf(_ *rendering, v value, _ call) (value, error) { return shown(v), nil }

func escapeOf(_ *rendering, v value, _ call) (value, error) {
	t := shown(v)
	for _, pair := range [][2]string{{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"'", "&#39;"}, {`"`, "&#34;"}} {
		t = t.replaced(textOf(pair[0]), textOf(pair[1]), -1)
	}
	return bounded(t)
}

func joinOf(r *rendering, v value, c call) (value, error) {
	all, err := items(v)
	if err != nil {
		return nil, err
	}
	between := shown(c.at(0, "d", Text{}))
	name := c.at(1, "attribute", nil)
	var out Text
	for i, one := range all {
		if name != nil {
			if one, err = path(one, name); err != nil {
				return nil, err
			}
		}
		if i > 0 {
			out = append(out, between...)
		}
		if out, err = bounded(append(out, shown(one)...)); err != nil {
			return nil, err
		}
	}
	return out, r.step()
}

// path is a member by a name that may have dots.
func path(v value, name value) (_ value, err error) {
	t, ok := name.(Text)
	if !ok {
		return memberOf(v, name, false)
	}
	for part := range strings.SplitSeq(t.String(), ".") {
		var key value = textOf(part)
		if n, err := strconv.Atoi(part); err == nil {
			key = n
		}
		if v, err = memberOf(v, key, false); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func firstOf(_ *rendering, v value, _ call) (value, error) {
	all, err := items(v)
	if err != nil || len(all) == 0 {
		return undefined{"the first of none"}, err
	}
	return all[0], nil
}

func lastOf(_ *rendering, v value, _ call) (value, error) {
	all, err := items(v)
	if err != nil || len(all) == 0 {
		return undefined{"the last of none"}, err
	}
	return all[len(all)-1], nil
}

func intOf(_ *rendering, v value, c call) (value, error) {
	if f, ok := number(v); ok && math.Abs(f) < 1<<53 {
		return int(f), nil
	}
	if f, err := strconv.ParseFloat(strings.TrimSpace(shown(v).String()), 64); err == nil && math.Abs(f) < 1<<53 {
		return int(f), nil
	}
	return c.at(0, "default", 0), nil
}

func floatOf(_ *rendering, v value, c call) (value, error) {
	if f, ok := number(v); ok {
		return f, nil
	}
	if f, err := strconv.ParseFloat(strings.TrimSpace(shown(v).String()), 64); err == nil {
		return f, nil
	}
	return c.at(0, "default", 0.0), nil
}

func absOf(_ *rendering, v value, _ call) (value, error) {
	f, ok := number(v)
	if !ok {
		return nil, fmt.Errorf("%s has no sign", kindOf(v))
	}
	return compute("+", math.Abs(f), 0, whole(v))
}

func roundOf(_ *rendering, v value, c call) (value, error) {
	f, ok := number(v)
	digits, isInt := c.at(0, "precision", 0).(int)
	if !ok || !isInt || digits < 0 || digits > 15 {
		return nil, errors.New("only numbers are rounded")
	}
	scale := math.Pow10(digits)
	return math.RoundToEven(f*scale) / scale, nil
}

// some is items for filters that take whatever counts as false for nothing.
func some(v value) ([]value, error) {
	if !truth(v) {
		return nil, nil
	}
	return items(v)
}

func mapOf(r *rendering, v value, c call) (value, error) {
	all, err := some(v)
	if err != nil {
		return nil, err
	}
	out := &list{}
	name, byName := c.named["attribute"]
	for _, one := range all {
		if err := r.step(); err != nil {
			return nil, err
		}
		switch {
		case byName:
			if one, err = path(one, name); err != nil {
				return nil, err
			}
			if _, absent := one.(undefined); absent {
				one = c.at(-1, "default", one)
			}
		case len(c.args) > 0 && filters[shown(c.args[0]).String()] != nil:
			if one, err = filters[shown(c.args[0]).String()](r, one, call{args: c.args[1:], named: c.named}); err != nil {
				return nil, err
			}
		default:
			return nil, errors.New("map needs an attribute or a filter that is known here")
		}
		out.items = append(out.items, one)
	}
	return out, nil
}

// chosen are select, reject, selectattr and rejectattr.
func chosen(keep, attribute bool) filter {
	return func(r *rendering, v value, c call) (value, error) {
		all, err := some(v)
		if err != nil {
			return nil, err
		}
		test, args := tests["truthy"], c.args
		var name value
		if attribute {
			if len(args) == 0 {
				return nil, errors.New("the attribute to choose by is not named")
			}
			name, args = args[0], args[1:]
		}
		if len(args) > 0 {
			if test = tests[shown(args[0]).String()]; test == nil {
				return nil, fmt.Errorf("the test %q is not known here", shown(args[0]))
			}
			args = args[1:]
		}
		out := &list{}
		for _, one := range all {
			if err := r.step(); err != nil {
				return nil, err
			}
			seen := one
			if attribute {
				if seen, err = path(one, name); err != nil {
					return nil, err
				}
			}
			is, err := test(seen, call{args: args})
			if err != nil {
				return nil, err
			}
			if is == keep {
				out.items = append(out.items, one)
			}
		}
		return out, nil
	}
}

func reverseOf(_ *rendering, v value, _ call) (value, error) {
	return slice(v, [3]value{nil, nil, -1})
}

func indentOf(_ *rendering, v value, c call) (value, error) {
	by := c.at(0, "width", 4)
	blanks, ok := by.(Text)
	if n, is := by.(int); is && n >= 0 && n <= 100 {
		blanks, ok = textOf(strings.Repeat(" ", n)), true
	}
	if !ok {
		return nil, errors.New("a text is indented by no number of blanks")
	}
	var out Text
	first, blank := truth(c.at(1, "first", false)), truth(c.at(2, "blank", false))
	for i, r := range shown(v) {
		begins := i == 0 && first || i > 0 && out[len(out)-1]&^given == '\n'
		if begins && (blank || r&^given != '\n') {
			out = append(out, blanks...)
		}
		if out = append(out, r); len(out) > mostText {
			break
		}
	}
	return bounded(out)
}

func sumOf(_ *rendering, v value, c call) (value, error) {
	all, err := items(v)
	total := c.at(1, "start", 0)
	for _, one := range all {
		if name := c.at(0, "attribute", nil); name != nil && err == nil {
			one, err = path(one, name)
		}
		if err == nil {
			total, err = operate("+", total, one)
		}
	}
	return total, err
}

func extremeOf(sign int) filter {
	return func(_ *rendering, v value, _ call) (value, error) {
		all, err := items(v)
		if err != nil || len(all) == 0 {
			return undefined{"the most of none"}, err
		}
		best := all[0]
		for _, one := range all[1:] {
			a, b := best, one
			if sign < 0 {
				a, b = b, a
			}
			more, err := less(a, b)
			if err != nil {
				return nil, err
			}
			if more {
				best = one
			}
		}
		return best, nil
	}
}
