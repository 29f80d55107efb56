package constrain

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// What a schema without bounds of its own gets: a weak model otherwise never
// ends.
const (
	mostCharacters = 8192
	mostItems      = 64
	mostMembers    = 32
	mostKey        = 64
	mostNodes      = 200_000
	mostDepth      = 64
	mostWork       = 20_000
)

// ErrSchema is a schema that cannot be forced: it is damaged, nothing fits it,
// or it uses a keyword whose fulfilment cannot be seen byte by byte.
var ErrSchema = errors.New("the schema cannot be forced")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrSchema, fmt.Sprintf(format, args...))
}

// compiler turns a JSON Schema (draft 2020-12, and what draft 7 writes
// differently) into nodes.
type compiler struct {
	grammar
	root  json.RawMessage
	refs  map[string]id // by JSON pointer
	value id            // any JSON value; made when first needed
	depth int
	work  int
}

// schema compiles one schema.
func (c *compiler) schema(raw json.RawMessage) (id, error) {
	switch strings.TrimSpace(string(raw)) {
	case "true", "{}", "":
		return c.any(), nil
	case "false":
		return 0, refuse("false fits nothing")
	}
	m, err := parseMembers(raw)
	if err != nil {
		return 0, refuse("%v", err)
	}
	return c.members(m)
}

// unseen are keywords that ask for something no automaton of this kind sees.
var unseen = []string{
	"not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties",
	"propertyNames", "contains", "prefixItems", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef",
}

func (c *compiler) members(m members) (id, error) {
	c.depth++
	defer func() { c.depth-- }()
	// A combination may refer to what it is part of, for ever or in many ways.
	if c.work++; c.depth > mostDepth || c.work > mostWork || len(c.nodes) > mostNodes {
		return 0, refuse("it is nested too deeply or too large")
	}
	for _, keyword := range unseen {
		if m.has(keyword) {
			return 0, refuse("%s is not supported", keyword)
		}
	}
	if ref, ok := m.text("$ref"); ok {
		return c.refer(ref)
	}
	if v, ok := m.get("const"); ok {
		return c.exact(v)
	}
	if v, ok := m.get("enum"); ok {
		return c.oneOf(v, c.exact)
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		if v, ok := m.get(keyword); ok {
			return c.combined(m.without(keyword), keyword, v)
		}
	}
	if v, ok := m.get("type"); ok && strings.HasPrefix(string(v), "[") {
		return c.oneOf(v, func(one json.RawMessage) (id, error) { return c.members(m.with("type", one)) })
	}
	return c.typed(m)
}

// oneOf compiles each element of a JSON array into an alternative. Those that
// nothing fits are left out as long as one is left.
func (c *compiler) oneOf(list json.RawMessage, each func(json.RawMessage) (id, error)) (id, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(list, &elements); err != nil || len(elements) == 0 {
		return 0, refuse("a list of alternatives is wanted, not %.40s", list)
	}
	var kids []id
	var first error
	for _, e := range elements {
		k, err := each(e)
		if err != nil {
			first = cmp.Or(first, err)
			continue
		}
		kids = append(kids, k)
	}
	if len(kids) == 0 {
		return 0, first
	}
	return c.either(kids...), nil
}

// combined merges what stands beside a combination into each of its schemas.
func (c *compiler) combined(beside members, keyword string, list json.RawMessage) (id, error) {
	if keyword != "allOf" {
		return c.oneOf(list, func(one json.RawMessage) (id, error) {
			merged, err := c.merge(beside, one)
			if err != nil {
				return 0, err
			}
			return c.members(merged)
		})
	}
	var all []json.RawMessage
	if err := json.Unmarshal(list, &all); err != nil {
		return 0, refuse("allOf is not a list")
	}
	merged := beside
	for _, one := range all {
		var err error
		if merged, err = c.merge(merged, one); err != nil {
			return 0, err
		}
	}
	return c.members(merged)
}

