package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// kotlin by its grammar (kotlinlang.org/docs/reference/grammar.html).
var kotlin = lexicon{
	comments: reading.SetOf("line_comment block_comment"),
	implicit: "it",
	each:     reading.SetOf("forEach map filter filterNot flatMap any all none find first firstOrNull last count associateBy groupBy sortedBy let also onEach mapNotNull sumOf maxByOrNull minByOrNull partition"),
	params:   kotlinParams,
	nodes: map[string]node{
		"identifier": {role: named}, "qualified_identifier": {role: dotted},
		"user_type":                {role: generic, of: kotlinHead, with: kind("type_arguments")},
		"nullable_type":            {role: wrapped, of: part(0)},
		"type_projection":          {role: wrapped, of: last},
		"navigation_expression":    {role: member, of: part(0), name: last},
		"call_expression":          {role: called, of: part(0), with: kind("value_arguments")},
		"index_expression":         {role: indexed, of: part(0)},
		"as_expression":            {role: cast, of: field("right"), with: field("left")},
		"parenthesized_expression": {role: same, of: part(0)}, "unary_expression": {role: same, of: part(0)},
		"string_literal": {}, "number_literal": {role: fixed}, "character_literal": {role: fixed},
		"block": {role: scoped}, "when_entry": {role: scoped}, "when_expression": {role: scoped}, "catch_block": {role: scoped}, "class_body": {},
		"lambda_literal": {role: lambda, of: kind("lambda_parameters")},
		"package_header": {role: skipped}, "type_parameters": {role: skipped}, "label": {role: skipped},
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"this_expression":  func(_ *walker, _ tree.At) string { return "this" },
		"super_expression": func(_ *walker, _ tree.At) string { return "super" },
		"string_literal":   func(_ *walker, _ tree.At) string { return reading.Literal },
		"binary_expression": func(p *walker, at tree.At) string {
			if at.Field("operator").Text() == "?:" {
				return p.path(at.Field("left"))
			}
			return reading.Literal
		},
	},
	types: map[string]func(p *walker, at tree.At) string{
		"function_type": func(p *walker, at tree.At) string { return "->" + p.typeOf(last(at)) },
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"import": func(p *walker, at tree.At, _ []tree.At) {
			path := p.spell(at.Part(0))
			if strings.HasSuffix(strings.TrimSpace(at.Text()), "*") {
				p.imports(at, path, "*", "")
				return
			}
			module, name := cutName(path)
			as := name
			if at.Has("as") {
				as = p.spell(last(at))
			}
			p.imports(at, module, name, as)
		},
		"class_declaration": kotlinClass, "object_declaration": kotlinClass,
		"companion_object": func(p *walker, at tree.At, _ []tree.At) {
			first := len(p.File.Symbols)
			p.children(at.First("class_body"))
			for i := first; i < len(p.File.Symbols); i++ {
				if s := &p.File.Symbols[i]; s.Owner == p.Owner {
					s.Static = true
				}
			}
		},
		"enum_entry": func(p *walker, at tree.At, above []tree.At) { p.constant(at, at.First("identifier"), above) },
		"type_alias": func(p *walker, at tree.At, above []tree.At) {
			p.declareThing(at, thing{kind: syntax.Type, name: at.Field("type"), result: last(at), hidden: says(at, "private")}, above)
		},
		"function_declaration": func(p *walker, at tree.At, above []tree.At) {
			list := at.First("function_value_parameters")
			t := thing{
				kind: syntax.Function, name: at.Field("name"), params: p.given(list), generics: at.First("type_parameters"),
				body: at.First("function_body"), hidden: says(at, "private"), inside: []tree.At{at.First("modifiers")},
			}
			for c := range at.Parts() {
				switch {
				case c.Index() < list.Index() && c.Is("user_type", "nullable_type"): // of the type that it extends
					t.of, _ = reading.SplitType(p.typeOf(c))
				case c.Index() > list.Index() && c.Is("user_type", "nullable_type", "function_type"):
					t.result = c
				}
			}
			if body := t.body.Part(0); !t.result.There() && !body.Is("block") {
				t.value = p.value(body)
			}
			p.declareThing(at, t, above)
		},
		"secondary_constructor": func(p *walker, at tree.At, above []tree.At) {
			list := at.First("function_value_parameters")
			if c := p.enclosing(); c >= 0 {
				p.declareThing(at, thing{
					kind: syntax.Function, title: p.File.Symbols[c].Name, gives: p.File.Symbols[c].Name,
					params: p.given(list), body: at.First("block"),
				}, above)
			}
		},
		"property_declaration": func(p *walker, at tree.At, above []tree.At) {
			if several := at.First("multi_variable_declaration"); several.There() {
				p.walk(last(at), nil)
				for v := range several.Parts() {
					p.Local(p.spell(v.Part(0)), at, syntax.Local{Type: p.typeOf(v.Part(1))})
				}
				return
			}
			v := at.First("variable_declaration")
			t := thing{
				kind: syntax.Variable, name: v.Part(0), result: v.Part(1), hidden: says(at, "private"),
				inside: []tree.At{at.First("getter"), at.First("property_delegate")},
			}
			if says(at, "const") {
				t.kind = syntax.Constant
			}
			value := tree.At{}
			for c := range at.Parts() {
				if c.Index() > v.Index() && !c.Is("getter", "setter", "property_delegate", "type_constraints") {
					value = c
				}
			}
			p.variable(at, t, value, above)
		},
		"for_statement": func(p *walker, at tree.At, _ []tree.At) {
			v, over := at.First("variable_declaration"), tree.At{}
			for c := range at.Parts() {
				if c.Index() > v.Index() && !over.There() && !c.Is("variable_declaration", "multi_variable_declaration") {
					over = c
				}
			}
			p.InScope(at, func() {
				p.walk(over, nil)
				p.bound(v.Part(0), v.Part(1), p.path(over)+"[]", over)
				p.walk(last(at), nil)
			})
		},
		"when_subject": func(p *walker, at tree.At, _ []tree.At) {
			p.walk(last(at), nil)
			if v := at.First("variable_declaration"); v.There() {
				p.bound(v.Part(0), v.Part(1), p.path(last(at)), at)
			}
		},
		"constructor_invocation": func(p *walker, at tree.At, _ []tree.At) { p.walk(at.First("value_arguments"), nil) },
		"value_argument":         func(p *walker, at tree.At, _ []tree.At) { p.walk(last(at), nil) },
		"annotation": func(p *walker, at tree.At, _ []tree.At) {
			p.useTypes(at.First("user_type", "constructor_invocation"))
		},
		"callable_reference": func(p *walker, at tree.At, _ []tree.At) {
			p.Use(syntax.Uses, p.path(at.Part(0))+"."+p.spell(last(at)), last(at))
		},
	},
}

