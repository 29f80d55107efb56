package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// zig by its grammar (ziglang.org/documentation/master/#Grammar).
var zig = lexicon{
	comments: reading.SetOf("comment"),
	params:   zigParams,
	nodes: map[string]node{
		"identifier": {role: named}, "builtin_type": {role: skipped}, "builtin_identifier": {role: skipped},
		"field_expression": {role: member, of: field("object"), name: field("member")},
		"pointer_type":     {role: wrapped, of: last}, "nullable_type": {role: wrapped, of: last}, "error_union_type": {role: wrapped, of: field("ok")},
		"slice_type": {role: listed, of: last}, "array_type": {role: listed, of: last},
		"call_expression":  {role: called, of: field("function")},
		"index_expression": {role: indexed, of: part(0)},
		"try_expression":   {role: same, of: part(0)}, "parenthesized_expression": {role: same, of: part(0)}, "dereference_expression": {role: same, of: part(0)},
		"unary_expression": {role: same, of: field("argument")}, "null_coercion_expression": {role: same, of: part(0)},
		"string": {role: fixed}, "integer": {role: fixed}, "float": {role: fixed},
		"boolean": {role: fixed}, "character": {role: fixed}, "multiline_string": {role: fixed},
		"block": {role: scoped},
	},
	types: map[string]func(p *walker, at tree.At) string{
		"field_expression": func(p *walker, at tree.At) string {
			return strings.Trim(p.typeOf(at.Field("object"))+"."+p.spell(at.Field("member")), ".")
		},
		"builtin_function": func(_ *walker, at tree.At) string {
			if at.First("builtin_identifier").Text() == "@This" {
				return "Self"
			}
			return ""
		},
		"builtin_type":    func(_ *walker, at tree.At) string { return at.Text() },
		"call_expression": func(p *walker, at tree.At) string { return p.typeOf(at.Field("function")) }, // List(u8)
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"struct_initializer": func(p *walker, at tree.At) string { return newOf(p.typeOf(at.Part(0))) },
		"catch_expression":   func(p *walker, at tree.At) string { return p.path(at.Part(0)) },
		"binary_expression": func(p *walker, at tree.At) string {
			if at.Has("orelse") || at.Has("catch") {
				return p.path(at.Part(0))
			}
			return reading.Literal
		},
		"builtin_function": func(*walker, tree.At) string { return "?" },
		"field_expression": func(p *walker, at tree.At) string {
			of := at.Field("object")
			if !of.There() { // .name: of a type that is not said here
				return "?"
			}
			return p.path(of) + "." + p.spell(at.Field("member"))
		},
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"variable_declaration": zigVariable,
		"function_declaration": func(p *walker, at tree.At, above []tree.At) {
			list := at.First("parameters")
			t := thing{
				kind: syntax.Function, name: at.Field("name"), params: p.given(list), result: at.Field("type"),
				body: at.Field("body"), hidden: !at.Has("pub") && !at.Has("export"),
			}
			t.static = p.ofType() && list.Part(0).Field("name").Text() != "self"
			if t.result.Text() == "type" { // fn List(T) type: what it gives is a type with its members
				for c := range t.body.Within() {
					if c.Is("struct_declaration", "union_declaration", "enum_declaration") {
						for _, q := range t.params {
							if q.typ.Text() == "type" {
								p.letter = append(p.letter, q.name.Text())
							}
						}
						p.declareThing(at, thing{kind: syntax.Struct, name: t.name, body: c, hidden: t.hidden}, above)
						return
					}
				}
			}
			p.declareThing(at, t, above)
		},
		"container_field": func(p *walker, at tree.At, above []tree.At) {
			name := at.Field("name")
			if p.ofType() && p.File.Symbols[p.Owner].Kind == syntax.Enum {
				p.constant(at, name, above)
				return
			}
			if !p.ofType() {
				p.children(at)
				return
			}
			p.declareField(at, name, at.Field("type"), above)
		},
		"for_statement":   func(p *walker, at tree.At, _ []tree.At) { zigPayload(p, at, "[]") },
		"if_statement":    func(p *walker, at tree.At, _ []tree.At) { zigPayload(p, at, "") },
		"if_expression":   func(p *walker, at tree.At, _ []tree.At) { zigPayload(p, at, "") },
		"while_statement": func(p *walker, at tree.At, _ []tree.At) { zigPayload(p, at, "") },
		"for_expression":  func(p *walker, at tree.At, _ []tree.At) { zigPayload(p, at, "[]") },
		"builtin_function": func(p *walker, at tree.At, _ []tree.At) {
			if name := zigImported(at); name != "" {
				p.File.Imports = append(p.File.Imports, syntax.Import{Module: name, Line: at.Line()})
				return
			}
			p.children(at)
		},
		"struct_initializer": func(p *walker, at tree.At, _ []tree.At) {
			p.useTypes(at.Part(0))
			p.walk(at.Part(1), nil)
		},
		"initializer_list": func(p *walker, at tree.At, _ []tree.At) {
			for c := range at.Parts() {
				if c.Is("assignment_expression") {
					c = c.Field("right")
				}
				p.walk(c, nil)
			}
		},
		"test_declaration": func(p *walker, at tree.At, _ []tree.At) {
			p.inner = true
			p.InScope(at, func() { p.children(at) })
			p.inner = false
		},
		"payload": func(*walker, tree.At, []tree.At) {},
	},
}

