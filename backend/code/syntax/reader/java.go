package reader

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// javaReader reads Java by its specification (docs.oracle.com/javase/specs).
type javaReader struct {
	*reading.Source
	record tree.At // what the record around is made of
}

func readJava(r *reading.Source) {
	j := javaReader{Source: r}
	var above []tree.At
	for c := range r.Tree.Root().Children() {
		switch c.Kind() {
		case "line_comment", "block_comment":
			above = append(above, c)
			continue
		case "package_declaration":
			r.File.Package = c.First("scoped_identifier", "identifier").Text()
		case "import_declaration":
			j.imported(c)
		default:
			j.walk(c, above)
		}
		above = nil
	}
}

// imported is one import: of a type, or of the members of one.
func (j javaReader) imported(at tree.At) {
	name := at.First("scoped_identifier", "identifier")
	i := syntax.Import{Module: name.Text(), Name: "*", Line: at.Line(), Static: at.Has("static")}
	if !at.Has("asterisk") {
		i.Module, i.Name = name.Field("scope").Text(), name.Field("name").Text()
		i.As = i.Name
	}
	j.File.Imports = append(j.File.Imports, i)
}

// isVisible reports whether others than the file may use a declaration.
func isVisible(at tree.At) bool { return !hasModifier(at, "private") }

func hasModifier(at tree.At, word string) bool { return at.First("modifiers").Has(word) }

// head is the text of a declaration up to its body, without what is said of it
// by annotations.
func (j javaReader) head(at, body tree.At) string {
	var b strings.Builder
	start := at.Node().Start
	if modifiers := at.First("modifiers"); modifiers.There() {
		start = modifiers.Node().End
		for m := range modifiers.Children() {
			if !m.Is("annotation", "marker_annotation", "line_comment", "block_comment") {
				b.WriteString(m.Text() + " ")
			}
		}
	}
	end := at.Node().End
	if body.There() {
		end = body.Node().Start
	}
	b.Write(j.Tree.Text[start:end])
	return reading.Cut(strings.TrimSuffix(strings.Join(strings.Fields(b.String()), " "), ";"), reading.MostSignature)
}

var javaKinds = map[string]syntax.Kind{
	"class_declaration": syntax.Class, "record_declaration": syntax.Class, "enum_declaration": syntax.Enum,
	"interface_declaration": syntax.Interface, "annotation_type_declaration": syntax.Interface,
}

// typeDeclaration is a class, an interface, an enum or a record with its members.
func (j javaReader) typeDeclaration(at tree.At, doc string) {
	name, body := at.Field("name"), at.Field("body")
	s := syntax.Symbol{
		Kind: javaKinds[at.Kind()], Doc: doc, Exported: isVisible(at), Static: hasModifier(at, "static"),
		Generics: j.generics(at.Field("type_parameters")), Signature: j.head(at, body),
	}
	for _, list := range []tree.At{at.Field("superclass"), at.Field("interfaces").First("type_list"), at.First("extends_interfaces").First("type_list")} {
		for base := range list.Parts() {
			s.Bases = append(s.Bases, syntax.Base{Type: j.typeOf(base), Line: base.Line()})
		}
	}
	symbol := j.Declare(at, name, s)
	j.record = at.Field("parameters")
	j.InSymbol(symbol, func() {
		j.InScope(at, func() {
			for _, part := range []tree.At{at.First("modifiers"), at.Field("type_parameters"), at.Field("superclass"), at.Field("interfaces"), at.First("extends_interfaces")} {
				j.walk(part, nil)
			}
			for component := range at.Field("parameters").Parts() {
				n := component.Field("name")
				kind := syntax.Method // others call it, and nobody has to write the method
				if hasAccessor(body, n.Text()) {
					kind = syntax.Field
				}
				j.Declare(component, n, syntax.Symbol{Kind: kind, Exported: true, Type: j.typeOf(component.Field("type"))})
				j.walk(component.Field("type"), nil)
			}
			j.children(body)
		})
	})
}

// hasAccessor reports whether a record writes the method itself that gives a part of it.
func hasAccessor(body tree.At, name string) bool {
	for m := range body.Parts() {
		if m.Is("method_declaration") && m.Field("name").Text() == name && reading.Count(m.Field("parameters")) == 0 {
			return true
		}
	}
	return false
}

// generics are the letters of a declaration, with the first type that each must fit.
func (j javaReader) generics(list tree.At) []syntax.Param {
	var out []syntax.Param
	for p := range list.Parts() {
		one := syntax.Param{Name: p.First("type_identifier", "identifier").Text()}
		if bound := p.First("type_bound"); bound.There() {
			one.Type = j.typeOf(bound.Part(0))
		}
		out = append(out, one)
	}
	return out
}