func kotlinHead(at tree.At) tree.At {
	out := tree.At{}
	for c := range at.Parts() {
		if c.Is("identifier") {
			out = c
		}
	}
	return out
}

func readKotlin(r *reading.Source) {
	for c := range r.Tree.Root().Children() {
		if c.Is("package_header") {
			r.File.Package = dots(c.Part(0).Text())
		}
	}
	readPlain(&kotlin)(r)
}

func kotlinParams(p *walker, list tree.At) []param {
	var out []param
	rest := false
	for c := range list.Parts() {
		switch c.Kind() {
		case "parameter_modifiers":
			rest = strings.Contains(c.Text(), "vararg")
			continue
		case "parameter", "class_parameter", "variable_declaration":
			q := param{name: c.First("identifier"), rest: rest || says(c, "vararg"), kept: c.Has("val") || c.Has("var"), hidden: says(c, "private")}
			for part := range c.Parts() {
				if part.Index() > q.name.Index() {
					if !q.typ.There() {
						q.typ = part
					} else {
						q.value = part
					}
				}
			}
			out = append(out, q)
		default:
			if len(out) > 0 { // what it is where it is not given
				out[len(out)-1].value = c
			}
		}
		rest = false
	}
	return out
}

func kotlinClass(p *walker, at tree.At, above []tree.At) {
	t := thing{
		kind: syntax.Class, name: at.Field("name"), generics: at.First("type_parameters"),
		body: at.First("class_body", "enum_class_body"), hidden: says(at, "private"), inside: []tree.At{at.First("modifiers")},
	}
	if !t.name.There() {
		t.name = at.First("identifier")
	}
	switch {
	case at.Has("interface"):
		t.kind = syntax.Interface
	case says(at, "enum"):
		t.kind = syntax.Enum
	}
	t.params = p.given(at.First("primary_constructor").First("class_parameters"))
	for d := range at.First("delegation_specifiers").Parts() {
		base := d.Part(0)
		if base.Is("constructor_invocation") {
			t.inside = append(t.inside, base)
			base = base.Part(0)
		}
		t.bases = append(t.bases, base)
	}
	p.declareThing(at, t, above)
}