func zigParams(_ *walker, list tree.At) []param {
	var out []param
	for c := range list.Parts() {
		if name := c.Field("name"); name.There() {
			out = append(out, param{name: name, typ: c.Field("type")})
		}
	}
	return out
}

// zigImported is what an @import names; "" for other calls.
func zigImported(at tree.At) string {
	if at.Is("builtin_function") && at.First("builtin_identifier").Text() == "@import" {
		return at.First("arguments").First("string").First("string_content").Text()
	}
	return ""
}

var zigKinds = map[string]syntax.Kind{
	"struct_declaration": syntax.Struct, "enum_declaration": syntax.Enum, "union_declaration": syntax.Struct,
	"opaque_declaration": syntax.Struct, "error_set_declaration": syntax.Enum,
}

func zigVariable(p *walker, at tree.At, above []tree.At) {
	name, of, value := at.First("identifier"), at.Field("type"), last(at)
	if value.Index() == name.Index() || value.Index() == of.Index() {
		value = tree.At{}
	}
	if module := zigImported(value); module != "" {
		p.imports(at, module, "", name.Text())
		return
	}
	if module := zigImported(value.Field("object")); module != "" && value.Is("field_expression") {
		p.imports(at, module, value.Field("member").Text(), name.Text())
		return
	}
	hidden := !at.Has("pub") && !at.Has("export")
	if k := zigKinds[value.Kind()]; k != syntax.Unkind {
		p.declareThing(at, thing{kind: k, name: name, body: value, hidden: hidden}, above)
		return
	}
	if name.Text() == "_" || p.typeOf(value) == "Self" { // const Self = @This()
		p.walk(value, nil)
		return
	}
	t := thing{kind: syntax.Variable, name: name, result: of, hidden: hidden}
	if at.Has("const") && !p.inFunction() {
		t.kind = syntax.Constant
		if !of.There() && value.Is("identifier", "field_expression") && startsUpper(name.Text()) { // another name of a type
			p.declareThing(at, thing{kind: syntax.Type, name: name, result: value, hidden: hidden}, above)
			return
		}
	}
	p.variable(at, t, value, above)
}

func startsUpper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

// zigPayload is a statement that gives a name to what it found.
func zigPayload(p *walker, at tree.At, step string) {
	over := at.Part(0)
	p.InScope(at, func() {
		p.walk(over, nil)
		if payload := at.First("payload"); payload.There() {
			first := true
			for c := range payload.Parts() {
				l := syntax.Local{}
				if first {
					l.Value = told(p.path(over) + step)
				}
				first = false
				p.Local(strings.TrimPrefix(c.Text(), "*"), payload, l)
			}
		}
		for c := range at.Parts() {
			if c.Index() != over.Index() {
				p.walk(c, nil)
			}
		}
	})
}
