package jinja

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// methodOf is a method of Python's that templates call, nil where there is none.
func methodOf(v value, name string) function {
	switch v := v.(type) {
	case Text:
		if name == "join" {
			return func(r *rendering, c call) (value, error) {
				return joinOf(r, c.at(0, "iterable", nil), call{args: []value{v}})
			}
		}
		if m := textMethods[name]; m != nil {
			return func(r *rendering, c call) (value, error) {
				if err := r.spend(v); err != nil {
					return nil, err
				}
				return m(v, c)
			}
		}
	case *mapping:
		if m := mappingMethods[name]; m != nil {
			return func(r *rendering, c call) (value, error) { return m(r, v, c) }
		}
	case *list:
		switch name {
		case "index", "count":
			return func(_ *rendering, c call) (value, error) { return v.search(name, c) }
		}
	}
	return nil
}

func (l *list) search(name string, c call) (value, error) {
	n := 0
	for i, one := range l.items {
		if same(one, c.at(0, "value", nil)) {
			if name == "index" {
				return i, nil
			}
			n++
		}
	}
	if name == "index" {
		return nil, errors.New("a list does not have what is looked for")
	}
	return n, nil
}

func sortedKeys(m *mapping) []string { return slices.Sorted(slices.Values(m.keys)) }

var mappingMethods = map[string]func(r *rendering, m *mapping, c call) (value, error){
	"items": func(r *rendering, m *mapping, c call) (value, error) { return itemsOf(r, m, c) },
	"keys":  func(r *rendering, m *mapping, c call) (value, error) { return listOf(r, m, c) },
	"values": func(_ *rendering, m *mapping, _ call) (value, error) {
		out := &list{}
		for _, k := range m.keys {
			out.items = append(out.items, m.values[k])
		}
		return out, nil
	},
	"get": func(_ *rendering, m *mapping, c call) (value, error) {
		if v, ok := m.values[shown(c.at(0, "key", nil)).String()]; ok {
			return v, nil
		}
		return c.at(1, "default", nil), nil
	},
	"copy": func(_ *rendering, m *mapping, _ call) (value, error) {
		out := newMapping()
		for _, k := range m.keys {
			out.set(k, m.values[k])
		}
		return out, nil
	},
}

var textMethods = map[string]func(t Text, c call) (value, error){
	"strip":  func(t Text, c call) (value, error) { return stripped(t, c, true, true) },
	"lstrip": func(t Text, c call) (value, error) { return stripped(t, c, true, false) },
	"rstrip": func(t Text, c call) (value, error) { return stripped(t, c, false, true) },
	"lower": func(t Text, _ call) (value, error) {
		return t.mapped(func(_ int, r rune) rune { return unicode.ToLower(r) }), nil
	},
	"upper": func(t Text, _ call) (value, error) {
		return t.mapped(func(_ int, r rune) rune { return unicode.ToUpper(r) }), nil
	},
	"capitalize": func(t Text, _ call) (value, error) {
		return t.mapped(func(i int, r rune) rune {
			if i == 0 {
				return unicode.ToUpper(r)
			}
			return unicode.ToLower(r)
		}), nil
	},
	"title": func(t Text, _ call) (value, error) {
		before := ' '
		return t.mapped(func(_ int, r rune) rune {
			first := !unicode.IsLetter(before)
			before = r
			if first {
				return unicode.ToTitle(r)
			}
			return unicode.ToLower(r)
		}), nil
	},
	"split": func(t Text, c call) (value, error) {
		by, ok := c.at(0, "sep", nil).(Text)
		if !ok {
			return newList(t.words())
		}
		if len(by) == 0 {
			return nil, errors.New("a text is split at nothing")
		}
		most, ok := c.at(1, "maxsplit", -1).(int)
		if !ok {
			most = -1
		}
		return newList(t.split(by, most))
	},
	"rsplit": func(t Text, c call) (value, error) {
		by, ok := c.at(0, "sep", nil).(Text)
		most, limited := c.at(1, "maxsplit", -1).(int)
		if !ok || len(by) == 0 {
			return nil, errors.New("a text is split at nothing")
		}
		var out []value
		for !limited || most < 0 || len(out) < most {
			i := t.lastIndex(by)
			if i < 0 {
				break
			}
			out, t = append(out, t[i+len(by):]), t[:i:i]
		}
		out = append(out, t)
		slices.Reverse(out)
		return newList(out)
	},
	"splitlines": func(t Text, _ call) (value, error) {
		if t.ends(textOf("\n")) {
			t = t[:len(t)-1]
		}
		return newList(t.split(textOf("\n"), -1))
	},
	"startswith": func(t Text, c call) (value, error) { return anyOf(c, t.begins) },
	"endswith":   func(t Text, c call) (value, error) { return anyOf(c, t.ends) },
	"replace": func(t Text, c call) (value, error) {
		most, ok := c.at(2, "count", -1).(int)
		if !ok {
			most = -1
		}
		return bounded(t.replaced(shown(c.at(0, "old", nil)), shown(c.at(1, "new", nil)), most))
	},
	"format": formatted,
	"find":   func(t Text, c call) (value, error) { return t.index(shown(c.at(0, "sub", nil)), 0), nil },
	"rfind":  func(t Text, c call) (value, error) { return t.lastIndex(shown(c.at(0, "sub", nil))), nil },
	"count": func(t Text, c call) (value, error) {
		by := shown(c.at(0, "sub", nil))
		if len(by) == 0 {
			return len(t) + 1, nil
		}
		return len(t.split(by, -1)) - 1, nil
	},
	"isdigit": func(t Text, _ call) (value, error) { return all(t, unicode.IsDigit), nil },
	"isalpha": func(t Text, _ call) (value, error) { return all(t, unicode.IsLetter), nil },
	"isspace": func(t Text, _ call) (value, error) { return all(t, unicode.IsSpace), nil },
}

