package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// scala by its grammar (docs.scala-lang.org/scala3/reference/syntax.html).
var scala = lexicon{
	comments: reading.SetOf("comment block_comment"),
	each:     reading.SetOf("foreach map filter filterNot flatMap exists forall find count groupBy sortBy collect withFilter partition takeWhile dropWhile"),
	params:   scalaParams,
	nodes: map[string]node{
		"identifier": {role: named}, "type_identifier": {role: typed}, "stable_type_identifier": {role: dotted}, "stable_identifier": {role: dotted},
		"generic_type":             {role: generic, of: field("type"), with: field("type_arguments")},
		"generic_function":         {role: generic, of: field("function"), with: field("type_arguments")},
		"field_expression":         {role: member, of: field("value"), name: field("field")},
		"call_expression":          {role: called, of: field("function"), with: field("arguments")},
		"instance_expression":      {role: made, of: part(0), with: kind("arguments")},
		"parenthesized_expression": {role: same, of: part(0)}, "ascription_expression": {role: cast, of: part(1), with: part(0)},
		"string": {role: fixed}, "integer_literal": {role: fixed}, "boolean_literal": {role: fixed}, "infix_expression": {},
		"block": {role: scoped}, "case_clause": {role: scoped}, "for_expression": {role: scoped}, "indented_block": {role: scoped},
		"lambda_expression": {role: lambda, of: field("parameters")}, "package_clause": {}, "type_parameters": {role: skipped},
		"package_identifier": {role: skipped}, "wildcard": {role: skipped}, "operator_identifier": {role: skipped},
	},
	types: map[string]func(p *walker, at tree.At) string{
		"function_type": func(p *walker, at tree.At) string { return "->" + p.typeOf(at.Field("return_type")) },
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"infix_expression": func(_ *walker, _ tree.At) string { return "?" },
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"import_declaration": scalaImport,
		"class_definition":   scalaType, "object_definition": scalaType, "trait_definition": scalaType, "enum_definition": scalaType,
		"enum_case_definitions": func(p *walker, at tree.At, above []tree.At) {
			for c := range at.Parts() {
				p.constant(c, c.Field("name"), above)
			}
		},
		"type_definition": func(p *walker, at tree.At, above []tree.At) {
			p.declareThing(at, thing{kind: syntax.Type, name: at.Field("name"), result: at.Field("type"), hidden: says(at, "private")}, above)
		},
		"function_definition": scalaFunction, "function_declaration": scalaFunction,
		"val_definition": scalaVariable, "var_definition": scalaVariable, "val_declaration": scalaVariable,
		"var_declaration": scalaVariable, "given_definition": scalaVariable,
		"enumerator": func(p *walker, at tree.At, _ []tree.At) {
			p.walk(at.Part(1), nil)
			path := p.path(at.Part(1))
			if strings.Contains(at.Text(), "<-") {
				path += "[]"
			}
			p.bound(at.Part(0), tree.At{}, path, at)
		},
		"typed_pattern": func(p *walker, at tree.At, _ []tree.At) {
			p.useTypes(at.Field("type"))
			p.bound(at.Field("pattern"), at.Field("type"), "", at)
		},
		"annotation": func(p *walker, at tree.At, _ []tree.At) { p.useTypes(at.Field("name")) },
		"infix_expression": func(p *walker, at tree.At, _ []tree.At) {
			left, name := at.Field("left"), at.Field("operator")
			if name.Is("identifier") {
				p.Call(p.path(left)+"."+p.spell(name), name, 1)
			}
			p.walk(left, nil)
			p.walk(at.Field("right"), nil)
		},
	},
}

func readScala(r *reading.Source) {
	for c := range r.Tree.Root().Parts() {
		if c.Is("package_clause") && !c.Field("body").There() {
			r.File.Package = strings.Trim(r.File.Package+"."+dots(c.Field("name").Text()), ".")
		}
	}
	readPlain(&scala)(r)
}

func scalaImport(p *walker, at tree.At, _ []tree.At) {
	var path []string
	for c := range at.FieldsOf("path") {
		if c.Named() {
			path = append(path, p.spell(c))
		}
	}
	module := strings.Join(path, ".")
	if list := at.First("namespace_selectors"); list.There() {
		for c := range list.Parts() {
			name, as := p.spell(c), p.spell(c)
			switch c.Kind() {
			case "arrow_renamed_identifier", "as_renamed_identifier":
				name, as = p.spell(c.Field("name")), p.spell(c.Field("alias"))
			case "namespace_wildcard":
				name, as = "*", ""
			}
			p.imports(at, module, name, as)
		}
		return
	}
	if at.Has("namespace_wildcard") {
		p.imports(at, module, "*", "")
		return
	}
	of, name := cutName(module)
	p.imports(at, of, name, name)
}

func scalaType(p *walker, at tree.At, above []tree.At) {
	t := thing{kind: syntax.Class, name: at.Field("name"), generics: at.Field("type_parameters"), body: at.Field("body"), hidden: says(at, "private")}
	switch at.Kind() {
	case "trait_definition":
		t.kind = syntax.Trait
	case "enum_definition":
		t.kind = syntax.Enum
	}
	t.static = at.Is("object_definition")
	for c := range at.Parts() {
		if c.Is("annotation") {
			t.inside = append(t.inside, c)
		}
	}
	for list := range at.FieldsOf("class_parameters") {
		t.params = append(t.params, p.given(list)...)
	}
	for i := range t.params {
		t.params[i].kept = true
	}
	for c := range at.Field("extend").Parts() {
		if c.Is("arguments") {
			t.inside = append(t.inside, c)
		} else {
			t.bases = append(t.bases, c)
		}
	}
	p.declareThing(at, t, above)
}

func scalaParams(p *walker, list tree.At) []param {
	var out []param
	for c := range list.Parts() {
		if c.Is("identifier") {
			out = append(out, param{name: c})
			continue
		}
		q := param{name: c.Field("name"), typ: c.Field("type"), value: c.Field("default_value"), hidden: says(c, "private") || !c.Has("val") && !c.Has("var")}
		if q.typ.Is("repeated_parameter_type") {
			q.typ, q.rest = q.typ.Field("type"), true
		}
		if q.name.There() {
			out = append(out, q)
		}
	}
	return out
}

func scalaFunction(p *walker, at tree.At, above []tree.At) {
	t := thing{
		kind: syntax.Function, name: at.Field("name"), result: at.Field("return_type"),
		generics: at.Field("type_parameters"), body: at.Field("body"), hidden: says(at, "private"),
	}
	for list := range at.FieldsOf("parameters") {
		params := p.given(list)
		for i := range params {
			if list.Has("implicit") || list.Has("using") {
				params[i].optional = true
			}
		}
		t.params = append(t.params, params...)
	}
	if t.name.Text() == "this" {
		if c := p.enclosing(); c >= 0 {
			t.title = p.File.Symbols[c].Name
		}
	}
	if !t.result.There() && !t.body.Is("block", "indented_block") {
		t.value = p.value(t.body)
	}
	p.declareThing(at, t, above)
}

func scalaVariable(p *walker, at tree.At, above []tree.At) {
	name, result, value := at.Field("pattern"), at.Field("type"), at.Field("value")
	if !name.There() {
		name = at.Field("name")
	}
	if at.Is("given_definition") {
		result, value = at.Field("return_type"), at.Field("body")
	}
	if !name.Is("identifier") {
		p.children(at)
		return
	}
	t := thing{kind: syntax.Variable, name: name, result: result, hidden: says(at, "private")}
	p.variable(at, t, value, above)
}
