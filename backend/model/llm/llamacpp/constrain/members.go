package constrain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// members are an object's, in the order in which they are written: a model
// should think in the order that the schema's author chose.
type members []member

type member struct {
	key   string
	value json.RawMessage
}

func parseMembers(raw json.RawMessage) (members, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	open, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("reading a schema: %w", err)
	}
	if open != json.Delim('{') {
		return nil, fmt.Errorf("a schema is an object, not %.40s", raw)
	}
	var m members
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("reading a schema: %w", err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, fmt.Errorf("reading a schema: %w", err)
		}
		name, _ := key.(string)
		m = m.with(name, value)
	}
	return m, nil
}

func (m members) has(key string) bool { _, ok := m.get(key); return ok }

func (m members) get(key string) (json.RawMessage, bool) {
	for _, x := range m {
		if x.key == key {
			return x.value, true
		}
	}
	return nil, false
}

// text gives a member that is a string.
func (m members) text(key string) (string, bool) {
	v, ok := m.get(key)
	if !ok {
		return "", false
	}
	var s string
	err := json.Unmarshal(v, &s)
	return s, err == nil
}

func (m members) with(key string, value json.RawMessage) members {
	out := slices.Clone(m)
	for i := range out {
		if out[i].key == key {
			out[i].value = value
			return out
		}
	}
	return append(out, member{key, value})
}

func (m members) without(key string) members {
	return slices.DeleteFunc(slices.Clone(m), func(x member) bool { return x.key == key })
}

// joinObjects unites two objects; the second wins.
func joinObjects(a, b json.RawMessage) json.RawMessage {
	x, errX := parseMembers(a)
	y, errY := parseMembers(b)
	if errX != nil || errY != nil {
		return b
	}
	for _, m := range y {
		x = x.with(m.key, m.value)
	}
	var out bytes.Buffer
	for i, m := range x {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(quote(m.key) + ":")
		out.Write(m.value)
	}
	return json.RawMessage("{" + out.String() + "}")
}

func joinArrays(a, b json.RawMessage) json.RawMessage {
	var x, y []json.RawMessage
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return b
	}
	out, err := json.Marshal(append(x, y...))
	if err != nil {
		return b
	}
	return out
}

// compact writes a value without spaces between its parts.
func compact(value json.RawMessage) (string, error) {
	var b bytes.Buffer
	err := json.Compact(&b, value)
	return b.String(), err
}

// quote writes a string as JSON, with < and > as they are.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""`
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