// formatted fills {}, {0} and {name}; nothing is said of how.
func formatted(t Text, c call) (value, error) {
	var out Text
	next := 0
	for len(t) > 0 {
		if t.begins(textOf("{{")) || t.begins(textOf("}}")) {
			out, t = append(out, t[0]), t[2:]
			continue
		}
		if t[0]&^given != '{' {
			out, t = append(out, t[0]), t[1:]
			continue
		}
		end := t.index(textOf("}"), 0)
		if end < 0 {
			return nil, errors.New("a text to be filled has a bracket that is not closed")
		}
		name := t[1:end].String()
		i, err := strconv.Atoi(name)
		switch {
		case name == "":
			i = next
			next++
		case err != nil:
			i = -1
		}
		v := c.at(i, name, undefined{name})
		if _, absent := v.(undefined); absent {
			return nil, fmt.Errorf("nothing is given to fill {%s}", name)
		}
		if out, err = bounded(append(out, shown(v)...)); err != nil {
			return nil, err
		}
		t = t[end+1:]
	}
	return out, nil
}

func all(t Text, is func(rune) bool) bool {
	return len(t) > 0 && !slices.ContainsFunc(t, func(r rune) bool { return !is(r &^ given) })
}

func stripped(t Text, c call, left, right bool) (value, error) {
	away := unicode.IsSpace
	if set, ok := c.at(0, "chars", nil).(Text); ok {
		chars := set.String()
		away = func(r rune) bool { return strings.ContainsRune(chars, r) }
	}
	return t.trimmed(left, right, away), nil
}

// anyOf asks about one text, or about each of a tuple.
func anyOf(c call, is func(Text) bool) (value, error) {
	switch v := c.at(0, "prefix", nil).(type) {
	case Text:
		return is(v), nil
	case *list:
		return slices.ContainsFunc(v.items, func(one value) bool { t, ok := one.(Text); return ok && is(t) }), nil
	default:
		return nil, fmt.Errorf("a text is compared with %s", kindOf(v))
	}
}

// globals are the names that every template has.
func globals(r *rendering) map[string]function {
	return map[string]function{
		"raise_exception": func(_ *rendering, c call) (value, error) {
			return nil, errRaised{shown(c.at(0, "message", nil)).String()}
		},
		"strftime_now": func(_ *rendering, c call) (value, error) {
			return dated(r.now, shown(c.at(0, "format", nil)).String()), nil
		},
		"namespace": func(_ *rendering, c call) (value, error) {
			m := newMapping()
			m.namespace = true
			if from, ok := c.at(0, "", nil).(*mapping); ok {
				for _, k := range from.keys {
					m.set(k, from.values[k])
				}
			}
			for _, k := range slices.Sorted(maps.Keys(c.named)) {
				m.set(k, c.named[k])
			}
			return m, nil
		},
		"dict": func(_ *rendering, c call) (value, error) {
			m := newMapping()
			for _, k := range slices.Sorted(maps.Keys(c.named)) {
				m.set(k, c.named[k])
			}
			return m, nil
		},
		"range": func(_ *rendering, c call) (value, error) { return ranged(c) },
	}
}

func ranged(c call) (value, error) {
	var n []int
	for _, v := range c.args {
		i, ok := v.(int)
		if !ok {
			return nil, fmt.Errorf("a range ends at %s", kindOf(v))
		}
		n = append(n, i)
	}
	from, to, step := 0, 0, 1
	switch len(n) {
	case 1:
		to = n[0]
	case 2:
		from, to = n[0], n[1]
	case 3:
		from, to, step = n[0], n[1], n[2]
	}
	if step == 0 || (to-from)/step > mostItems {
		return nil, errors.New("a range is without end")
	}
	out := &list{}
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		out.items = append(out.items, i)
	}
	return out, nil
}

// dated is Python's strftime, as far as templates use it.
func dated(now time.Time, format string) Text {
	layouts := map[byte]string{
		'd': "02", 'm': "01", 'Y': "2006", 'y': "06", 'b': "Jan", 'B': "January", 'a': "Mon", 'A': "Monday",
		'H': "15", 'M': "04", 'S': "05", 'I': "03", 'p': "PM", 'j': "002", 'Z': "MST",
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] == '%' && i+1 < len(format) {
			i++
			switch layout := layouts[format[i]]; {
			case layout != "":
				b.WriteString(now.Format(layout))
			case format[i] == '%':
				b.WriteByte('%')
			default:
				b.WriteString(format[i-1 : i+1])
			}
			continue
		}
		b.WriteByte(format[i])
	}
	return textOf(b.String())
}
