package helm

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

var listFunctions = map[string]function{
	"list": plain(0, func(in []value) value { return of(slices.Clone(in)) }), "tuple": plain(0, func(in []value) value { return of(slices.Clone(in)) }),
	"len":     plain(1, func(in []value) value { return of(int64(length(in[0]))) }),
	"first":   plain(1, func(in []value) value { return at(in[0].list(), 0) }),
	"last":    plain(1, func(in []value) value { return at(in[0].list(), len(in[0].list())-1) }),
	"rest":    plain(1, func(in []value) value { return of(part(in[0].list(), 1, len(in[0].list()))) }),
	"initial": plain(1, func(in []value) value { return of(part(in[0].list(), 0, len(in[0].list())-1)) }),
	"has":     plain(2, func(in []value) value { return of(holds(in[1].list(), in[0])) }),
	"append":  many(func(in []value) []value { return slices.Concat(in[0].list(), in[1:2]) }),
	"prepend": many(func(in []value) []value { return slices.Concat(in[1:2], in[0].list()) }),
	"concat": {1, func(b *Budget, in []value) (value, error) {
		var out []value
		for _, v := range in {
			if err := b.spend(len(v.list())+1, 0); err != nil {
				return value{}, err
			}
			out = append(out, v.list()...)
		}
		return of(out), nil
	}},
	"uniq": {1, func(b *Budget, in []value) (value, error) {
		var out []value
		for _, v := range in[0].list() {
			if err := b.spend(1+len(out), 0); err != nil {
				return value{}, err
			}
			if !holds(out, v) {
				out = append(out, v)
			}
		}
		return of(out), nil
	}},
	"without": plain(1, func(in []value) value {
		return of(slices.DeleteFunc(slices.Clone(in[0].list()), func(v value) bool { return holds(in[1:], v) }))
	}),
	"compact": plain(1, func(in []value) value {
		return of(slices.DeleteFunc(slices.Clone(in[0].list()), func(v value) bool { return !v.truth() }))
	}),
	"reverse": many(func(in []value) []value {
		out := slices.Clone(in[0].list())
		slices.Reverse(out)
		return out
	}),
	"sortAlpha": many(func(in []value) []value {
		out := slices.Clone(in[0].list())
		sort.SliceStable(out, func(i, j int) bool { return out[i].text().s < out[j].text().s })
		return out
	}),
	"toStrings": many(func(in []value) []value {
		var out []value
		for _, v := range in[0].list() {
			out = append(out, textValue(v.text()))
		}
		return out
	}),
	"until":     {1, func(b *Budget, in []value) (value, error) { return counted(b, 0, in[0].int(), 1) }},
	"untilStep": {3, func(b *Budget, in []value) (value, error) { return counted(b, in[0].int(), in[1].int(), in[2].int()) }},
	"splitList": {2, func(b *Budget, in []value) (value, error) { return split(b, in[0].text().s, in[1].text()) }},
	"split": {2, func(b *Budget, in []value) (value, error) {
		parts, err := split(b, in[0].text().s, in[1].text())
		d := newDict()
		for i, v := range parts.list() {
			d.put("_"+of(int64(i)).text().s, v, v.at)
		}
		return of(d), err
	}},
	"index": plain(1, func(in []value) value {
		v := in[0]
		for _, k := range in[1:] {
			if v.dict() != nil {
				v = v.get(k.text().s)
			} else {
				v = at(v.list(), int(k.int()))
			}
		}
		return v
	}),
	"slice": plain(1, func(in []value) value {
		list := in[0].list()
		from, to := 0, len(list)
		if len(in) > 1 {
			from = int(in[1].int())
		}
		if len(in) > 2 {
			to = int(in[2].int())
		}
		return of(part(list, from, to))
	}),
}

// many makes a function that copies its first argument, a list.
func many(do func([]value) []value) function {
	return function{1, func(b *Budget, in []value) (value, error) {
		if err := b.spend(1+len(in[0].list()), 0); err != nil {
			return value{}, err
		}
		return of(do(in)), nil
	}}
}

func length(v value) int {
	if d := v.dict(); d != nil {
		return len(d.of)
	}
	if t, ok := v.v.(text); ok {
		return len(t.s)
	}
	return len(v.list())
}

func at(list []value, i int) value {
	if i < 0 || i >= len(list) {
		return value{}
	}
	return list[i]
}

func part(list []value, from, to int) []value {
	to = min(max(to, 0), len(list))
	return list[min(max(from, 0), to):to:to]
}

func holds(list []value, v value) bool {
	return slices.ContainsFunc(list, func(other value) bool { return equal(other, v) })
}

func counted(b *Budget, from, to, step int64) (value, error) {
	var out []value
	if step == 0 {
		return of(out), nil
	}
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		if err := b.spend(stepsOfCopy, 0); err != nil {
			return value{}, err
		}
		out = append(out, of(i))
	}
	return of(out), nil
}

func split(b *Budget, by string, t text) (value, error) {
	var out []value
	from := 0
	for _, s := range strings.Split(t.s, by) {
		if err := b.spend(1, 16); err != nil {
			return value{}, err
		}
		out = append(out, textValue(t.cut(from, from+len(s))))
		from += len(s) + len(by)
	}
	return of(out), nil
}

