package constrain

import (
	"encoding/json"
	"math"
)

// text is a JSON string of so many characters.
func (c *compiler) text(least, most int) id {
	return c.sequence(c.literal(`"`), c.repeat(c.add(node{kind: char}), least, most), c.literal(`"`))
}

// space is what may stand after a colon or comma: Qwen writes one.
func (c *compiler) space() id { return c.optional(c.literal(" ")) }

// list is a JSON array.
func (c *compiler) list(item id, least, most int) id {
	if most == 0 {
		return c.literal("[]")
	}
	more := c.repeat(c.sequence(c.literal(","), c.space(), item), max(0, least-1), most-1)
	body := c.sequence(item, more)
	if least == 0 {
		body = c.optional(body)
	}
	return c.sequence(c.literal("["), body, c.literal("]"))
}

// mapOf is an object with names of the model's choice.
func (c *compiler) mapOf(value id, least, most int) id {
	if most == 0 {
		return c.literal("{}")
	}
	pair := c.sequence(c.text(1, mostKey), c.literal(":"), c.space(), value)
	body := c.sequence(pair, c.repeat(c.sequence(c.literal(","), c.space(), pair), max(0, least-1), most-1))
	if least == 0 {
		body = c.optional(body)
	}
	return c.sequence(c.literal("{"), body, c.literal("}"))
}

func (c *compiler) str(m members) (id, error) {
	least, err := count(m, "minLength", 0)
	if err != nil {
		return 0, err
	}
	most, err := count(m, "maxLength", max(mostCharacters, least))
	if err != nil {
		return 0, err
	}
	if least > most {
		return 0, refuse("minLength is above maxLength")
	}
	if pattern, ok := m.text("pattern"); ok {
		return c.pattern(pattern, least, most)
	}
	return c.text(least, most), nil
}

func (c *compiler) array(m members) (id, error) {
	least, err := count(m, "minItems", 0)
	if err != nil {
		return 0, err
	}
	most, err := count(m, "maxItems", max(mostItems, least))
	if err != nil {
		return 0, err
	}
	if unique, ok := m.get("uniqueItems"); ok && string(unique) == "true" {
		most = min(most, 1) // one item is always unique
	}
	if least > most {
		return 0, refuse("so many items cannot be forced")
	}
	items, _ := m.get("items")
	if most == 0 || string(items) == "false" {
		return c.literal("[]"), nil
	}
	item, err := c.schema(items)
	if err != nil {
		if least == 0 {
			return c.literal("[]"), nil
		}
		return 0, err
	}
	return c.list(item, least, most), nil
}

// object allows the properties that the schema names, in its order. Where it
// names none, names are the model's choice.
func (c *compiler) object(m members) (id, error) {
	properties, err := objectOf(m, "properties")
	if err != nil {
		return 0, err
	}
	var required []string
	if v, ok := m.get("required"); ok {
		if err := json.Unmarshal(v, &required); err != nil {
			return 0, refuse("required is not a list of names")
		}
	}
	wanted := map[string]bool{}
	for _, name := range required {
		wanted[name] = true
		if !properties.has(name) {
			properties = append(properties, member{name, json.RawMessage("true")})
		}
	}
	least, err := count(m, "minProperties", 0)
	if err != nil {
		return 0, err
	}
	if len(properties) == 0 {
		return c.freeObject(m, least)
	}
	if least > len(wanted) {
		return 0, refuse("minProperties above what is required cannot be forced")
	}
	return c.fixedObject(properties, wanted)
}

func (c *compiler) freeObject(m members, least int) (id, error) {
	most, err := count(m, "maxProperties", mostMembers)
	if err != nil {
		return 0, err
	}
	if least > 1 {
		return 0, refuse("minProperties above 1 cannot be forced: a name may come twice")
	}
	extra, told := m.get("additionalProperties")
	if !told && m.has("properties") || string(extra) == "false" {
		return c.literal("{}"), nil
	}
	value, err := c.schema(extra)
	if err != nil {
		return 0, err
	}
	return c.mapOf(value, least, most), nil
}

