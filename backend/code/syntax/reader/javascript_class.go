package reader

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// class declares a class with its members.
func (j *javascriptReader) class(at, name tree.At, s syntax.Symbol) {
	s.Kind = syntax.Class
	if s.Name == "" && !name.There() {
		j.children(at)
		return
	}
	s.Generics, s.Bases = j.generics(at), j.bases(at)
	s.Signature = j.heading(at)
	body := at.Field("body")
	symbol := j.declareHere(at, name, s)
	for m := range body.Parts() {
		j.members[strconv.Itoa(symbol)+"."+memberName(m)] = true
	}
	block := j.block
	j.InSymbol(symbol, func() {
		for c := range at.Parts() {
			if c.Is("decorator", "type_parameters", "class_heritage") {
				j.walk(c, nil)
			}
		}
		j.block = tree.At{}
		j.eachMember(body, func(m tree.At, doc string) { j.member(m, doc) })
	})
	j.block = block
}

// heading is a declaration's text up to its body, without decorators.
func (j *javascriptReader) heading(at tree.At) string {
	start := at.Node().Start
	for c := range at.Children() {
		if !c.Is("decorator", "comment") {
			start = c.Node().Start
			break
		}
	}
	end := at.Node().End
	if body := at.Field("body"); body.There() {
		end = body.Node().Start
	}
	return reading.Cut(strings.Join(strings.Fields(string(j.Tree.Text[start:end])), " "), reading.MostSignature)
}

// eachMember gives the members of a body with the comments above them.
func (j *javascriptReader) eachMember(body tree.At, each func(m tree.At, doc string)) {
	var above []tree.At
	for m := range body.Children() {
		switch {
		case m.Is("comment"):
			above = append(above, m)
		case m.Named() && !m.Is("decorator"):
			doc := ""
			if len(above) > 0 {
				doc = reading.DocAbove(above, m)
			}
			j.Within(func() { each(m, doc) })
			above = nil
		case m.Is("decorator"):
			j.walk(m, nil)
		}
	}
}

// memberName is the name of a member of a class; that of a private one stands
// with its #.
func memberName(m tree.At) string {
	name := m.Field("name")
	if !name.There() {
		name = m.Field("property")
	}
	return propertyName(name)
}

func (j *javascriptReader) member(m tree.At, doc string) {
	exported := !strings.HasPrefix(m.First("accessibility_modifier").Text(), "pr") && !strings.HasPrefix(memberName(m), "#")
	switch m.Kind() {
	case "method_definition", "abstract_method_signature", "method_signature":
		j.method(m, exported, doc)
	case "public_field_definition", "field_definition":
		j.field(m, exported, doc)
	case "class_static_block":
		j.walk(m, nil)
	default:
		j.children(m)
	}
}

// method is a method, or what stands for a field: get x(), set x().
func (j *javascriptReader) method(m tree.At, exported bool, doc string) {
	s := syntax.Symbol{Kind: syntax.Method, Exported: exported, Doc: doc, Static: m.Has("static")}
	name := m.Field("name")
	if m.Has("set") && j.accessor(m) {
		j.closure(m)
		return
	}
	if m.Has("get") || m.Has("set") {
		s.Kind = syntax.Field
		j.members[strconv.Itoa(j.Owner)+".get "+memberName(m)] = true
	}
	if name.Text() == "constructor" && j.Owner >= 0 && j.File.Symbols[j.Owner].Kind == syntax.Class {
		j.parameterProperties(m)
	}
	j.walk(name.First("computed_property_name"), nil)
	for d := range m.FieldsOf("decorator") {
		j.walk(d, nil)
	}
	j.function(m, m, name, s)
}

// accessor reports whether the class has a get of this name already.
func (j *javascriptReader) accessor(m tree.At) bool {
	return j.members[strconv.Itoa(j.Owner)+".get "+memberName(m)]
}

