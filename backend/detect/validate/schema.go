package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/universalbuild"
)

// keywords is the part of JSON Schema that the published schema uses. A
// complete validator costs milliseconds at every start of the program; a test
// compares this one with it.
type keywords struct {
	Ref        string               `json:"$ref"`
	Defs       map[string]*keywords `json:"$defs"`
	Type       string               `json:"type"`
	Enum       []string             `json:"enum"`
	Minimum    *float64             `json:"minimum"`
	Maximum    *float64             `json:"maximum"`
	Required   []string             `json:"required"`
	Properties map[string]*keywords `json:"properties"`
	Items      *keywords            `json:"items"`
	// Additional is false, or the schema of the values under other names.
	Additional json.RawMessage `json:"additionalProperties"`

	other  *keywords
	closed bool
}

// schema is the published schema, read when first asked for.
var schema = sync.OnceValues(func() (*keywords, error) {
	var root keywords
	if err := json.Unmarshal(universalbuild.Schema(), &root); err != nil {
		return nil, err
	}
	for _, d := range root.Defs {
		for _, p := range append(slices.Collect(maps.Values(d.Properties)), d) {
			p.closed = string(p.Additional) == "false"
			if !p.closed && len(p.Additional) > 0 {
				if err := json.Unmarshal(p.Additional, &p.other); err != nil {
					return nil, err
				}
			}
		}
	}
	return &root, nil
})

// Schema checks JSON, a document or a list of them, against the published
// schema: the strict form that aipack writes. What universalbuild.Read takes
// beyond it is a problem here.
func Schema(content []byte) []Problem {
	problems := []Problem{}
	c := &Check{rule: "schema", problems: &problems}
	root, err := schema()
	if err != nil {
		c.Fail("", "The schema cannot be used: "+err.Error()+".", "Report this: it is a fault of aipack.")
		return problems
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		c.Fail("", "This is not JSON: "+err.Error()+".", "Correct the syntax.")
		return problems
	}
	if _, err := d.Token(); err != io.EOF {
		c.Fail("", "There is more after the end of the document.", "Put several documents into a list.")
		return problems
	}
	s := schemaCheck{c, root.Defs}
	document := root.Defs["UniversalBuild"]
	list, ok := tree.([]any)
	if !ok {
		s.value(document, tree, "")
		return problems
	}
	for i, item := range list {
		s.value(document, item, at("", i))
	}
	return problems
}

type schemaCheck struct {
	*Check
	defs map[string]*keywords
}

// value checks a value against a schema; the depth is that of the schema's
// definitions, which the value must follow.
func (s schemaCheck) value(k *keywords, v any, at string) {
	if k.Ref != "" {
		k = s.defs[strings.TrimPrefix(k.Ref, "#/$defs/")]
	}
	switch k.Type {
	case "object":
		s.object(k, v, at)
	case "array":
		list, ok := v.([]any)
		if !ok {
			s.wrong(at, "a list", v)
		}
		for i, item := range list {
			s.value(k.Items, item, at+"/"+strconv.Itoa(i))
		}
	case "string":
		text, ok := v.(string)
		if !ok {
			s.wrong(at, "a text", v)
		} else if len(k.Enum) > 0 && !slices.Contains(k.Enum, text) {
			s.Fail(at, fmt.Sprintf("%q is not one of %s.", text, strings.Join(k.Enum, ", ")), "Take one of them.")
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			s.wrong(at, "true or false", v)
		}
	case "integer", "number":
		s.number(k, v, at)
	}
}

func (s schemaCheck) object(k *keywords, v any, at string) {
	m, ok := v.(map[string]any)
	if !ok {
		s.wrong(at, "an object", v)
		return
	}
	for _, name := range k.Required {
		if _, there := m[name]; !there {
			s.Fail(at, "The field "+name+" is missing.", "Add it; it may be empty.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		field := at + "/" + universalbuild.Token(name)
		switch p := k.Properties[name]; {
		case p != nil:
			s.value(p, m[name], field)
		case k.other != nil:
			s.value(k.other, m[name], field)
		case k.closed:
			s.Fail(field, "There is no such field.", "Remove it, or correct its name.")
		}
	}
}

func (s schemaCheck) number(k *keywords, v any, at string) {
	n, ok := v.(json.Number)
	f, err := n.Float64()
	switch {
	case !ok || err != nil:
		s.wrong(at, "a number", v)
	case k.Type == "integer" && f != float64(int64(f)):
		s.wrong(at, "a whole number", v)
	case k.Minimum != nil && f < *k.Minimum:
		s.Fail(at, fmt.Sprintf("%s is less than %g.", n, *k.Minimum), "Give a larger number.")
	case k.Maximum != nil && f > *k.Maximum:
		s.Fail(at, fmt.Sprintf("%s is more than %g.", n, *k.Maximum), "Give a smaller number.")
	}
}

func (s schemaCheck) wrong(at, want string, v any) {
	s.Fail(at, "Here stands "+kind(v)+" where "+want+" belongs.", "Give "+want+".")
}

func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "a text"
	case bool:
		return "true or false"
	}
	return "a number"
}
