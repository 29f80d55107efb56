package outside

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
)

// What a tool may ask for.
const (
	mostSchema  = 16 << 10 // bytes of it, as the server writes it and as a model is told it
	mostDepth   = 8
	mostChoices = 50
	mostHint    = 300 // characters of one description
)

// propertyName is what every provider takes as the name of an argument.
var propertyName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)

// simplified is what a model is told of a tool's arguments: the part of JSON Schema that
// every provider takes, since one that refuses a schema refuses the whole request. The
// server holds the arguments against its own.
func simplified(given any) (json.RawMessage, error) {
	text, err := json.Marshal(given)
	if err != nil {
		return nil, errors.New("its arguments cannot be read")
	}
	if len(text) > mostSchema {
		return nil, fmt.Errorf("what it says of its arguments has %d bytes, more than %d", len(text), mostSchema)
	}
	if err := bounded.JSONDepth(string(text)); err != nil {
		return nil, errors.New("what it says of its arguments is too deep")
	}
	s := schema{}
	if err := json.Unmarshal(text, &s.root); err != nil {
		return nil, errors.New("what it says of its arguments is no object")
	}
	out := s.simple(s.root, 0)
	if out["type"] != "object" {
		return nil, errors.New("its arguments are no object")
	}
	if s.wrong != nil {
		return nil, s.wrong
	}
	if text, err = json.Marshal(out); err == nil && len(text) > mostSchema { // parts that are referred to are written out
		err = fmt.Errorf("what it says of its arguments has more than %d bytes", mostSchema)
	}
	return text, err
}

// schema is one that is made simple.
type schema struct {
	root  map[string]any
	size  int
	wrong error
}

// mostParts is how many parts a schema may have once all that is referred to is written out.
const mostParts = 500

// simple makes a part simple. What is not known to be simple may be anything.
func (s *schema) simple(part map[string]any, depth int) map[string]any {
	out := map[string]any{}
	if s.size++; depth > mostDepth || s.size > mostParts {
		return out
	}
	if about, ok := part["description"].(string); ok {
		out["description"] = shortened(strings.Join(strings.Fields(about), " "), mostHint)
	}
	if other := s.chosen(part); other != nil {
		for key, v := range s.simple(other, depth+1) {
			if out[key] == nil {
				out[key] = v
			}
		}
		return out
	}
	kind := kindOf(part["type"])
	if kind == "" && (part["properties"] != nil || depth == 0) {
		kind = "object"
	}
	if kind != "" {
		out["type"] = kind
	}
	switch kind {
	case "object":
		s.members(part, out, depth)
	case "array":
		items, _ := part["items"].(map[string]any)
		out["items"] = s.simple(items, depth+1)
	case "string":
		if choices := texts(part["enum"]); len(choices) > 0 && len(choices) <= mostChoices {
			out["enum"] = choices
		}
	}
	return out
}

// members are an object's.
func (s *schema) members(part, out map[string]any, depth int) {
	given, _ := part["properties"].(map[string]any)
	members, required := map[string]any{}, []string{}
	for name, v := range given {
		if member, ok := v.(map[string]any); ok && propertyName.MatchString(name) {
			members[name] = s.simple(member, depth+1)
		} else if ok = v == true; ok && propertyName.MatchString(name) {
			members[name] = map[string]any{}
		}
	}
	for _, name := range texts(part["required"]) {
		if members[name] == nil {
			s.wrong = errors.New("it needs an argument that no model can be told of")
		} else if !slices.Contains(required, name) {
			required = append(required, name)
		}
	}
	out["properties"] = members
	if len(required) > 0 {
		out["required"] = required
	}
}

// chosen is the part that another stands for: what it refers to within the schema, or the
// first of several that may be there and is not null. nil: it stands for itself.
func (s *schema) chosen(part map[string]any) map[string]any {
	if ref, ok := part["$ref"].(string); ok {
		at := any(s.root)
		path, within := strings.CutPrefix(ref, "#/")
		for _, step := range strings.Split(path, "/") {
			m, _ := at.(map[string]any)
			at = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
		}
		if found, ok := at.(map[string]any); ok && within {
			return found
		}
		return map[string]any{}
	}
	for _, several := range []string{"anyOf", "oneOf", "allOf"} {
		list, _ := part[several].([]any)
		for _, v := range list {
			if one, ok := v.(map[string]any); ok && one["type"] != "null" && part["properties"] == nil {
				return one
			}
		}
	}
	return nil
}

var kinds = []string{"object", "array", "string", "number", "integer", "boolean"}

// kindOf is the type that a schema names: of several the first that is not null.
func kindOf(v any) string {
	for _, name := range append(texts(v), fmt.Sprint(v)) {
		if slices.Contains(kinds, name) {
			return name
		}
	}
	return ""
}

// texts are those of a list that has nothing else; none of any other.
func texts(v any) (out []string) {
	list, _ := v.([]any)
	for _, one := range list {
		text, ok := one.(string)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}