// method is a method or a constructor, with what is in it.
func (j javaReader) method(at tree.At, doc string) {
	name, body, list := at.Field("name"), at.Field("body"), at.Field("parameters")
	if at.Is("compact_constructor_declaration") { // it takes what the record is made of
		list = j.record
	}
	s := syntax.Symbol{
		Kind: syntax.Method, Doc: doc, Exported: isVisible(at), Static: hasModifier(at, "static"), Type: j.typeOf(at.Field("type")),
		Params: j.params(list), Generics: j.generics(at.Field("type_parameters")), Signature: j.head(at, body),
	}
	if !at.Is("method_declaration", "annotation_type_element_declaration") {
		s.Type = name.Text()
	}
	symbol := j.Declare(at, name, s)
	j.InSymbol(symbol, func() {
		j.InScope(at, func() {
			for _, part := range []tree.At{at.First("modifiers"), at.Field("type_parameters"), at.Field("type"), at.First("throws")} {
				j.walk(part, nil)
			}
			j.bindParams(list)
			if !at.Is("compact_constructor_declaration") {
				j.children(list)
			}
			j.walk(body, nil)
		})
	})
}

func (j javaReader) params(list tree.At) []syntax.Param {
	var out []syntax.Param
	for p := range list.Parts() {
		if name, t, rest := j.param(p); name.There() {
			out = append(out, syntax.Param{Name: name.Text(), Type: t, Rest: rest})
		}
	}
	return out
}

// param is the name and the type of one parameter.
func (j javaReader) param(at tree.At) (name tree.At, t string, rest bool) {
	switch at.Kind() {
	case "formal_parameter":
		t = j.typeOf(at.Field("type"))
		if at.Field("dimensions").There() {
			t = "[]<" + t + ">"
		}
		return at.Field("name"), t, false
	case "spread_parameter":
		declarator := at.First("variable_declarator")
		for part := range at.Parts() {
			if t == "" && !part.Is("modifiers", "variable_declarator") {
				t = j.typeOf(part)
			}
		}
		return declarator.Field("name"), t, true
	}
	return tree.At{}, "", false
}

func (j javaReader) bindParams(list tree.At) {
	for p := range list.Parts() {
		name, t, rest := j.param(p)
		if rest {
			t = "[]<" + t + ">"
		}
		if name.There() {
			l := syntax.Local{Type: t}
			if t == "var" {
				l.Type = ""
			}
			j.Local(name.Text(), name, l)
		}
	}
}

// field are the variables or constants of a type that one declaration makes.
func (j javaReader) field(at tree.At, doc string) {
	t := at.Field("type")
	j.walk(at.First("modifiers"), nil)
	j.walk(t, nil)
	constant := at.Is("constant_declaration") || hasModifier(at, "static") && hasModifier(at, "final")
	kind := syntax.Field
	if constant {
		kind = syntax.Constant
	}
	for d := range at.FieldsOf("declarator") {
		s := syntax.Symbol{
			Kind: kind, Doc: doc, Exported: isVisible(at), Static: constant || hasModifier(at, "static"), Type: j.typeOf(t), Signature: j.head(at, d.Field("value")),
		}
		if d.Field("dimensions").There() {
			s.Type = "[]<" + s.Type + ">"
		}
		s.Signature = strings.TrimSuffix(s.Signature, " =")
		symbol := j.Declare(at, d.Field("name"), s)
		j.InSymbol(symbol, func() { j.InScope(at, func() { j.walk(d.Field("value"), nil) }) })
	}
}

// enumConstant is one value of an enum, perhaps with members of its own.
func (j javaReader) enumConstant(at tree.At, doc string) {
	name := at.Field("name")
	of := ""
	if j.Owner >= 0 {
		of = j.File.Symbols[j.Owner].Name
	}
	symbol := j.Declare(at, name, syntax.Symbol{Kind: syntax.Constant, Doc: doc, Exported: true, Static: true, Type: of, Signature: name.Text()})
	j.InSymbol(symbol, func() {
		j.children(at.Field("arguments"))
		j.InScope(at, func() { j.children(at.Field("body")) })
	})
}

// created is a new object, perhaps of a class without a name that is written there.
func (j javaReader) created(at tree.At) {
	t, body := at.Field("type"), at.First("class_body")
	name := t
	if t.Is("generic_type") {
		name = t.Part(0)
		j.walk(t.First("type_arguments"), nil)
	}
	if name.Is("scoped_type_identifier") {
		for part := range name.Parts() {
			name = part
		}
	}
	of, _ := reading.SplitType(j.typeOf(t))
	kind := syntax.Calls
	if body.There() {
		kind = syntax.Uses
	}
	list := at.Field("arguments")
	j.Add(syntax.Use{Kind: kind, Path: of, Typed: true, Args: reading.Count(list), Given: j.given(list)}, name)
	if first := at.Part(0); first.Index() != t.Index() {
		j.walk(first, nil)
	}
	j.walk(list, nil)
	if !body.There() {
		return
	}
	symbol := j.Declare(at, tree.At{}, syntax.Symbol{
		Name: "new " + of, Kind: syntax.Class, Bases: []syntax.Base{{Type: j.typeOf(t), Line: t.Line()}}, Signature: j.head(at, body),
	})
	j.InSymbol(symbol, func() { j.InScope(body, func() { j.children(body) }) })
}
