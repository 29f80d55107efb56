// Package tree is a syntax tree laid flat: the nodes in the order of the text,
// parents before their children, as tree-sitter's cursor meets them. It knows no
// language and no parser; positions are bytes from 0 and lines from 1.
package tree

import (
	"bytes"
	"iter"
)

// Node is one node of a tree. Its layout is the parser's: grammar fills it from C.
type Node struct {
	Kind  uint16 // see Language.Kinds
	Field uint16 // which part of its parent it is; 0 for none. See Language.Fields
	Flags Flags
	Start uint32 // first byte
	End   uint32 // the byte after its last
	Row   uint32 // its first line, from 0
	Size  uint32 // how many nodes it is with all below it
}

// Flags say more of a node.
type Flags uint32

// The flags.
const (
	Named   Flags = 1 << iota // a rule of the grammar, not a mere token
	Missing                   // the parser put it in, the text does not have it
	Wrong                     // text that fits no rule
	Extra                     // may stand anywhere: comments
)

// Language names the kinds of nodes and of fields. One is made once a process.
type Language struct {
	Name   string
	Kinds  []string
	Fields []string
	kind   map[string][]uint16
	field  map[string]uint16
}

// NewLanguage makes the names findable. A grammar has several kinds of one name:
// aliases.
func NewLanguage(name string, kinds, fields []string) *Language {
	l := &Language{Name: name, Kinds: kinds, Fields: fields, kind: map[string][]uint16{}, field: map[string]uint16{}}
	for i, k := range kinds {
		l.kind[k] = append(l.kind[k], uint16(i))
	}
	for i, f := range fields {
		l.field[f] = uint16(i)
	}
	return l
}

// Flat is the tree of one text.
type Flat struct {
	Language *Language
	Text     []byte
	Nodes    []Node // Nodes[0] is the root
	Cut      bool   // there were more nodes than wanted
}

// At is a place in a tree. The zero value is nowhere: everything that is asked
// of it is empty.
type At struct {
	t *Flat
	i uint32
}

// Root is the whole text.
func (t *Flat) Root() At {
	if len(t.Nodes) == 0 {
		return At{}
	}
	return At{t, 0}
}

// There reports whether it is a node at all.
func (a At) There() bool { return a.t != nil }

// Kind is the name of its rule, or the token itself; "" for nowhere.
func (a At) Kind() string {
	if a.t == nil {
		return ""
	}
	return a.t.Language.kindName(a.t.Nodes[a.i].Kind)
}

func (l *Language) kindName(k uint16) string {
	if int(k) < len(l.Kinds) {
		return l.Kinds[k]
	}
	return "ERROR" // tree-sitter's kind of what fits no rule is 65535
}

// Is reports whether it is of one of the kinds.
func (a At) Is(kinds ...string) bool {
	k := a.Kind()
	for _, want := range kinds {
		if k == want {
			return k != ""
		}
	}
	return false
}

// Node is what the parser said of it.
func (a At) Node() Node {
	if a.t == nil {
		return Node{}
	}
	return a.t.Nodes[a.i]
}

// Named reports whether it is a rule of the grammar, not a mere token.
func (a At) Named() bool { return a.Node().Flags&Named != 0 }

// Index is its number in the tree, which tells two places apart.
func (a At) Index() int { return int(a.i) }

// Text is what it covers.
func (a At) Text() string {
	if a.t == nil {
		return ""
	}
	n := a.t.Nodes[a.i]
	return string(a.t.Text[n.Start:n.End])
}

// Line is its first line, from 1; 0 for nowhere.
func (a At) Line() int {
	if a.t == nil {
		return 0
	}
	return int(a.t.Nodes[a.i].Row) + 1
}

// EndLine is its last line, from 1; 0 for nowhere.
func (a At) EndLine() int {
	if a.t == nil {
		return 0
	}
	n := a.t.Nodes[a.i]
	return a.Line() + bytes.Count(bytes.TrimRight(a.t.Text[n.Start:n.End], "\n"), []byte("\n"))
}

// Leads reports whether nothing but blanks stands before it on its line.
func (a At) Leads() bool {
	if a.t == nil {
		return false
	}
	before := a.t.Text[:a.t.Nodes[a.i].Start]
	return len(bytes.TrimRight(before[bytes.LastIndexByte(before, '\n')+1:], " \t\r")) == 0
}

// Children are the nodes directly below it, tokens too.
func (a At) Children() iter.Seq[At] {
	return func(yield func(At) bool) {
		if a.t == nil {
			return
		}
		end := a.i + a.t.Nodes[a.i].Size
		for i := a.i + 1; i < end; i += a.t.Nodes[i].Size {
			if !yield(At{a.t, i}) {
				return
			}
		}
	}
}

// Parts are the rules directly below it, without tokens and comments.
func (a At) Parts() iter.Seq[At] {
	return func(yield func(At) bool) {
		for c := range a.Children() {
			if f := c.Node().Flags; f&Named != 0 && f&Extra == 0 && !yield(c) {
				return
			}
		}
	}
}

// Commented are the rules directly below it, each with the comments right before it.
func (a At) Commented(comment func(At) bool) iter.Seq2[At, []At] {
	return func(yield func(At, []At) bool) {
		var above []At
		for c := range a.Children() {
			switch {
			case comment(c):
				above = append(above, c)
			case c.Named():
				if !yield(c, above) {
					return
				}
				above = nil
			}
		}
	}
}

// Within are all nodes below it, in the order of the text.
func (a At) Within() iter.Seq[At] {
	return func(yield func(At) bool) {
		if a.t == nil {
			return
		}
		for i := a.i + 1; i < a.i+a.t.Nodes[a.i].Size; i++ {
			if !yield(At{a.t, i}) {
				return
			}
		}
	}
}

// Field is the first part of a field's name.
func (a At) Field(name string) At {
	if a.t == nil {
		return At{}
	}
	want, ok := a.t.Language.field[name]
	if !ok {
		return At{}
	}
	for c := range a.Children() {
		if c.Node().Field == want {
			return c
		}
	}
	return At{}
}

// FieldsOf are all parts of a field's name.
func (a At) FieldsOf(name string) iter.Seq[At] {
	return func(yield func(At) bool) {
		if a.t == nil {
			return
		}
		want, ok := a.t.Language.field[name]
		if !ok {
			return
		}
		for c := range a.Children() {
			if c.Node().Field == want && !yield(c) {
				return
			}
		}
	}
}

// First is the first child of one of the kinds.
func (a At) First(kinds ...string) At {
	for c := range a.Children() {
		if c.Is(kinds...) {
			return c
		}
	}
	return At{}
}

// Part is the nth rule directly below it, from 0; nowhere where there are fewer.
func (a At) Part(n int) At {
	for c := range a.Parts() {
		if n == 0 {
			return c
		}
		n--
	}
	return At{}
}

// Has reports whether a token or rule of a kind is directly below it.
func (a At) Has(kind string) bool { return a.First(kind).There() }

// FieldName is which part of its parent it is; "" for none.
func (a At) FieldName() string {
	if f := int(a.Node().Field); a.t != nil && f > 0 && f < len(a.t.Language.Fields) {
		return a.t.Language.Fields[f]
	}
	return ""
}

// Node is the place of a number.
func (t *Flat) Node(i int) At { return At{t, uint32(i)} }
