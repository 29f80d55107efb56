package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// csharp by its grammar (learn.microsoft.com/dotnet/csharp/language-reference).
var csharp = lexicon{
	comments: reading.SetOf("comment"),
	each:     reading.SetOf("Select Where Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault ForEach OrderBy OrderByDescending GroupBy Count Sum Max Min SelectMany ToDictionary Find FindAll Exists"),
	params:   csharpParams,
	nodes: map[string]node{
		"identifier": {role: named}, "qualified_name": {role: dotted}, "alias_qualified_name": {role: dotted},
		"predefined_type": {role: skipped}, "implicit_type": {role: skipped}, "modifier": {role: skipped},
		"generic_name":  {role: generic, of: kind("identifier"), with: kind("type_argument_list")},
		"nullable_type": {role: wrapped, of: part(0)}, "pointer_type": {role: wrapped, of: part(0)}, "ref_type": {role: wrapped, of: last},
		"array_type":                    {role: listed, of: field("type")},
		"member_access_expression":      {role: member, of: field("expression"), name: field("name")},
		"conditional_access_expression": {role: member, of: field("condition"), name: func(at tree.At) tree.At { return last(at).Field("name") }},
		"invocation_expression":         {role: called, of: field("function"), with: field("arguments")},
		"object_creation_expression":    {role: made, of: field("type"), with: field("arguments")},
		"cast_expression":               {role: cast, of: field("type"), with: field("value")},
		"as_expression":                 {role: cast, of: field("right"), with: field("left")},
		"element_access_expression":     {role: indexed, of: field("expression")},
		"parenthesized_expression":      {role: same, of: part(0)}, "postfix_unary_expression": {role: same, of: part(0)},
		"await_expression": {role: awaited, of: part(0)},
		"string_literal":   {role: fixed}, "integer_literal": {role: fixed}, "real_literal": {role: fixed},
		"boolean_literal": {role: fixed}, "character_literal": {role: fixed}, "verbatim_string_literal": {role: fixed},
		"block": {role: scoped}, "for_statement": {role: scoped}, "if_statement": {role: scoped}, "using_statement": {role: scoped},
		"catch_clause": {role: scoped}, "switch_section": {role: scoped}, "switch_expression_arm": {role: scoped}, "while_statement": {role: scoped},
		"foreach_statement":           {role: looped, of: field("type"), with: field("right"), name: field("left")},
		"lambda_expression":           {role: lambda, of: field("parameters"), with: field("body")},
		"anonymous_method_expression": {role: lambda, of: field("parameters"), with: kind("block")},
		"implicit_parameter":          {role: named}, "type_parameter_list": {role: skipped},
		"type_parameter_constraints_clause": {role: skipped}, "label_name": {role: skipped}, "name_colon": {role: skipped},
	},
	types: map[string]func(p *walker, at tree.At) string{
		"predefined_type": func(_ *walker, at tree.At) string { return at.Text() },
		"implicit_type":   func(*walker, tree.At) string { return "" },
		"tuple_type": func(p *walker, at tree.At) string {
			var out []string
			for c := range at.Parts() {
				out = append(out, p.typeOf(c.Field("type")))
			}
			return "(" + strings.Join(out, ",") + ")"
		},
		"primary_constructor_base_type": func(p *walker, at tree.At) string { return p.typeOf(at.Field("type")) },
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"this":                   func(*walker, tree.At) string { return "this" },
		"base":                   func(*walker, tree.At) string { return "super" },
		"conditional_expression": func(p *walker, at tree.At) string { return p.path(at.Field("consequence")) },
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"using_directive":                   csharpUsing,
		"namespace_declaration":             func(p *walker, at tree.At, _ []tree.At) { p.children(at.Field("body")) },
		"file_scoped_namespace_declaration": func(p *walker, at tree.At, _ []tree.At) { p.children(at.Field("body")) },
		"class_declaration":                 csharpType, "interface_declaration": csharpType, "struct_declaration": csharpType,
		"record_declaration": csharpType, "record_struct_declaration": csharpType, "enum_declaration": csharpType,
		"enum_member_declaration": func(p *walker, at tree.At, above []tree.At) { p.constant(at, at.Field("name"), above) },
		"delegate_declaration": func(p *walker, at tree.At, above []tree.At) {
			p.declareThing(at, thing{
				kind: syntax.Type, name: at.Field("name"), params: p.given(at.Field("parameters")),
				gives: "->" + p.typeOf(at.Field("type")), hidden: csharpHidden(p, at),
			}, above)
		},
		"method_declaration": csharpMethod, "constructor_declaration": csharpMethod, "local_function_statement": csharpMethod,
		"destructor_declaration": csharpMethod, "operator_declaration": csharpMethod,
		"field_declaration": csharpFields, "event_field_declaration": csharpFields,
		"local_declaration_statement": func(p *walker, at tree.At, _ []tree.At) { csharpFields(p, at, nil) },
		"variable_declaration":        func(p *walker, at tree.At, _ []tree.At) { csharpVariables(p, at, at, nil) },
		"property_declaration": func(p *walker, at tree.At, above []tree.At) {
			t := thing{
				kind: syntax.Variable, name: at.Field("name"), result: at.Field("type"), static: says(at, "static"),
				hidden: csharpHidden(p, at), inside: []tree.At{at.Field("accessors")},
			}
			p.variable(at, t, at.Field("value"), above)
		},
		"declaration_pattern":    func(p *walker, at tree.At, _ []tree.At) { csharpBound(p, at) },
		"declaration_expression": func(p *walker, at tree.At, _ []tree.At) { csharpBound(p, at) },
		"catch_declaration":      func(p *walker, at tree.At, _ []tree.At) { csharpBound(p, at) },
		"attribute": func(p *walker, at tree.At, _ []tree.At) {
			p.useTypes(at.Field("name"))
			p.walk(at.First("attribute_argument_list"), nil)
		},
		"constructor_initializer": func(p *walker, at tree.At, _ []tree.At) {
			if c := p.enclosing(); c >= 0 {
				class := p.File.Symbols[c]
				of := class.Name
				if at.Has("base") {
					of = ""
					if len(class.Bases) > 0 {
						of, _ = reading.SplitType(class.Bases[0].Type)
					}
				}
				p.Add(syntax.Use{Kind: syntax.Calls, Path: of, Typed: true, Args: reading.Count(at.First("argument_list"))}, at)
			}
			p.children(at.First("argument_list"))
		},
		"is_expression": func(p *walker, at tree.At, _ []tree.At) {
			p.walk(at.Field("left"), nil)
			p.useTypes(at.Field("right"))
		},
		"typeof_expression":    func(p *walker, at tree.At, _ []tree.At) { p.useTypes(at.Part(0)) },
		"constant_pattern":     func(p *walker, at tree.At, _ []tree.At) { p.children(at) },
		"accessor_declaration": func(p *walker, at tree.At, _ []tree.At) { p.walk(at.Field("body"), nil) },
		"generic_name": func(p *walker, at tree.At, _ []tree.At) {
			p.Use(syntax.Uses, p.spell(at.First("identifier")), at)
			p.useTypes(at.First("type_argument_list"))
		},
		"primary_constructor_base_type": func(p *walker, at tree.At, _ []tree.At) { p.children(at.First("argument_list")) },
	},
	spelled: func(text string) string { return strings.TrimPrefix(strings.Trim(dots(text), "."), "@") },
}

