package lenient

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Element is one element of an XML file. Namespaces are dropped: none of
// the formats read here tells elements apart by them.
type Element struct {
	Name     string
	Attr     map[string]string
	Text     string // the element's own text, trimmed
	Children []*Element
	Line     int // from 1
}

const (
	xmlMaxDepth    = 100
	xmlMaxElements = 100_000
	xmlMaxText     = 16_000 // bytes of one element's own text
)

// ParseXML reads a whole file. Entities of a DTD are not expanded, so no
// document can grow.
func ParseXML(content string) (*Element, error) {
	content = strings.TrimPrefix(content, "\ufeff")
	d := xml.NewDecoder(strings.NewReader(content))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	top := &Element{}
	stack := []*Element{top}
	for count := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		at := stack[len(stack)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > xmlMaxElements || len(stack) > xmlMaxDepth {
				line, _ := d.InputPos()
				return nil, fmt.Errorf("line %d: more elements than such a file can have", line)
			}
			line, _ := d.InputPos()
			e := &Element{Name: t.Name.Local, Line: line, Attr: map[string]string{}}
			for _, a := range t.Attr {
				e.Attr[a.Name.Local] = a.Value
			}
			at.Children = append(at.Children, e)
			stack = append(stack, e)
		case xml.EndElement:
			at.Text = strings.TrimSpace(at.Text)
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case xml.CharData:
			if len(at.Text) < xmlMaxText {
				at.Text += string(t)
			}
		}
	}
	if len(top.Children) == 0 {
		return nil, errors.New("no XML element in it")
	}
	return top.Children[0], nil
}

// All gives the children of that name, none for a nil element.
func (e *Element) All(name string) []*Element {
	if e == nil {
		return nil
	}
	var out []*Element
	for _, c := range e.Children {
		if c.Name == name {
			out = append(out, c)
		}
	}
	return out
}

// Find follows names down to the first element, nil if there is none.
func (e *Element) Find(names ...string) *Element {
	for _, n := range names {
		in := e.All(n)
		if len(in) == 0 {
			return nil
		}
		e = in[0]
	}
	return e
}

// Child is the text of the element that the names lead to.
func (e *Element) Child(names ...string) string {
	if at := e.Find(names...); at != nil {
		return at.Text
	}
	return ""
}
