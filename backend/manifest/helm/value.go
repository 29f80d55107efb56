package helm

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/manifest/placed"
)

// value is what a template computes with: nil, bool, int64, float64, text,
// []value or *dict; at is where a value that is no text comes from.
type value struct {
	v  any
	at spot
}

// dict is a mapping. Templates change some of them in place.
type dict struct {
	of map[string]value
	at map[string]spot // where the keys stand
}

func newDict() *dict { return &dict{of: map[string]value{}, at: map[string]spot{}} }

func (d *dict) put(key string, v value, at spot) { d.of[key], d.at[key] = v, at }

func (d *dict) keys() []string {
	keys := make([]string, 0, len(d.of))
	for k := range d.of {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func of(v any) value { return value{v: v} }

func str(s string, at spot) value { return value{v: textAt(s, at), at: at} }

func textValue(t text) value { return value{v: t, at: t.main()} }

// valueOf makes a value of YAML; numbers and booleans become such.
func valueOf(y *placed.Value) value {
	at := spot{y.Place(), true}
	switch {
	case y.IsMap():
		d := newDict()
		for _, p := range y.Pairs {
			d.put(p.Key, valueOf(p.Value), spot{p.At, true})
		}
		return value{d, at}
	case y.IsList():
		list := make([]value, 0, len(y.Items))
		for _, item := range y.Items {
			list = append(list, valueOf(item))
		}
		return value{list, at}
	case !y.IsText():
		return value{}
	}
	switch y.Tag {
	case "!!bool":
		if b, err := strconv.ParseBool(strings.ToLower(y.Text)); err == nil {
			return value{b, at}
		}
	case "!!int":
		if n, err := strconv.ParseInt(strings.ReplaceAll(y.Text, "_", ""), 0, 64); err == nil {
			return value{n, at}
		}
	case "!!float":
		if f, err := strconv.ParseFloat(y.Text, 64); err == nil {
			return value{f, at}
		}
	}
	return str(y.Text, at)
}

// truth is what if, and, or and default go by: everything but false, 0, nil and
// what is empty.
func (v value) truth() bool {
	switch x := v.v.(type) {
	case nil:
		return false
	case bool:
		return x
	case int64:
		return x != 0
	case float64:
		return x != 0
	case text:
		return x.s != ""
	case []value:
		return len(x) > 0
	case *dict:
		return len(x.of) > 0
	}
	return false
}

// text is the value as a template prints it: nothing for nil.
func (v value) text() text {
	switch x := v.v.(type) {
	case text:
		return x
	case bool:
		return textAt(strconv.FormatBool(x), v.at)
	case int64:
		return textAt(strconv.FormatInt(x, 10), v.at)
	case float64:
		return textAt(strconv.FormatFloat(x, 'g', -1, 64), v.at)
	case []value:
		return textAt(fmt.Sprintf("[%d]", len(x)), v.at)
	case *dict:
		return textAt(fmt.Sprintf("map[%d]", len(x.of)), v.at)
	}
	return text{}
}

func (v value) dict() *dict {
	d, _ := v.v.(*dict)
	return d
}

func (v value) list() []value {
	l, _ := v.v.([]value)
	return l
}

// number is the value as a number, 0 for what is none.
func (v value) number() (float64, bool) {
	switch x := v.v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	case text:
		n, err := strconv.ParseFloat(strings.TrimSpace(x.s), 64)
		return n, err == nil
	}
	return 0, false
}

func (v value) int() int64 {
	if n, ok := v.v.(int64); ok {
		return n
	}
	f, _ := v.number()
	if f != f || f > 1<<53 || f < -(1<<53) {
		return 0
	}
	return int64(f)
}

// get is a key of a mapping, nil where there is none.
func (v value) get(key string) value {
	if d := v.dict(); d != nil {
		return d.of[key]
	}
	return value{}
}

// kind is sprig's kindOf (https://masterminds.github.io/sprig/reflection.html).
func (v value) kind() string {
	switch v.v.(type) {
	case bool:
		return "bool"
	case int64, float64: // what is read of YAML is a float64 to Helm
		return "float64"
	case text:
		return "string"
	case []value:
		return "slice"
	case *dict:
		return "map"
	}
	return "invalid"
}