// merge lays one schema over another: properties and required are united.
func (c *compiler) merge(base members, over json.RawMessage) (members, error) {
	m, err := parseMembers(over)
	if err != nil {
		return nil, refuse("%v", err)
	}
	if ref, ok := m.text("$ref"); ok && len(base) > 0 {
		target, err := c.lookup(ref)
		if err != nil {
			return nil, err
		}
		if m, err = parseMembers(target); err != nil {
			return nil, refuse("%v", err)
		}
	}
	out := base
	for _, o := range m {
		old, both := out.get(o.key)
		switch {
		case both && o.key == "properties":
			out = out.with(o.key, joinObjects(old, o.value))
		case both && o.key == "required":
			out = out.with(o.key, joinArrays(old, o.value))
		default:
			out = out.with(o.key, o.value)
		}
	}
	return out, nil
}

// typed compiles a schema of one type, told or guessed by its keywords.
func (c *compiler) typed(m members) (id, error) {
	name, ok := m.text("type")
	if !ok {
		name = m.guess()
	}
	switch name {
	case "object":
		return c.object(m)
	case "array":
		return c.array(m)
	case "string":
		return c.str(m)
	case "integer":
		return c.number(m, false)
	case "number":
		return c.number(m, true)
	case "boolean":
		return c.either(c.literal("true"), c.literal("false")), nil
	case "null":
		return c.literal("null"), nil
	case "":
		return c.any(), nil
	}
	return 0, refuse("there is no type %q", name)
}

// exact compiles a value that must be written as it is.
func (c *compiler) exact(value json.RawMessage) (id, error) {
	text, err := compact(value)
	if err != nil {
		return 0, refuse("%v", err)
	}
	return c.literal(text), nil
}

// refer compiles the target of a reference once; a reference within it leads
// back to the same node.
func (c *compiler) refer(pointer string) (id, error) {
	slot, ok := c.refs[pointer]
	if !ok {
		target, err := c.lookup(pointer)
		if err != nil {
			return 0, err
		}
		slot = c.sequence(0)
		c.refs[pointer] = slot
		body, err := c.schema(target)
		if err != nil {
			c.nodes[slot] = node{kind: either} // of nothing: who refers to it cannot either
			return 0, err
		}
		c.nodes[slot].kids = []id{body}
	}
	return c.add(node{kind: refer, kids: []id{slot}}), nil
}

// lookup follows a JSON pointer (RFC 6901) within the document.
func (c *compiler) lookup(pointer string) (json.RawMessage, error) {
	path, ok := strings.CutPrefix(pointer, "#")
	if !ok {
		return nil, refuse("the reference %q leads out of the document", pointer)
	}
	at := c.root
	for _, step := range strings.Split(path, "/")[1:] {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		m, err := parseMembers(at)
		if err != nil {
			return nil, refuse("the reference %q leads nowhere", pointer)
		}
		if at, ok = m.get(step); !ok {
			return nil, refuse("the reference %q leads nowhere", pointer)
		}
	}
	return at, nil
}

// any matches every JSON value, a few levels deep.
func (c *compiler) any() id {
	if c.value == 0 {
		slot := c.sequence(0)
		c.value = c.add(node{kind: refer, kids: []id{slot}})
		number, _ := c.number(nil, true)
		body := c.either(
			c.text(0, mostCharacters), number, c.literal("true"), c.literal("false"), c.literal("null"),
			c.list(c.value, 0, mostItems), c.mapOf(c.value, 0, mostMembers),
		)
		c.nodes[slot].kids = []id{body}
	}
	return c.value
}

// count reads a bound that is a whole number.
func count(m members, keyword string, otherwise int) (int, error) {
	v, ok := m.get(keyword)
	if !ok {
		return otherwise, nil
	}
	var f float64
	if err := json.Unmarshal(v, &f); err != nil || f < 0 || f != math.Trunc(f) {
		return 0, refuse("%s is not a count", keyword)
	}
	return int(min(f, math.MaxInt32)), nil
}

// guess names the type that a schema's keywords belong to.
func (m members) guess() string {
	for _, g := range [...]struct{ keywords, name string }{
		{"properties required additionalProperties", "object"},
		{"items minItems maxItems", "array"},
		{"pattern minLength maxLength format", "string"},
		{"minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", "number"},
	} {
		if slices.ContainsFunc(strings.Fields(g.keywords), m.has) {
			return g.name
		}
	}
	return ""
}