// parameterProperties are the fields that a constructor's parameters declare:
// constructor(private x: X).
func (j *javascriptReader) parameterProperties(m tree.At) {
	for p := range m.Field("parameters").Parts() {
		access := p.First("accessibility_modifier")
		if pattern := p.Field("pattern"); (access.There() || p.Has("readonly")) && pattern.Is("identifier") {
			j.Declare(p, pattern, syntax.Symbol{
				Kind: syntax.Field, Exported: !strings.HasPrefix(access.Text(), "pr"), Type: j.typeOf(p.Field("type")), Signature: j.Signature(p, tree.At{}),
			})
		}
	}
}

func (j *javascriptReader) field(m tree.At, exported bool, doc string) {
	name := m.Field("name")
	if !name.There() {
		name = m.Field("property")
	}
	value := unwrapped(m.Field("value"))
	s := syntax.Symbol{Kind: syntax.Field, Exported: exported, Doc: doc, Static: m.Has("static"), Type: j.typeOf(m.Field("type"))}
	for d := range m.FieldsOf("decorator") {
		j.walk(d, nil)
	}
	if value.Is("arrow_function", "function_expression") {
		s.Kind = syntax.Method
		j.walk(m.Field("type"), nil)
		j.function(m, value, name, s)
		return
	}
	if s.Name = propertyName(name); s.Name == "" {
		j.children(m)
		return
	}
	if s.Type == "" {
		s.Value = known(j.path(value))
	}
	s.Signature = strings.TrimSpace(strings.TrimSuffix(j.Signature(m, value), "="))
	symbol := j.Declare(m, name, s)
	j.InSymbol(symbol, func() {
		j.walk(m.Field("type"), nil)
		if value.Is("object") && s.Type == "" {
			j.object(symbol, value)
		} else {
			j.walk(value, nil)
		}
	})
}

// ownField notes this.x = … as a field of the class around, where that does not
// declare it.
func (j *javascriptReader) ownField(at tree.At) bool {
	left, value := at.Field("left"), unwrapped(at.Field("right"))
	if !left.Is("member_expression") || !left.Field("object").Is("this") {
		return false
	}
	class := j.Owner
	for class >= 0 && j.File.Symbols[class].Kind != syntax.Class {
		class = j.File.Symbols[class].Owner
	}
	name := left.Field("property")
	key := strconv.Itoa(class) + "." + name.Text()
	if class < 0 || j.members[key] {
		return false
	}
	j.members[key] = true
	s := syntax.Symbol{Kind: syntax.Field, Exported: j.File.Symbols[class].Exported, Name: name.Text(), Value: known(j.path(value)), Signature: left.Text()}
	if isFunction := value.Is("arrow_function", "function_expression"); isFunction {
		s.Kind = syntax.Method
		j.InSymbol(class, func() { j.function(at, value, name, s) })
		return true
	}
	j.InSymbol(class, func() { j.Declare(at, name, s) })
	j.walk(value, nil)
	return true
}

// bases are what a class extends and implements, or an interface extends.
func (j *javascriptReader) bases(at tree.At) []syntax.Base {
	var out []syntax.Base
	add := func(t string, at tree.At) {
		if t != "" && t != "?" && !strings.ContainsAny(t, "([#^{") {
			out = append(out, syntax.Base{Type: t, Line: at.Line()})
		}
	}
	for c := range at.Parts() {
		switch c.Kind() {
		case "class_heritage":
			for h := range c.Parts() {
				switch h.Kind() {
				case "extends_clause":
					add(j.extended(h.Field("value"))+j.args(h.Field("type_arguments")), h)
				case "implements_clause":
					for t := range h.Parts() {
						add(j.typeOf(t), t)
					}
				default:
					add(j.extended(h), h)
				}
			}
		case "extends_type_clause":
			for t := range c.Parts() {
				add(j.typeOf(t), t)
			}
		}
	}
	return out
}

// extended is the class that an expression stands for. A function of a class
// makes a class with its members: extends Mixed(Base).
func (j *javascriptReader) extended(at tree.At) string {
	at = unwrapped(at)
	if !at.Is("call_expression") {
		return j.path(at)
	}
	out := ""
	j.Within(func() { out = j.extended(at.Field("arguments").Part(0)) })
	return out
}