func readCSharp(r *reading.Source) {
	for at := range r.Tree.Root().Parts() {
		if at.Is("namespace_declaration", "file_scoped_namespace_declaration") {
			r.File.Package = dots(at.Field("name").Text())
			if inner := at.Field("body").First("namespace_declaration"); inner.There() && reading.Count(at.Field("body")) == 1 {
				r.File.Package += "." + dots(inner.Field("name").Text())
			}
			break
		}
	}
	readPlain(&csharp)(r)
}

func csharpUsing(p *walker, at tree.At, _ []tree.At) {
	path := p.spell(last(at))
	if as := at.Field("name"); as.There() {
		module, name := cutName(path)
		p.imports(at, module, name, p.spell(as))
		return
	}
	p.imports(at, path, "*", "")
	if at.Has("static") {
		p.File.Imports[len(p.File.Imports)-1].Static = true
	}
}

// csharpHidden reports whether something is for the type that it lies in alone:
// what says nothing is, in types that are no interfaces.
func csharpHidden(p *walker, at tree.At) bool {
	if says(at, "public", "internal", "protected") {
		return false
	}
	return says(at, "private") || p.ofType() && p.File.Symbols[p.Owner].Kind != syntax.Interface
}

func csharpType(p *walker, at tree.At, above []tree.At) {
	t := thing{
		kind: syntax.Class, name: at.Field("name"), generics: at.First("type_parameter_list"),
		body: at.Field("body"), hidden: csharpHidden(p, at), static: says(at, "static"),
	}
	switch at.Kind() {
	case "interface_declaration":
		t.kind = syntax.Interface
	case "struct_declaration", "record_struct_declaration":
		t.kind = syntax.Struct
	case "enum_declaration":
		t.kind = syntax.Enum
	}
	list := at.First("parameter_list")
	t.params = p.given(list)
	for i := range t.params {
		t.params[i].kept = true
	}
	for c := range at.Parts() {
		if c.Is("attribute_list") {
			t.inside = append(t.inside, c)
		}
	}
	for b := range at.First("base_list").Parts() {
		if b.Is("argument_list") {
			t.inside = append(t.inside, b)
			continue
		}
		if b.Is("primary_constructor_base_type") {
			t.inside = append(t.inside, b)
			b = b.Field("type")
		}
		t.bases = append(t.bases, b)
	}
	p.declareThing(at, t, above)
}