// fixedObject builds the pairs from the last to the first, each in two forms:
// with a comma before it, where another pair came before, and without.
func (c *compiler) fixedObject(properties members, wanted map[string]bool) (id, error) {
	first, after := c.literal(""), c.literal("")
	for i := len(properties) - 1; i >= 0; i-- {
		p := properties[i]
		value, err := c.schema(p.value)
		if err != nil {
			if wanted[p.key] {
				return 0, err
			}
			continue
		}
		pair := c.sequence(c.literal(quote(p.key)+":"), c.space(), value)
		withFirst := c.sequence(pair, after)
		withComma := c.sequence(c.literal(","), c.space(), pair, after)
		if wanted[p.key] {
			first, after = withFirst, withComma
			continue
		}
		first, after = c.either(withFirst, first), c.either(withComma, after)
	}
	return c.sequence(c.literal("{"), first, c.literal("}")), nil
}

func objectOf(m members, keyword string) (members, error) {
	v, ok := m.get(keyword)
	if !ok {
		return nil, nil
	}
	object, err := parseMembers(v)
	if err != nil {
		return nil, refuse("%s: %v", keyword, err)
	}
	return object, nil
}

// widest are the largest whole numbers that every reader of JSON keeps exact.
const widest = 1<<53 - 1

// bounds reads the smallest and largest whole number allowed.
func bounds(m members) (low, high int64, bounded bool, err error) {
	low, high = -widest, widest
	for _, b := range [...]struct {
		keyword string
		set     func(f float64)
	}{
		{"minimum", func(f float64) { low = max(low, whole(math.Ceil(f))) }},
		{"exclusiveMinimum", func(f float64) { low = max(low, whole(math.Floor(f))+1) }},
		{"maximum", func(f float64) { high = min(high, whole(math.Floor(f))) }},
		{"exclusiveMaximum", func(f float64) { high = min(high, whole(math.Ceil(f))-1) }},
	} {
		v, ok := m.get(b.keyword)
		if !ok {
			continue
		}
		var f float64
		if err := json.Unmarshal(v, &f); err != nil {
			return 0, 0, false, refuse("%s is not a number", b.keyword)
		}
		b.set(f)
		bounded = true
	}
	if low > high {
		return 0, 0, false, refuse("no whole number is within the bounds")
	}
	return low, high, bounded, nil
}

func whole(f float64) int64 { return int64(max(-widest, min(widest, f))) }

// number compiles integers and, where a fraction is allowed, decimal numbers
// without exponent.
func (c *compiler) number(m members, fraction bool) (id, error) {
	if v, ok := m.get("multipleOf"); ok && (fraction || string(v) != "1") {
		return 0, refuse("multipleOf is not supported")
	}
	low, high, bounded, err := bounds(m)
	if err != nil {
		return 0, err
	}
	if !bounded {
		digit := c.set('0', '9')
		n := c.sequence(c.optional(c.literal("-")), c.either(c.literal("0"), c.sequence(c.set('1', '9'), c.repeat(digit, 0, 14))))
		if fraction {
			n = c.sequence(n, c.optional(c.sequence(c.literal("."), c.repeat(digit, 1, 6))))
		}
		return n, nil
	}
	kids := []id{c.whole(low, high)}
	if fraction {
		tail := c.sequence(c.literal("."), c.repeat(c.set('0', '9'), 1, 6))
		if low, high := max(low, 0), high-1; low <= high {
			kids = append(kids, c.sequence(c.whole(low, high), tail))
		}
		if low, high := max(-high, 0), -low-1; low <= high {
			kids = append(kids, c.sequence(c.literal("-"), c.whole(low, high), tail))
		}
	}
	return c.either(kids...), nil
}
