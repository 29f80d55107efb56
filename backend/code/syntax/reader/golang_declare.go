package reader

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// typeSpec is one declared type, with its members.
func (g goReader) typeSpec(at, whole tree.At, doc string) {
	name, body := at.Field("name"), at.Field("type")
	s := syntax.Symbol{Kind: syntax.Type, Exported: isUpper(name.Text()), Doc: doc, Generics: g.params(at.Field("type_parameters"))}
	switch body.Kind() {
	case "struct_type":
		s.Kind = syntax.Struct
	case "interface_type":
		s.Kind = syntax.Interface
	default:
		s.Type = g.typeOf(body)
	}
	if s.Kind != syntax.Type {
		s.Signature = "type " + g.Signature(at, body) + " " + strings.TrimSuffix(body.Kind(), "_type")
	}
	s.Bases = g.bases(body)
	symbol := g.Declare(whole, name, s)
	g.InSymbol(symbol, func() {
		g.InScope(at, func() {
			g.bindParams(at.Field("type_parameters"))
			g.walk(at.Field("type_parameters"), nil)
			switch body.Kind() {
			case "struct_type":
				g.members(body.First("field_declaration_list"))
			case "interface_type":
				g.members(body)
			default:
				g.walk(body, nil)
			}
		})
	})
}

// bases are what a struct or an interface embeds.
func (g goReader) bases(body tree.At) []syntax.Base {
	var out []syntax.Base
	list := body
	if body.Is("struct_type") {
		list = body.First("field_declaration_list")
	}
	for m := range list.Parts() {
		switch {
		case m.Is("field_declaration") && !m.Field("name").There():
			out = append(out, syntax.Base{Type: g.typeOf(m.Field("type")), Line: m.Line()})
		case m.Is("type_elem"):
			if t := m.Part(0); !m.Part(1).There() && t.Is("type_identifier", "qualified_type", "generic_type") {
				out = append(out, syntax.Base{Type: g.typeOf(t), Line: m.Line()})
			}
		}
	}
	return out
}

func (g goReader) members(list tree.At) {
	var above []tree.At
	for m := range list.Children() {
		switch m.Kind() {
		case "comment":
			above = append(above, m)
			continue
		case "method_elem":
			name := m.Field("name")
			symbol := g.Declare(m, name, syntax.Symbol{
				Kind: syntax.Method, Exported: isUpper(name.Text()), Doc: reading.DocAbove(above, m),
				Type: g.typeOf(m.Field("result")), Params: g.params(m.Field("parameters")),
			})
			g.InSymbol(symbol, func() { g.walk(m.Field("parameters"), nil); g.walk(m.Field("result"), nil) })
		case "field_declaration":
			for name := range m.FieldsOf("name") {
				g.Declare(m, name, syntax.Symbol{Kind: syntax.Field, Exported: isUpper(name.Text()), Doc: reading.DocAbove(above, m), Type: g.typeOf(m.Field("type"))})
			}
			g.walk(m.Field("type"), nil)
		case "type_elem":
			g.children(m)
		}
		above = nil
	}
}

// valueSpec are constants or variables of a type, of a function or of the package.
func (g goReader) valueSpec(at, whole, of tree.At, doc string) {
	kind := syntax.Variable
	if at.Is("const_spec") {
		kind = syntax.Constant
	}
	g.walk(at.Field("type"), nil)
	value := at.Field("value")
	within := g.Owner != syntax.Nobody
	if within {
		g.children(value)
	}
	first := len(g.File.Symbols)
	i := 0
	var values []tree.At
	for v := range value.Parts() {
		values = append(values, v)
	}
	for name := range at.FieldsOf("name") {
		t, v := g.typeOf(of), ""
		switch {
		case t != "":
		case i < len(values):
			v = g.path(values[i])
		case len(values) == 1:
			v = g.path(values[0]) + "#" + strconv.Itoa(i)
		}
		if within {
			g.Local(name.Text(), at, syntax.Local{Type: t, Value: v})
		} else if name.Text() != "_" {
			g.Declare(whole, name, syntax.Symbol{Kind: kind, Exported: isUpper(name.Text()), Doc: doc, Type: t, Value: v})
		}
		i++
	}
	if !within {
		owner := g.Owner
		if first < len(g.File.Symbols) {
			owner = first
		}
		g.InSymbol(owner, func() { g.InScope(at, func() { g.children(value) }) })
	}
}
