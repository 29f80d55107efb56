package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// php by its grammar (php.net/manual/langref.php). Variables keep their $: they
// and functions have names of their own.
var php = lexicon{
	comments: reading.SetOf("comment"),
	params:   phpParams,
	nodes: map[string]node{
		"name": {role: named}, "variable_name": {role: named}, "qualified_name": {role: dotted}, "namespace_name": {role: dotted}, "relative_scope": {role: typed},
		"named_type": {role: wrapped, of: part(0)}, "optional_type": {role: wrapped, of: part(0)}, "primitive_type": {role: skipped},
		"member_access_expression":          {role: member, of: field("object"), name: field("name")},
		"nullsafe_member_access_expression": {role: member, of: field("object"), name: field("name")},
		"class_constant_access_expression":  {role: member, of: part(0), name: last},
		"scoped_property_access_expression": {role: member, of: field("scope"), name: field("name")},
		"function_call_expression":          {role: called, of: field("function"), with: field("arguments")},
		"object_creation_expression":        {role: made, of: part(0), with: kind("arguments")},
		"subscript_expression":              {role: indexed, of: part(0)},
		"parenthesized_expression":          {role: same, of: part(0)}, "clone_expression": {role: same, of: part(0)},
		"string": {role: fixed}, "integer": {role: fixed}, "float": {role: fixed}, "boolean": {role: fixed}, "null": {role: fixed},
		"arrow_function":                         {role: lambda, of: field("parameters"), with: field("body")},
		"anonymous_function":                     {role: lambda, of: field("parameters"), with: field("body")},
		"anonymous_function_creation_expression": {role: lambda, of: field("parameters"), with: field("body")},
		"namespace_name_as_prefix":               {role: skipped}, "php_tag": {role: skipped}, "text": {role: skipped}, "text_interpolation": {role: skipped},
		"declare_statement": {role: skipped}, "visibility_modifier": {role: skipped}, "static_modifier": {role: skipped},
	},
	types: map[string]func(p *walker, at tree.At) string{
		"primitive_type": func(_ *walker, at tree.At) string {
			if t := at.Text(); t != "array" && t != "mixed" && t != "iterable" && t != "callable" {
				return t
			}
			return ""
		},
		"union_type": func(p *walker, at tree.At) string { return phpUnion(p, at) },
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"member_call_expression": phpCallPath, "nullsafe_member_call_expression": phpCallPath, "scoped_call_expression": phpCallPath,
		"assignment_expression":  func(p *walker, at tree.At) string { return p.path(at.Field("right")) },
		"conditional_expression": func(p *walker, at tree.At) string { return p.path(at.Field("alternative")) },
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"namespace_definition":      func(p *walker, at tree.At, _ []tree.At) { p.children(at.Field("body")) },
		"namespace_use_declaration": phpUse,
		"require_once_expression":   phpInclude, "require_expression": phpInclude, "include_expression": phpInclude, "include_once_expression": phpInclude,
		"class_declaration": phpType, "interface_declaration": phpType, "trait_declaration": phpType, "enum_declaration": phpType, "anonymous_class": phpType,
		"enum_case": func(p *walker, at tree.At, above []tree.At) { p.constant(at, at.Field("name"), above) },
		"use_declaration": func(p *walker, at tree.At, _ []tree.At) {
			for c := range at.Parts() {
				if p.isName(c) && p.ofType() {
					class := &p.File.Symbols[p.Owner]
					class.Bases = append(class.Bases, syntax.Base{Type: p.spell(c), Line: c.Line()})
					p.UseType(p.spell(c), p.lastName(c))
				}
			}
		},
		"method_declaration": phpFunction, "function_definition": phpFunction,
		"property_declaration": func(p *walker, at tree.At, above []tree.At) {
			for e := range at.Parts() {
				if e.Is("property_element") {
					name := e.Field("name")
					t := thing{
						kind: syntax.Field, name: name, title: strings.TrimPrefix(name.Text(), "$"),
						result: at.Field("type"), static: says(at, "static"), hidden: says(at, "private"),
					}
					p.variable(at, t, e.Field("default_value"), above)
				}
			}
		},
		"const_declaration": func(p *walker, at tree.At, above []tree.At) {
			for e := range at.Parts() {
				if e.Is("const_element") {
					p.variable(at, thing{kind: syntax.Constant, name: e.Part(0), static: true, hidden: says(at, "private")}, e.Part(1), above)
				}
			}
		},
		"member_call_expression": phpCall, "nullsafe_member_call_expression": phpCall, "scoped_call_expression": phpCall,
		"assignment_expression": func(p *walker, at tree.At, _ []tree.At) {
			left, right := at.Field("left"), at.Field("right")
			p.walk(right, nil)
			if left.Is("variable_name") {
				p.bound(left, tree.At{}, p.path(right), at)
				return
			}
			p.walk(left, nil)
		},
		"foreach_statement": func(p *walker, at tree.At, _ []tree.At) {
			over, of := at.Part(0), at.Part(1)
			p.walk(over, nil)
			if of.Is("pair") {
				of = last(of)
			}
			if of.Is("by_ref") {
				of = of.Part(0)
			}
			p.bound(of, tree.At{}, p.path(over)+"[]", of)
			p.walk(at.Field("body"), nil)
		},
		"catch_clause": func(p *walker, at tree.At, _ []tree.At) {
			list := at.Field("type")
			p.useTypes(list)
			p.bound(at.Field("name"), list, "", at.Field("name"))
			p.walk(at.Field("body"), nil)
		},
		"attribute": func(p *walker, at tree.At, _ []tree.At) {
			p.useTypes(at.Part(0))
			p.walk(at.Part(1), nil)
		},
		"binary_expression": func(p *walker, at tree.At, _ []tree.At) {
			p.walk(at.Field("left"), nil)
			if at.Field("operator").Text() == "instanceof" {
				p.useTypes(at.Field("right"))
				return
			}
			p.walk(at.Field("right"), nil)
		},
		"argument":                      func(p *walker, at tree.At, _ []tree.At) { p.walk(last(at), nil) },
		"anonymous_function_use_clause": func(*walker, tree.At, []tree.At) {},
	},
	spelled: func(text string) string {
		switch text = strings.Trim(dots(text), "."); text {
		case "$this":
			return "this"
		case "self", "static":
			return "Self"
		case "parent":
			return "super"
		}
		return text
	},
}