var dictFunctions = map[string]function{
	"dict": plain(0, func(in []value) value {
		d := newDict()
		for i := 0; i+1 < len(in); i += 2 {
			d.put(in[i].text().s, in[i+1], in[i].text().main())
		}
		return of(d)
	}),
	"get":    plain(2, func(in []value) value { return in[0].get(in[1].text().s) }),
	"hasKey": plain(2, func(in []value) value { return of(hasKey(in[0], in[1].text().s)) }),
	"set": plain(3, func(in []value) value {
		if d := in[0].dict(); d != nil {
			d.put(in[1].text().s, in[2], in[1].text().main())
		}
		return in[0]
	}),
	"unset": plain(2, func(in []value) value {
		if d := in[0].dict(); d != nil {
			delete(d.of, in[1].text().s)
		}
		return in[0]
	}),
	"keys": plain(0, func(in []value) value {
		var out []value
		for _, v := range in {
			if d := v.dict(); d != nil {
				for _, k := range d.keys() {
					out = append(out, str(k, d.at[k]))
				}
			}
		}
		return of(out)
	}),
	"values": plain(1, func(in []value) value {
		var out []value
		if d := in[0].dict(); d != nil {
			for _, k := range d.keys() {
				out = append(out, d.of[k])
			}
		}
		return of(out)
	}),
	"pick": plain(1, func(in []value) value { return chosen(in[0], func(k string) bool { return named(in[1:], k) }) }),
	"omit": plain(1, func(in []value) value { return chosen(in[0], func(k string) bool { return !named(in[1:], k) }) }),
	"pluck": plain(1, func(in []value) value {
		var out []value
		for _, v := range in[1:] {
			if hasKey(v, in[0].text().s) {
				out = append(out, v.get(in[0].text().s))
			}
		}
		return of(out)
	}),
	"dig": plain(3, func(in []value) value {
		v := in[len(in)-1]
		for _, k := range in[:len(in)-2] {
			if !hasKey(v, k.text().s) {
				return in[len(in)-2]
			}
			v = v.get(k.text().s)
		}
		return v
	}),
	"merge":              mergeFunction(false),
	"mustMerge":          mergeFunction(false),
	"mergeOverwrite":     mergeFunction(true),
	"mustMergeOverwrite": mergeFunction(true),
	"deepCopy":           {1, func(b *Budget, in []value) (value, error) { return copied(b, in[0], 0) }},
	"mustDeepCopy":       {1, func(b *Budget, in []value) (value, error) { return copied(b, in[0], 0) }},
}

func hasKey(v value, key string) bool {
	d := v.dict()
	if d == nil {
		return false
	}
	_, ok := d.of[key]
	return ok
}

func named(in []value, key string) bool {
	return slices.ContainsFunc(in, func(v value) bool { return v.text().s == key || holds(v.list(), textValue(textAt(key, spot{}))) })
}

func chosen(v value, keep func(string) bool) value {
	out := newDict()
	if d := v.dict(); d != nil {
		for k, v := range d.of {
			if keep(k) {
				out.put(k, v, d.at[k])
			}
		}
	}
	return of(out)
}

func mergeFunction(over bool) function {
	return function{1, func(b *Budget, in []value) (value, error) {
		into := in[0].dict()
		if into == nil {
			return in[0], nil
		}
		for _, v := range in[1:] {
			if d := v.dict(); d != nil {
				if err := lay(b, into, d, over, 0); err != nil {
					return value{}, err
				}
			}
		}
		return in[0], nil
	}}
}

// lay lays a mapping over another; over says whose word counts where both have a
// key.
func lay(b *Budget, into, from *dict, over bool, depth int) error {
	if depth > maxNest {
		return errBounds
	}
	for _, k := range from.keys() {
		if err := b.spend(1, 0); err != nil {
			return err
		}
		v, old := from.of[k], into.of[k]
		switch _, known := into.of[k]; {
		case old.dict() != nil && v.dict() != nil && old.dict() != v.dict():
			if err := lay(b, old.dict(), v.dict(), over, depth+1); err != nil {
				return err
			}
		case !known || over || !old.truth():
			into.put(k, v, from.at[k])
		}
	}
	return nil
}

// stepsOfCopy is what a value costs that is made anew, in steps of which each takes
// about as long.
const stepsOfCopy = 10

func copied(b *Budget, v value, depth int) (value, error) {
	if err := b.spend(stepsOfCopy, 0); err != nil || depth > maxNest {
		return value{}, cmp.Or(err, errBounds)
	}
	switch x := v.v.(type) {
	case *dict:
		out := newDict()
		for _, k := range x.keys() {
			c, err := copied(b, x.of[k], depth+1)
			if err != nil {
				return c, err
			}
			out.put(k, c, x.at[k])
		}
		return value{out, v.at}, nil
	case []value:
		out := make([]value, 0, len(x))
		for _, item := range x {
			c, err := copied(b, item, depth+1)
			if err != nil {
				return c, err
			}
			out = append(out, c)
		}
		return value{out, v.at}, nil
	}
	return v, nil
}
