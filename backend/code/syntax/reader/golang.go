package reader

import (
	"slices"
	"strconv"

	"strings"
	"unicode"
	"unicode/utf8"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// goReader reads Go by its specification (go.dev/ref/spec).
type goReader struct{ *reading.Source }

func readGo(r *reading.Source) {
	g := goReader{r}
	var above []tree.At
	for c := range r.Tree.Root().Children() {
		switch c.Kind() {
		case "comment":
			above = append(above, c)
			continue
		case "package_clause":
			r.File.Package = c.Part(0).Text()
		case "import_declaration":
			g.imports(c)
		case "function_declaration", "method_declaration":
			g.function(c, reading.DocAbove(above, c))
		default:
			g.walk(c, above)
		}
		above = nil
	}
}

func (g goReader) imports(at tree.At) {
	for spec := range at.Within() {
		if !spec.Is("import_spec") {
			continue
		}
		module, _ := strconv.Unquote(spec.Field("path").Text())
		i := syntax.Import{Module: module, As: spec.Field("name").Text(), Line: spec.Line()}
		switch i.As {
		case ".":
			i.Name, i.As = "*", ""
		case "_":
			i.As = "-"
		}
		g.File.Imports = append(g.File.Imports, i)
	}
}

func isUpper(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// function is a function or a method, with what is in it.
func (g goReader) function(at tree.At, doc string) {
	name := at.Field("name")
	s := syntax.Symbol{
		Kind: syntax.Function, Exported: isUpper(name.Text()), Doc: doc, Type: g.typeOf(at.Field("result")),
		Params: g.params(at.Field("parameters")), Generics: g.params(at.Field("type_parameters")),
	}
	receiver := at.Field("receiver").Part(0)
	if at.Is("method_declaration") {
		s.Kind = syntax.Method
		s.Of, _, _ = strings.Cut(g.typeOf(receiver.Field("type")), "<")
	}
	symbol := g.Declare(at, name, s)
	g.InSymbol(symbol, func() {
		g.InScope(at, func() {
			for _, part := range []string{"receiver", "type_parameters", "parameters", "result"} {
				g.bindParams(at.Field(part))
				g.walk(at.Field(part), nil)
			}
			g.walk(at.Field("body"), nil)
		})
	})
}

// params are those that a list declares; of a list of results without names none
// has one.
func (g goReader) params(list tree.At) []syntax.Param {
	var out []syntax.Param
	for p := range list.Parts() {
		one := syntax.Param{Type: g.typeOf(p.Field("type")), Rest: p.Is("variadic_parameter_declaration")}
		named := false
		for name := range p.FieldsOf("name") {
			named = true
			one.Name = name.Text()
			out = append(out, one)
		}
		if !named {
			out = append(out, one)
		}
	}
	return out
}

func (g goReader) bindParams(list tree.At) {
	for p := range list.Parts() {
		t := g.typeOf(p.Field("type"))
		if p.Is("variadic_parameter_declaration") {
			t = "[]<" + t + ">"
		}
		for name := range p.FieldsOf("name") {
			g.Local(name.Text(), name, syntax.Local{Type: t})
		}
	}
}

// walk notes what a part of the text declares and names. Comments above are of
// what comes first in it.
func (g goReader) walk(at tree.At, above []tree.At) {
	g.Within(func() { g.visit(at, above) })
}

func (g goReader) visit(at tree.At, above []tree.At) {
	switch at.Kind() {
	case "block", "func_literal", "if_statement", "for_statement", "expression_switch_statement", "select_statement",
		"expression_case", "default_case", "communication_case":
		g.InScope(at, func() {
			g.bindParams(at.Field("parameters"))
			g.bindParams(at.Field("result"))
			g.children(at)
		})
	case "type_switch_statement":
		g.InScope(at, func() { g.typeSwitch(at) })
	case "type_declaration", "const_declaration", "var_declaration":
		g.declaration(at, above)
	case "short_var_declaration":
		g.children(at.Field("right"))
		g.bind(at.Field("left"), slices.Collect(at.Field("right").Parts()), at.Field("right"))
	case "receive_statement":
		g.walk(at.Field("right"), nil)
		if at.Has(":=") {
			g.bind(at.Field("left"), []tree.At{at.Field("right")}, at)
		} else {
			g.children(at.Field("left"))
		}
	case "range_clause":
		g.walk(at.Field("right"), nil)
		g.ranged(at)
	case "call_expression":
		g.call(at)
	case "composite_literal":
		g.literal(at)
	case "selector_expression":
		g.Use(syntax.Uses, g.path(at), at.Field("field"))
		g.walk(at.Field("operand"), nil)
	case "qualified_type":
		g.UseType(g.typeOf(at), at.Field("name"))
	case "type_identifier":
		g.UseType(at.Text(), at)
	case "identifier":
		if name := at.Text(); !g.IsLocal(name) && name != "_" {
			g.Use(syntax.Uses, name, at)
		}
	case "parameter_declaration", "variadic_parameter_declaration", "type_parameter_declaration":
		g.walk(at.Field("type"), nil)
	case "labeled_statement":
		g.walk(at.Part(1), nil)
	case "label_name", "comment", "package_identifier", "field_identifier":
	default:
		g.children(at)
	}
}

// declaration is one thing with its keyword, or several in brackets.
func (g goReader) declaration(at tree.At, above []tree.At) {
	list := at
	if in := at.First("var_spec_list"); in.There() {
		list = in
	}
	bracketed := list.Has("(")
	said := tree.At{} // the type of the constants before, which those that say nothing have, too
	for c := range list.Children() {
		whole := c
		if !bracketed {
			whole = at
		}
		switch c.Kind() {
		case "comment":
			above = append(above, c)
			continue
		case "(":
			continue
		case "type_spec", "type_alias":
			g.typeSpec(c, whole, reading.DocAbove(above, whole))
		case "const_spec", "var_spec":
			if c.Is("var_spec") || c.Field("value").There() {
				said = c.Field("type")
			}
			g.valueSpec(c, whole, said, reading.DocAbove(above, whole))
		}
		if c.Named() {
			above = nil
		}
	}
}

// children walks what is directly below; comments are of what follows them.
func (g goReader) children(at tree.At) {
	for c, above := range at.Commented(func(c tree.At) bool { return c.Is("comment") }) {
		g.walk(c, above)
	}
}

// bind gives names the values that stand on the right of them.
func (g goReader) bind(left tree.At, values []tree.At, after tree.At) {
	names := slices.Collect(left.Parts())
	for i, n := range names {
		if !n.Is("identifier") {
			continue
		}
		l := syntax.Local{}
		switch {
		case len(values) == len(names):
			l.Value = g.path(values[i])
		case len(values) == 1 && values[0].Is("call_expression"):
			l.Value = g.path(values[0]) + "#" + strconv.Itoa(i)
		case len(values) == 1 && i == 0:
			l.Value = g.path(values[0])
		}
		g.Local(n.Text(), after, l)
	}
}

func (g goReader) ranged(at tree.At) {
	var names []tree.At
	for n := range at.Field("left").Parts() {
		names = append(names, n)
	}
	for i, n := range names {
		if !n.Is("identifier") || g.IsLocal(n.Text()) && !at.Has(":=") {
			continue
		}
		l := syntax.Local{}
		if i == len(names)-1 {
			l.Value = g.path(at.Field("right")) + "[]"
		}
		g.Local(n.Text(), at, l)
	}
}

func (g goReader) typeSwitch(at tree.At) {
	value := at.Field("value")
	g.walk(at.Field("initializer"), nil)
	g.walk(value, nil)
	alias := at.Field("alias").Part(0)
	for c := range at.Parts() {
		if !c.Is("type_case", "default_case") {
			continue
		}
		g.InScope(c, func() {
			l := syntax.Local{Value: g.path(value)}
			var types []tree.At
			for t := range c.FieldsOf("type") {
				types = append(types, t)
			}
			if len(types) == 1 {
				l = syntax.Local{Type: g.typeOf(types[0])}
			}
			if alias.There() {
				g.Local(alias.Text(), c.Part(0), syntax.Local{Type: l.Type, Value: l.Value})
				g.File.Locals[len(g.File.Locals)-1].From = int(c.Node().Start)
			}
			g.children(c)
		})
	}
}

// literal is a value of a type, written with its parts.
func (g goReader) literal(at tree.At) {
	t := at.Field("type")
	g.walk(t, nil)
	of := g.typeOf(t)
	named := of != "" && !strings.HasPrefix(of, "[]")
	for e := range at.Field("body").Parts() {
		key := e.Field("key")
		if !key.There() {
			key = e.Part(0)
		}
		if name := key.Part(0); e.Is("keyed_element") && named && name.Is("identifier") {
			g.Use(syntax.Uses, ":"+of+"."+name.Text(), name)
			g.walk(e.Part(1), nil)
			continue
		}
		g.walk(e, nil)
	}
}

// call is a call, or a conversion: those look alike.
func (g goReader) call(at tree.At) {
	f, args := unwrapped(at.Field("function")), reading.Count(at.Field("arguments"))
	switch f.Kind() {
	case "identifier":
		g.Source.Call(f.Text(), f, args)
		if f.Text() == "new" {
			g.newOfValue(at)
		}
	case "selector_expression":
		g.Source.Call(g.path(f), f.Field("field"), args)
		g.walk(f.Field("operand"), nil)
	case "index_expression":
		operand := f.Field("operand")
		name := operand
		if operand.Is("selector_expression") {
			name = operand.Field("field")
		}
		g.Source.Call(g.path(operand), name, args)
		g.walk(f.Field("index"), nil)
	default:
		g.walk(f, nil)
	}
	g.walk(at.Field("type_arguments"), nil)
	g.walk(at.Field("arguments"), nil)
}

// newOfValue forgets the problems of a call of new: the grammar knows it with a
// type alone, and since Go 1.26 it takes a value (go.dev/ref/spec, "Allocation").
func (g goReader) newOfValue(at tree.At) {
	g.File.Problems = slices.DeleteFunc(g.File.Problems, func(p syntax.Problem) bool { return at.Line() <= p.Line && p.Line <= at.EndLine() })
}

// unwrapped is what stands in parentheses.
func unwrapped(at tree.At) tree.At {
	for at.Is("parenthesized_expression") {
		at = at.Part(0)
	}
	return at
}
