package jinja

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// layout is how JSON is written, as Python's json.dumps does it.
type layout struct {
	indent     string // "" for one line
	comma, key string // separators
	ascii      bool
	sorted     bool
}

var oneLine = layout{comma: ", ", key: ": "}

// toJSON is the filter of transformers: no character is escaped that JSON lets
// stand, and members keep their order.
func toJSON(_ *rendering, v value, c call) (value, error) {
	l := oneLine
	if c.at(1, "indent", nil) != nil {
		n, ok := c.at(1, "indent", nil).(int)
		if !ok || n < 0 || n > 16 {
			return nil, errors.New("JSON is indented by no number of blanks")
		}
		l.indent, l.comma = strings.Repeat(" ", n), ","
	}
	if separators, ok := c.at(2, "separators", nil).(*list); ok && len(separators.items) == 2 {
		l.comma, l.key = shown(separators.items[0]).String(), shown(separators.items[1]).String()
	}
	l.ascii = truth(c.at(0, "ensure_ascii", false))
	l.sorted = truth(c.at(3, "sort_keys", false))
	var b strings.Builder
	if err := l.write(&b, v, "\n"); err != nil {
		return nil, err
	}
	return givenText(b.String()), nil
}

func (l layout) write(b *strings.Builder, v value, line string) error {
	if b.Len() > mostText {
		return errors.New("it writes JSON without end")
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case int:
		b.WriteString(strconv.Itoa(v))
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("a number is none in JSON")
		}
		b.WriteString(floatText(v))
	case Text:
		l.text(b, v.String())
	case *list:
		return l.members(b, "[", "]", len(v.items), line, func(i int, line string) error { return l.write(b, v.items[i], line) })
	case *mapping:
		if v.namespace {
			return errors.New("a namespace cannot be written as JSON")
		}
		if l == oneLine && v.verbatim != "" {
			b.WriteString(v.verbatim)
			return nil
		}
		keys := v.keys
		if l.sorted {
			keys = sortedKeys(v)
		}
		return l.members(b, "{", "}", len(keys), line, func(i int, line string) error {
			l.text(b, keys[i])
			b.WriteString(l.key)
			return l.write(b, v.values[keys[i]], line)
		})
	default:
		return errors.New(kindOf(v) + " cannot be written as JSON")
	}
	return nil
}

func (l layout) members(b *strings.Builder, open, shut string, n int, line string, one func(i int, line string) error) error {
	b.WriteString(open)
	inner := line + l.indent
	for i := range n {
		if i > 0 {
			b.WriteString(l.comma)
		}
		if l.indent != "" {
			b.WriteString(inner)
		}
		if err := one(i, inner); err != nil {
			return err
		}
	}
	if l.indent != "" && n > 0 {
		b.WriteString(line)
	}
	b.WriteString(shut)
	return nil
}

// text writes a text as Python does: only what JSON forbids is escaped.
func (l layout) text(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < ' ' || l.ascii && r >= utf8.RuneSelf && r <= 0xFFFF:
			b.WriteString(`\u` + strconv.FormatInt(0x10000+int64(r), 16)[1:])
		case l.ascii && r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			b.WriteString(`\u` + strconv.FormatInt(int64(high), 16) + `\u` + strconv.FormatInt(int64(low), 16))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// fromJSON is the filter and function from_json of some templates.
func fromJSON(v value) (value, error) {
	return valueOf(json.RawMessage(shown(v).String()))
}