func (j *javascriptReader) interfaceDeclaration(at tree.At, doc string, exported bool) {
	symbol := j.declareHere(at, at.Field("name"), syntax.Symbol{
		Kind: syntax.Interface, Doc: doc, Exported: exported, Generics: j.generics(at), Bases: j.bases(at),
	})
	j.InSymbol(symbol, func() {
		j.walk(at.Field("type_parameters"), nil)
		j.walk(at.First("extends_type_clause"), nil)
		j.typeMembers(at.Field("body"))
	})
}

// typeMembers declares what an interface or an object's type lists.
func (j *javascriptReader) typeMembers(body tree.At) {
	j.eachMember(body, func(m tree.At, doc string) {
		switch m.Kind() {
		case "method_signature":
			j.method(m, true, doc)
		case "property_signature":
			if name := propertyName(m.Field("name")); name != "" {
				symbol := j.Declare(m, m.Field("name"), syntax.Symbol{Name: name, Kind: syntax.Field, Exported: true, Doc: doc, Type: j.typeOf(m.Field("type"))})
				if inner := m.Field("type").Part(0); inner.Is("object_type") {
					j.File.Symbols[symbol].Type = ""
					j.InSymbol(symbol, func() { j.typeMembers(inner) })
					return
				}
			}
			j.walk(m.Field("type"), nil)
		default:
			j.walk(m, nil)
		}
	})
}

func (j *javascriptReader) typeAlias(at tree.At, doc string, exported bool) {
	value := at.Field("value")
	s := syntax.Symbol{Kind: syntax.Type, Doc: doc, Exported: exported, Generics: j.generics(at)}
	var written []tree.At // object types
	switch value.Kind() {
	case "object_type":
		written = append(written, value)
	case "intersection_type":
		for t := range flat(value, "intersection_type") {
			if t.Is("object_type") {
				written = append(written, t)
			} else if name := j.typeOf(t); name != "" && name != "unknown" {
				s.Bases = append(s.Bases, syntax.Base{Type: name, Line: t.Line()})
			}
		}
	default:
		s.Type = j.typeOf(value)
	}
	if len(written) > 0 {
		s.Signature = strings.TrimSpace(strings.TrimSuffix(j.Signature(at, value), "="))
	}
	symbol := j.declareHere(at, at.Field("name"), s)
	j.InSymbol(symbol, func() {
		j.walk(at.Field("type_parameters"), nil)
		if len(written) == 0 && len(s.Bases) == 0 {
			j.walk(value, nil)
			return
		}
		for t := range flat(value, "intersection_type") {
			if t.Is("object_type") {
				j.typeMembers(t)
			} else {
				j.walk(t, nil)
			}
		}
	})
}

// flat are the parts of A & B & C, which the grammar nests; of any other node
// that itself.
func flat(at tree.At, kind string) func(func(tree.At) bool) {
	return func(yield func(tree.At) bool) {
		var parts []tree.At
		for at.Is(kind) {
			parts = append(parts, at.Part(1))
			if !at.Part(1).There() {
				break
			}
			at = at.Part(0)
		}
		parts = append(parts, at)
		for i := len(parts) - 1; i >= 0; i-- {
			if parts[i].There() && !yield(parts[i]) {
				return
			}
		}
	}
}

func (j *javascriptReader) enum(at tree.At, doc string, exported bool) {
	symbol := j.declareHere(at, at.Field("name"), syntax.Symbol{Kind: syntax.Enum, Doc: doc, Exported: exported})
	j.InSymbol(symbol, func() {
		for m := range at.Field("body").Parts() {
			name := m
			if m.Is("enum_assignment") {
				name = m.Field("name")
				j.walk(m.Field("value"), nil)
			}
			if n := propertyName(name); n != "" {
				j.Declare(m, name, syntax.Symbol{Name: n, Kind: syntax.Constant, Exported: exported})
			}
		}
	})
}

// namespace is namespace N {…}, or what a module of elsewhere is given beyond
// its own: declare module "x" {…}.
func (j *javascriptReader) namespace(at tree.At, doc string, exported bool) {
	symbol := j.declareHere(at, at.Field("name"), syntax.Symbol{Kind: syntax.Module, Doc: doc, Exported: exported})
	block := j.block
	j.block = tree.At{}
	j.InSymbol(symbol, func() { j.InScope(at, func() { j.children(at.Field("body")) }) })
	j.block = block
}