func csharpParams(p *walker, list tree.At) []param {
	var out []param
	if list.Is("implicit_parameter", "identifier") {
		return []param{{name: list}}
	}
	rest, of := false, tree.At{}
	for c := range list.Children() {
		switch {
		case c.Is("params"):
			rest = true
		case c.Is("parameter"):
			q := param{name: c.Field("name"), typ: c.Field("type"), rest: says(c, "params")}
			for v := range c.Parts() {
				if v.Index() > q.name.Index() {
					q.value = v
				}
			}
			out = append(out, q)
		case c.FieldName() == "type":
			of = c
		case c.FieldName() == "name":
			out = append(out, param{name: c, typ: of, rest: rest})
		case c.Is("implicit_parameter", "identifier"):
			out = append(out, param{name: c})
		}
	}
	return out
}

// alone walks what stands outside of all types: it holds within its file alone.
func (p *walker) alone(walk func()) {
	inner := p.inner
	p.inner = inner || p.Owner == syntax.Nobody
	walk()
	p.inner = inner
}

func csharpMethod(p *walker, at tree.At, above []tree.At) {
	p.alone(func() { csharpMethodAt(p, at, above) })
}

func csharpMethodAt(p *walker, at tree.At, above []tree.At) {
	list := at.Field("parameters")
	t := thing{
		kind: syntax.Function, name: at.Field("name"), params: p.given(list), result: at.Field("returns"),
		generics: at.First("type_parameter_list"), body: at.Field("body"),
		static: says(at, "static"), hidden: csharpHidden(p, at), inside: []tree.At{at.First("constructor_initializer")},
	}
	switch at.Kind() {
	case "constructor_declaration":
		t.gives = t.name.Text()
	case "local_function_statement":
		t.result = at.Field("type")
	case "destructor_declaration":
		t.title = "~" + t.name.Text()
	case "operator_declaration":
		t.title = "operator" + at.Field("operator").Text()
	}
	for c := range at.Parts() {
		if c.Is("attribute_list") {
			t.inside = append(t.inside, c)
		}
	}
	if first := list.First("parameter"); first.First("modifier").Text() == "this" || first.Has("this") { // it extends the type of what it is given first
		t.of, _ = reading.SplitType(p.typeOf(first.Field("type")))
	}
	symbol := p.declareThing(at, t, above)
	if symbol >= 0 && t.of != "" {
		s := &p.File.Symbols[symbol]
		s.Params = s.Params[1:]
	}
}

func csharpFields(p *walker, at tree.At, above []tree.At) {
	csharpVariables(p, at, at.First("variable_declaration"), above)
}

func csharpVariables(p *walker, at, list tree.At, above []tree.At) {
	p.alone(func() { csharpVariablesAt(p, at, list, above) })
}

func csharpVariablesAt(p *walker, at, list tree.At, above []tree.At) {
	for d := range list.Parts() {
		if !d.Is("variable_declarator") {
			continue
		}
		t := thing{kind: syntax.Variable, name: d.Field("name"), result: list.Field("type"), static: says(at, "static", "const"), hidden: csharpHidden(p, at)}
		if says(at, "const") {
			t.kind = syntax.Constant
		}
		value := last(d)
		if value.Index() == t.name.Index() {
			value = tree.At{}
		}
		if value.Is("implicit_object_creation_expression") { // new(): of the type that it is given to
			if of, _ := reading.SplitType(p.typeOf(t.result)); of != "" {
				p.Add(syntax.Use{Kind: syntax.Calls, Path: of, Typed: true, Args: reading.Count(value.First("argument_list"))}, value)
			}
		}
		p.variable(at, t, value, above)
	}
}

// csharpBound is a name that a pattern, an out or a catch declares.
func csharpBound(p *walker, at tree.At) {
	p.useTypes(at.Field("type"))
	if name := at.Field("name"); name.There() {
		p.bound(name, at.Field("type"), "", at)
	}
}
