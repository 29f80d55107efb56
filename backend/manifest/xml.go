package manifest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// xmlElement is one element of an XML file. Namespaces are dropped: none of
// the formats read here tells elements apart by them.
type xmlElement struct {
	Name     string
	Attr     map[string]string
	Text     string // the element's own text, trimmed
	Children []*xmlElement
	Line     int // from 1
}

const (
	xmlMaxDepth    = 100
	xmlMaxElements = 100_000
	xmlMaxText     = 16_000 // bytes of one element's own text
)

// parseXML reads a whole file. Entities of a DTD are not expanded, so no
// document can grow.
func parseXML(content string) (*xmlElement, error) {
	content = strings.TrimPrefix(content, "\ufeff")
	d := xml.NewDecoder(strings.NewReader(content))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	top := &xmlElement{}
	stack := []*xmlElement{top}
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
			e := &xmlElement{Name: t.Name.Local, Line: line, Attr: map[string]string{}}
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

// all gives the children of that name, none for a nil element.
func (e *xmlElement) all(name string) []*xmlElement {
	if e == nil {
		return nil
	}
	var out []*xmlElement
	for _, c := range e.Children {
		if c.Name == name {
			out = append(out, c)
		}
	}
	return out
}

// find follows names down to the first element, nil if there is none.
func (e *xmlElement) find(names ...string) *xmlElement {
	for _, n := range names {
		in := e.all(n)
		if len(in) == 0 {
			return nil
		}
		e = in[0]
	}
	return e
}

// text is the text of the element that the names lead to.
func (e *xmlElement) text(names ...string) string {
	if at := e.find(names...); at != nil {
		return at.Text
	}
	return ""
}
