package helm

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"aipack/backend/manifest/placed"
)

var yamlFunctions = map[string]function{
	"toYaml": {1, toYAML}, "toYamlPretty": {1, toYAML}, "mustToYaml": {1, toYAML},
	"toJson": {1, toJSON}, "mustToJson": {1, toJSON}, "toPrettyJson": {1, toJSON},
	"toRawJson": {1, toJSON}, "mustToPrettyJson": {1, toJSON}, "mustToRawJson": {1, toJSON},
	"fromYaml": {1, fromYAML}, "fromYamlArray": {1, fromYAML}, "fromJson": {1, fromYAML}, "fromJsonArray": {1, fromYAML}, "mustFromJson": {1, fromYAML},
}

func toYAML(b *Budget, in []value) (value, error) {
	w := yamlWriter{budget: b}
	if err := w.value(in[0], 0, false); err != nil {
		return value{}, err
	}
	t := w.out.text()
	return textValue(t.cut(0, len(strings.TrimSuffix(t.s, "\n")))), nil
}

// yamlWriter writes values as YAML, each line with the place of what it says.
type yamlWriter struct {
	budget *Budget
	out    rope
}

func (w *yamlWriter) add(s string, at spot) error {
	w.out.add(textAt(s, at))
	return w.budget.spend(1, len(s))
}

// value writes a value and the end of its line; inline says that a key or a dash
// stands before it.
func (w *yamlWriter) value(v value, depth int, inline bool) error {
	if depth > placed.MaxDepth {
		return errBounds
	}
	switch x := v.v.(type) {
	case *dict:
		if len(x.of) == 0 {
			return w.add(" {}\n"[btoi(!inline):], v.at)
		}
		return w.dict(x, depth, inline)
	case []value:
		if len(x) == 0 {
			return w.add(" []\n"[btoi(!inline):], v.at)
		}
		if inline {
			if err := w.add("\n", v.at); err != nil {
				return err
			}
		}
		for _, item := range x {
			if err := w.add(strings.Repeat("  ", depth)+"-", item.place()); err != nil {
				return err
			}
			if err := w.item(item, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if inline {
		if err := w.add(" ", v.at); err != nil {
			return err
		}
	}
	return w.add(scalar(v)+"\n", v.place())
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (v value) place() spot {
	if t, ok := v.v.(text); ok {
		return cmp.Or(t.main(), v.at)
	}
	return v.at
}

// item writes a list's item; a mapping begins on the line of the dash.
func (w *yamlWriter) item(v value, depth int) error {
	d := v.dict()
	if d == nil || len(d.of) == 0 {
		return w.value(v, depth, true)
	}
	for i, k := range d.keys() {
		lead := " "
		if i > 0 {
			lead = strings.Repeat("  ", depth)
		}
		if err := w.pair(d, k, lead, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *yamlWriter) dict(d *dict, depth int, inline bool) error {
	for i, k := range d.keys() {
		lead := strings.Repeat("  ", depth)
		if inline && i == 0 {
			lead = "\n" + lead
		}
		if err := w.pair(d, k, lead, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *yamlWriter) pair(d *dict, key, lead string, depth int) error {
	if err := w.add(lead+scalar(str(key, spot{}))+":", d.at[key]); err != nil {
		return err
	}
	return w.value(d.of[key], depth+1, true)
}

// scalar writes a value so that YAML reads the same again.
func scalar(v value) string {
	t, ok := v.v.(text)
	if !ok {
		if v.v == nil {
			return "null"
		}
		return v.text().s
	}
	plain := t.s != "" && strings.TrimSpace(t.s) == t.s && !strings.ContainsAny(t.s, "\n\r\t\"'\\#&*!|>%@`{}[],?:=~<") && t.s[0] != '-'
	if plain && len(t.s) < 64 {
		switch strings.ToLower(t.s) {
		case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
			plain = false
		}
		if _, err := strconv.ParseFloat(t.s, 64); err == nil || t.s[0] == '.' || t.s[0] == '+' || t.s[0] >= '0' && t.s[0] <= '9' {
			plain = false
		}
	}
	if plain {
		return t.s
	}
	b, err := json.Marshal(t.s)
	if err != nil {
		return `""`
	}
	return string(b)
}

func toJSON(b *Budget, in []value) (value, error) {
	var r rope
	if err := writeJSON(b, &r, in[0], 0); err != nil {
		return value{}, err
	}
	return textValue(r.text()), nil
}

func writeJSON(b *Budget, r *rope, v value, depth int) error {
	if depth > placed.MaxDepth {
		return errBounds
	}
	add := func(s string, at spot) error {
		r.add(textAt(s, at))
		return b.spend(1, len(s))
	}
	switch x := v.v.(type) {
	case *dict:
		for i, k := range x.keys() {
			if err := add("{,"[min(i, 1):min(i, 1)+1]+strconv.Quote(k)+":", x.at[k]); err != nil {
				return err
			}
			if err := writeJSON(b, r, x.of[k], depth+1); err != nil {
				return err
			}
		}
		return add("{}"[btoi(len(x.of) > 0):], v.at)
	case []value:
		for i, item := range x {
			if err := add("[,"[min(i, 1):min(i, 1)+1], v.at); err != nil {
				return err
			}
			if err := writeJSON(b, r, item, depth+1); err != nil {
				return err
			}
		}
		return add("[]"[btoi(len(x) > 0):], v.at)
	case text:
		j, err := json.Marshal(x.s)
		if err != nil {
			return err
		}
		return add(string(j), v.place())
	}
	return add(scalar(v), v.at)
}

// fromYAML reads a text; one that is no YAML gives an empty mapping, as Helm does
// but for the key Error.
func fromYAML(b *Budget, in []value) (value, error) {
	t := in[0].text()
	docs, err := placed.Parse(t.s, t.locator())
	if spent := b.spend(1, 8*len(t.s)); spent != nil {
		return value{}, spent
	}
	if err != nil || len(docs) == 0 {
		return of(newDict()), nil
	}
	return valueOf(docs[0]), nil
}
