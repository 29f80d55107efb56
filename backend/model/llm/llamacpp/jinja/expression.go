package jinja

import (
	"errors"
	"fmt"
)

func (e constant) value(*rendering, *scope) (value, error) { return e.v, nil }

func (e named) value(_ *rendering, s *scope) (value, error) { return s.find(e.name), nil }

func (e listed) value(r *rendering, s *scope) (value, error) {
	var items []value
	for _, one := range e.items {
		v, err := one.value(r, s)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	out, err := newList(items)
	if err != nil {
		return nil, err
	}
	out.tuple = e.tuple
	return out, nil
}

func (e mapped) value(r *rendering, s *scope) (value, error) {
	out := newMapping()
	for i := range e.keys {
		k, err := e.keys[i].value(r, s)
		if err != nil {
			return nil, err
		}
		v, err := e.values[i].value(r, s)
		if err != nil {
			return nil, err
		}
		name := shown(k).String()
		if n, ok := k.(int); ok {
			if out.whole == nil {
				out.whole = map[string]int{}
			}
			out.whole[name] = n
		}
		if out.set(name, v); out.depth > deepest {
			return nil, errors.New("it nests values too deeply")
		}
	}
	return out, nil
}

func (e logic) value(r *rendering, s *scope) (value, error) {
	a, err := e.a.value(r, s)
	switch {
	case err != nil:
		return nil, err
	case e.how == "not":
		return !truth(a), nil
	case truth(a) == (e.how == "or"):
		return a, nil
	}
	return e.b.value(r, s)
}

func (e unless) value(r *rendering, s *scope) (value, error) {
	test, err := e.test.value(r, s)
	if err != nil {
		return nil, err
	}
	if truth(test) {
		return e.a.value(r, s)
	}
	return e.b.value(r, s)
}

func (e compared) value(r *rendering, s *scope) (value, error) {
	a, err := e.first.value(r, s)
	if err != nil {
		return nil, err
	}
	for i, how := range e.how {
		b, err := e.rest[i].value(r, s)
		if err != nil {
			return nil, err
		}
		holds, err := compare(how, a, b)
		if err != nil || !holds {
			return false, err
		}
		a = b
	}
	return true, nil
}

func compare(how string, a, b value) (bool, error) {
	switch how {
	case "==":
		return same(a, b), nil
	case "!=":
		return !same(a, b), nil
	case "in", "not in":
		is, err := within(a, b)
		return is == (how == "in"), err
	case "<":
		return less(a, b)
	case ">":
		return less(b, a)
	case "<=":
		is, err := less(b, a)
		return !is, err
	}
	is, err := less(a, b)
	return !is, err
}

// within is Python's in.
func within(a, b value) (bool, error) {
	switch b := b.(type) {
	case Text:
		t, ok := a.(Text)
		if !ok {
			return false, fmt.Errorf("%s is looked for in a text", kindOf(a))
		}
		return b.index(t, 0) >= 0, nil
	case *list:
		for _, one := range b.items {
			if same(a, one) {
				return true, nil
			}
		}
		return false, nil
	case *mapping:
		t, ok := a.(Text)
		if !ok {
			return false, nil
		}
		_, ok = b.values[t.String()]
		return ok, nil
	case undefined:
		return false, nil
	}
	return false, fmt.Errorf("%s has no members", kindOf(b))
}

func (e operation) value(r *rendering, s *scope) (value, error) {
	a, err := e.a.value(r, s)
	if err != nil {
		return nil, err
	}
	b, err := e.b.value(r, s)
	if err != nil {
		return nil, err
	}
	v, err := operate(e.how, a, b)
	if err == nil {
		err = r.spend(v)
	}
	return v, placed(e.line, err)
}

func (e member) value(r *rendering, s *scope) (value, error) {
	of, err := e.of.value(r, s)
	if err != nil {
		return nil, err
	}
	name, err := e.name.value(r, s)
	if err != nil {
		return nil, err
	}
	v, err := memberOf(of, name, e.dot)
	return v, placed(e.line, err)
}

// memberOf is a member by name or number. After a dot methods come first, within
// brackets members.
func memberOf(of, name value, dot bool) (value, error) {
	if u, ok := of.(undefined); ok {
		return nil, fmt.Errorf("%s is undefined, so it has no %s", u.name, shown(name))
	}
	if t, ok := name.(Text); ok {
		key := t.String()
		m, isMap := of.(*mapping)
		if isMap {
			if v, ok := m.values[key]; ok && !(dot && !m.namespace && methodOf(of, key) != nil) {
				return v, nil
			}
		}
		if f := methodOf(of, key); f != nil {
			return f, nil
		}
		return undefined{key}, nil
	}
	i, ok := name.(int)
	if !ok {
		return undefined{shown(name).String()}, nil
	}
	switch of := of.(type) {
	case *mapping:
		if v, ok := of.values[fmt.Sprint(i)]; ok {
			return v, nil
		}
	case *list:
		if i < 0 {
			i += len(of.items)
		}
		if i >= 0 && i < len(of.items) {
			return of.items[i], nil
		}
	case Text:
		if i < 0 {
			i += len(of)
		}
		if i >= 0 && i < len(of) {
			return of[i : i+1 : i+1], nil
		}
	}
	return undefined{fmt.Sprint(i)}, nil
}

func (e sliced) value(r *rendering, s *scope) (value, error) {
	of, err := e.of.value(r, s)
	if err != nil {
		return nil, err
	}
	var bounds [3]value
	for i, one := range []expression{e.from, e.to, e.step} {
		if one == nil {
			continue
		}
		if bounds[i], err = one.value(r, s); err != nil {
			return nil, err
		}
	}
	v, err := slice(of, bounds)
	return v, placed(e.line, err)
}

// slice is Python's a[from:to:step].
func slice(of value, bounds [3]value) (value, error) {
	all, err := items(of)
	if err != nil {
		return nil, err
	}
	n, step := len(all), 1
	if bounds[2] != nil {
		var ok bool
		if step, ok = bounds[2].(int); !ok || step == 0 {
			return nil, errors.New("a slice has a step that is no number above or below 0")
		}
	}
	from, to, low, high := 0, n, 0, n
	if step < 0 {
		from, to, low, high = n-1, -1, -1, n-1
	}
	for i, bound := range []*int{&from, &to} {
		if bounds[i] == nil {
			continue
		}
		k, ok := bounds[i].(int)
		if !ok {
			return nil, fmt.Errorf("a slice begins or ends at %s", kindOf(bounds[i]))
		}
		if k < 0 {
			k += n
		}
		*bound = min(max(k, low), high)
	}
	var out []value
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		out = append(out, all[i])
	}
	switch of := of.(type) {
	case Text:
		var t Text
		for _, one := range out {
			t = append(t, shown(one)...)
		}
		return t, nil
	case *list:
		return &list{items: out, tuple: of.tuple}, nil
	}
	return &list{items: out}, nil
}
