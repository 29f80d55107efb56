package jinja

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// value is what an expression gives: nil for none, undefined, bool, int, float64,
// Text, *list, *mapping or function.
type value any

// undefined is the value of a name that nothing has given.
type undefined struct{ name string }

// list is a list or a tuple. Nothing changes one.
type list struct {
	items []value
	tuple bool
	depth int // levels of values within it
}

// newList is a list that a template has made.
func newList(items []value) (*list, error) {
	if len(items) > mostItems {
		return nil, errors.New("it makes a list without end")
	}
	out := &list{items: items}
	for _, one := range items {
		out.depth = max(out.depth, depthOf(one)+1)
	}
	if out.depth > deepest {
		return nil, errors.New("it nests values too deeply")
	}
	return out, nil
}

// depthOf is how many levels a value has below it.
func depthOf(v value) int {
	switch v := v.(type) {
	case *list:
		return v.depth
	case *mapping:
		if v.namespace { // it may hold itself, and nothing goes down into it
			return 0
		}
		return v.depth
	}
	return 0
}

// mapping keeps its order. Only a namespace is changed.
type mapping struct {
	keys      []string
	values    map[string]value
	whole     map[string]int // keys that are numbers
	verbatim  string         // how it was written as JSON, where that is kept
	namespace bool
	depth     int
}

// key is a key as a value.
func (m *mapping) key(name string) value {
	if n, ok := m.whole[name]; ok {
		return n
	}
	return givenText(name)
}

func newMapping() *mapping { return &mapping{values: map[string]value{}} }

func (m *mapping) set(key string, v value) {
	if _, ok := m.values[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.values[key] = v
	m.depth = max(m.depth, depthOf(v)+1)
}

// function is a macro, a method, or one of the names that every template has.
type function func(r *rendering, c call) (value, error)

// call is what a function is called with.
type call struct {
	args   []value
	named  map[string]value
	caller function // of a call block
}

// at is an argument by place or name, what else where it is not there.
func (c call) at(i int, name string, otherwise value) value {
	if i >= 0 && i < len(c.args) {
		return c.args[i]
	}
	if v, ok := c.named[name]; ok {
		return v
	}
	return otherwise
}

// valueOf makes a value of what a template is given.
func valueOf(v any) (value, error) {
	switch v := v.(type) {
	case nil, bool, int, float64:
		return v, nil
	case Words:
		return textOf(string(v)), nil
	case string:
		return givenText(v), nil
	case []any:
		out := &list{}
		for _, one := range v {
			made, err := valueOf(one)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, made)
		}
		return out, nil
	case Map:
		out := newMapping()
		for _, e := range v {
			made, err := valueOf(e.Value)
			if err != nil {
				return nil, err
			}
			out.set(e.Key, made)
		}
		return out, nil
	case Verbatim:
		made, err := valueOf(json.RawMessage(v))
		if m, ok := made.(*mapping); ok && err == nil {
			m.verbatim = string(v)
		}
		return made, err
	case json.RawMessage:
		d := json.NewDecoder(bytes.NewReader(v))
		d.UseNumber()
		made, err := decoded(d, 0)
		if err == nil && d.More() {
			err = errors.New("more than one value")
		}
		return made, err
	}
	return nil, fmt.Errorf("a template cannot be given a %T", v)
}

// decoded reads JSON and keeps the order of its members.
func decoded(d *json.Decoder, depth int) (value, error) {
	if depth > deepest {
		return nil, errors.New("it is nested too deeply")
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			out := &list{}
			for d.More() {
				v, err := decoded(d, depth+1)
				if err != nil {
					return nil, err
				}
				out.items = append(out.items, v)
			}
			_, err = d.Token()
			return out, err
		}
		out := newMapping()
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decoded(d, depth+1)
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			out.set(name, v)
		}
		_, err = d.Token()
		return out, err
	case json.Number:
		if n, err := strconv.Atoi(t.String()); err == nil {
			return n, nil
		}
		return t.Float64()
	case string:
		return givenText(t), nil
	}
	return token, nil // true, false, nil
}

// truth is whether a value counts as true.
func truth(v value) bool {
	switch v := v.(type) {
	case nil, undefined:
		return false
	case bool:
		return v
	case int:
		return v != 0
	case float64:
		return v != 0
	case Text:
		return len(v) > 0
	case *list:
		return len(v.items) > 0
	case *mapping:
		return v.namespace || len(v.keys) > 0
	}
	return true
}

// number is a value as a float, and whether it is a number; True is 1.
func number(v value) (float64, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// same is Python's ==.
func same(a, b value) bool {
	if x, ok := number(a); ok {
		y, ok := number(b)
		return ok && x == y
	}
	switch a := a.(type) {
	case nil:
		return b == nil
	case undefined:
		_, ok := b.(undefined)
		return ok
	case Text:
		other, ok := b.(Text)
		return ok && a.is(other)
	case *list:
		other, ok := b.(*list)
		if !ok || len(a.items) != len(other.items) || a.tuple != other.tuple {
			return false
		}
		for i := range a.items {
			if !same(a.items[i], other.items[i]) {
				return false
			}
		}
		return true
	case *mapping:
		other, ok := b.(*mapping)
		if !ok || a.namespace || other.namespace || len(a.keys) != len(other.keys) {
			return ok && a == other
		}
		for k, v := range a.values {
			if w, ok := other.values[k]; !ok || !same(v, w) {
				return false
			}
		}
		return true
	}
	return false
}

// less is Python's <.
func less(a, b value) (bool, error) {
	if x, ok := number(a); ok {
		if y, ok := number(b); ok {
			return x < y, nil
		}
	}
	s, ok := a.(Text)
	t, also := b.(Text)
	if ok && also {
		return s.String() < t.String(), nil
	}
	return false, fmt.Errorf("%s and %s have no order", kindOf(a), kindOf(b))
}

// kindOf names a value's kind in words.
func kindOf(v value) string {
	switch v.(type) {
	case nil:
		return "none"
	case undefined:
		return "something undefined"
	case bool:
		return "true or false"
	case int, float64:
		return "a number"
	case Text:
		return "a text"
	case *list:
		return "a list"
	case *mapping:
		return "a mapping"
	}
	return "a function"
}

// shown is a value as a template writes it: Python's str.
func shown(v value) Text {
	switch v := v.(type) {
	case Text:
		return v
	case undefined:
		return nil
	case *list, *mapping:
		return givenText(quoted(v))
	}
	return textOf(quoted(v))
}

// quoted is Python's repr.
func quoted(v value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int:
		return strconv.Itoa(v)
	case float64:
		return floatText(v)
	case Text:
		return pythonString(v.String())
	case *list:
		parts := make([]string, len(v.items))
		for i, one := range v.items {
			parts[i] = quoted(one)
		}
		switch inside := strings.Join(parts, ", "); {
		case !v.tuple:
			return "[" + inside + "]"
		case len(parts) == 1:
			return "(" + inside + ",)"
		default:
			return "(" + inside + ")"
		}
	case *mapping:
		if v.namespace {
			return "<Namespace>"
		}
		parts := make([]string, len(v.keys))
		for i, k := range v.keys {
			parts[i] = pythonString(k) + ": " + quoted(v.values[k])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case undefined:
		return "Undefined"
	}
	return "<function>"
}

// floatText is Python's repr of a float.
func floatText(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e16 {
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func pythonString(s string) string {
	quote := "'"
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = `"`
	}
	s = strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s)
	return quote + s + quote
}
