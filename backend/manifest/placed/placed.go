// Package placed holds trees of YAML of which each value knows the file and the
// line where it stands, whatever was laid over it since: a patch, another file's
// values, a template. It knows no format made of them.
package placed

import (
	"fmt"
	"strconv"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Place is a line of a file.
type Place struct {
	Path string // relative to the repository's root; "" for the file that was read
	Line int    // from 1; 0 for none
}

// Value is a value of a document. The nil value is one that is not there.
type Value struct {
	Text  string // of a scalar, as it is written
	Tag   string // of a scalar: !!str, !!int, !!float, !!bool, !!null; "" for lists and mappings
	At    Place
	Items []*Value // of a list
	Pairs []Pair   // of a mapping, in the order of the file
	list  bool
}

// Pair is an entry of a mapping.
type Pair struct {
	Key   string
	At    Place // of the key
	Value *Value
}

// MaxDepth bounds how deep a document may be nested; manifests of Kubernetes
// have a tenth of it.
const MaxDepth = 100

// A Locator says where a text stands that begins at a line and a character of it,
// both from 1; size is how many bytes it takes there.
type Locator func(line, column, size int) Place

// In is the locator of a file that is read as it is.
func In(path string) Locator {
	return func(line, _, _ int) Place { return Place{path, line} }
}

// Parse reads the documents of a file. On an error it gives those before it.
func Parse(content string, where Locator) ([]*Value, error) {
	docs, err := lenient.ParseYAML(content)
	var out []*Value
	for _, doc := range docs {
		v, deep := from(doc, where, 0)
		if deep != nil {
			return out, deep
		}
		if v != nil {
			out = append(out, v)
		}
	}
	return out, err
}

func from(y lenient.YAML, where Locator, depth int) (*Value, error) {
	if depth > MaxDepth {
		return nil, fmt.Errorf("line %d: nested more than %d deep", y.Line(), MaxDepth)
	}
	v := &Value{Tag: y.Tag()}
	switch {
	case y.IsMap():
		v.At = where(y.Line(), y.Column(), 1)
		for _, p := range y.Pairs() {
			value, err := from(p.Value, where, depth+1)
			if err != nil {
				return nil, err
			}
			v.Pairs = append(v.Pairs, Pair{p.Key, where(p.Line, p.Column, len(p.Key)), value})
		}
	case y.IsList():
		v.At, v.list = where(y.Line(), y.Column(), 1), true
		for _, item := range y.Items() {
			value, err := from(item, where, depth+1)
			if err != nil {
				return nil, err
			}
			v.Items = append(v.Items, value)
		}
	case y.IsText():
		v.Text = y.Text()
		first, _, _ := strings.Cut(v.Text, "\n")
		v.At = where(y.Line(), y.Column(), max(len(first), 1))
	default:
		return nil, nil
	}
	return v, nil
}

// NewText is a text of a place.
func NewText(text string, at Place) *Value { return &Value{Text: text, Tag: "!!str", At: at} }

// NewList is a list of a place.
func NewList(at Place, items ...*Value) *Value { return &Value{At: at, Items: items, list: true} }

// IsMap reports whether the value is a mapping.
func (v *Value) IsMap() bool { return v != nil && v.Tag == "" && !v.list }

// IsList reports whether the value is a list.
func (v *Value) IsList() bool { return v != nil && v.list }

// IsText reports whether the value is a scalar that is not null.
func (v *Value) IsText() bool { return v != nil && v.Tag != "" && v.Tag != "!!null" }

// Exists reports whether there is a value that is not null.
func (v *Value) Exists() bool { return v != nil && v.Tag != "!!null" }

// String is a scalar's text, "" for anything else.
func (v *Value) String() string {
	if v == nil {
		return ""
	}
	return v.Text
}

// Place is where the value stands; nowhere for one that is not there.
func (v *Value) Place() Place {
	if v == nil {
		return Place{}
	}
	return v.At
}

// Int is a whole number, or a text that holds one.
func (v *Value) Int() (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(v.String()))
	return n, err == nil
}

// Get follows keys into nested mappings; nil where one is missing.
func (v *Value) Get(keys ...string) *Value {
	for _, key := range keys {
		p := v.pair(key)
		if p == nil {
			return nil
		}
		v = p.Value
	}
	return v
}

func (v *Value) pair(key string) *Pair {
	if v == nil {
		return nil
	}
	for i := range v.Pairs {
		if v.Pairs[i].Key == key {
			return &v.Pairs[i]
		}
	}
	return nil
}

// List gives the items of a list, none for anything else.
func (v *Value) List() []*Value {
	if v == nil {
		return nil
	}
	return v.Items
}

// Texts are the scalars of a list, or a single scalar as a list of one.
func (v *Value) Texts() []string {
	if v.IsText() {
		return []string{v.Text}
	}
	var out []string
	for _, item := range v.List() {
		if item.IsText() {
			out = append(out, item.Text)
		}
	}
	return out
}

// Set gives a key of a mapping another value.
func (v *Value) Set(key string, at Place, value *Value) {
	if p := v.pair(key); p != nil {
		p.At, p.Value = at, value
		return
	}
	v.Pairs = append(v.Pairs, Pair{key, at, value})
}

// Delete takes a key out of a mapping.
func (v *Value) Delete(key string) {
	for i := range v.Pairs {
		if v.Pairs[i].Key == key {
			v.Pairs = append(v.Pairs[:i:i], v.Pairs[i+1:]...)
			return
		}
	}
}

// Clone copies a value and all below it, so that what is laid over the copy
// leaves the first as it is.
func (v *Value) Clone() *Value {
	if v == nil {
		return nil
	}
	c := *v
	c.Items, c.Pairs = nil, nil
	for _, item := range v.Items {
		c.Items = append(c.Items, item.Clone())
	}
	for _, p := range v.Pairs {
		c.Pairs = append(c.Pairs, Pair{p.Key, p.At, p.Value.Clone()})
	}
	return &c
}