func readPHP(r *reading.Source) {
	if n := r.Tree.Root().First("namespace_definition"); n.There() {
		r.File.Package = dots(n.Field("name").Text())
	}
	readPlain(&php)(r)
}

func phpUnion(p *walker, at tree.At) string {
	out := ""
	for c := range at.Parts() {
		if t := p.typeOf(c); t != "" && t != "null" {
			if out != "" {
				return ""
			}
			out = t
		}
	}
	return out
}

func phpUse(p *walker, at tree.At, _ []tree.At) {
	prefix := ""
	clauses := at
	if group := at.Field("body"); group.There() {
		prefix, clauses = p.spell(at.First("namespace_name"))+".", group
	}
	for c := range clauses.Parts() {
		if !c.Is("namespace_use_clause") {
			continue
		}
		module, name := cutName(prefix + p.spell(c.First("qualified_name", "name")))
		as := name
		if alias := c.Field("alias"); alias.There() {
			as = p.spell(alias)
		}
		p.imports(c, module, name, as)
	}
}

// phpInclude is a file that is read there: its name as far as the text says it.
func phpInclude(p *walker, at tree.At, _ []tree.At) {
	name := ""
	for c := range at.Within() {
		if c.Is("string_content") {
			name += c.Text()
		} else if c.Is("variable_name") {
			name = ""
		}
	}
	if name != "" {
		p.File.Imports = append(p.File.Imports, syntax.Import{Module: strings.TrimPrefix(name, "/"), Line: at.Line()})
	}
}

func phpType(p *walker, at tree.At, above []tree.At) {
	t := thing{kind: syntax.Class, name: at.Field("name"), body: at.Field("body")}
	switch at.Kind() {
	case "interface_declaration":
		t.kind = syntax.Interface
	case "trait_declaration":
		t.kind = syntax.Trait
	case "enum_declaration":
		t.kind = syntax.Enum
	case "anonymous_class":
		t.title = "new class"
	}
	for c := range at.Parts() {
		switch c.Kind() {
		case "base_clause", "class_interface_clause":
			for b := range c.Parts() {
				t.bases = append(t.bases, b)
			}
		case "attribute_list", "arguments":
			t.inside = append(t.inside, c)
		}
	}
	p.declareThing(at, t, above)
}

func phpParams(p *walker, list tree.At) []param {
	var out []param
	for c := range list.Parts() {
		q := param{name: c.Field("name"), typ: c.Field("type"), value: c.Field("default_value"), rest: c.Is("variadic_parameter")}
		if c.Is("property_promotion_parameter") {
			q.kept, q.hidden = true, strings.HasPrefix(c.Field("visibility").Text(), "private")
		}
		if q.name.There() {
			out = append(out, q)
		}
	}
	return out
}

func phpFunction(p *walker, at tree.At, above []tree.At) {
	t := thing{
		kind: syntax.Function, name: at.Field("name"), params: p.given(at.Field("parameters")), result: at.Field("return_type"), body: at.Field("body"),
		static: says(at, "static"), hidden: says(at, "private"), inside: []tree.At{at.Field("attributes")},
	}
	p.declareThing(at, t, above)
}

func phpCallPath(p *walker, at tree.At) string {
	of, name := at.Field("object"), at.Field("name")
	if !of.There() {
		of = at.Field("scope")
	}
	if !name.Is("name") {
		return "?"
	}
	return p.path(of) + "." + name.Text() + "()"
}

func phpCall(p *walker, at tree.At, _ []tree.At) {
	of, name := at.Field("object"), at.Field("name")
	if !of.There() {
		of = at.Field("scope")
	}
	if path, ok := strings.CutSuffix(p.path(at), "()"); ok && name.Is("name") {
		p.Call(path, name, reading.Count(at.Field("arguments")))
	}
	if !of.Is("relative_scope") {
		p.walk(of, nil)
	}
	p.walk(at.Field("arguments"), nil)
}
