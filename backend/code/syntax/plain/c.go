package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// clang are C and C++ by their grammars: that of C++ has all of C's.
var clang = lexicon{
	comments: reading.SetOf("comment"),
	params:   cParams,
	nodes: map[string]node{
		"identifier": {role: named}, "field_identifier": {role: named}, "type_identifier": {role: typed}, "namespace_identifier": {role: typed},
		"primitive_type": {role: skipped}, "sized_type_specifier": {role: skipped}, "placeholder_type_specifier": {role: skipped},
		"qualified_identifier":        {role: dotted},
		"template_type":               {role: generic, of: field("name"), with: field("arguments")},
		"template_function":           {role: generic, of: field("name"), with: field("arguments")},
		"type_descriptor":             {role: wrapped, of: field("type")},
		"field_expression":            {role: member, of: field("argument"), name: field("field")},
		"call_expression":             {role: called, of: field("function"), with: field("arguments")},
		"new_expression":              {role: made, of: field("type"), with: field("arguments")},
		"compound_literal_expression": {role: made, of: field("type"), with: field("value")},
		"cast_expression":             {role: cast, of: field("type"), with: field("value")},
		"subscript_expression":        {role: indexed, of: field("argument")},
		"parenthesized_expression":    {role: same, of: part(0)}, "pointer_expression": {role: same, of: field("argument")},
		"co_await_expression": {role: awaited, of: part(0)},
		"string_literal":      {role: fixed}, "number_literal": {role: fixed}, "char_literal": {role: fixed},
		"true": {role: fixed}, "false": {role: fixed}, "null": {role: fixed}, "concatenated_string": {role: fixed},
		"compound_statement": {role: scoped}, "for_statement": {role: scoped},
		"if_statement": {role: scoped}, "while_statement": {role: scoped}, "catch_clause": {role: scoped},
		"for_range_loop":          {role: looped, of: field("type"), with: field("right"), name: func(at tree.At) tree.At { return declared(at.Field("declarator")) }},
		"lambda_expression":       {role: lambda, of: func(at tree.At) tree.At { return at.Field("declarator").Field("parameters") }, with: field("body")},
		"template_parameter_list": {role: skipped}, "preproc_arg": {role: skipped}, "preproc_params": {role: skipped},
		"field_designator": {role: skipped}, "lambda_capture_specifier": {role: skipped}, "statement_identifier": {role: skipped},
	},
	types: map[string]func(p *walker, at tree.At) string{
		"primitive_type":             func(_ *walker, at tree.At) string { return at.Text() },
		"sized_type_specifier":       func(_ *walker, at tree.At) string { return strings.Join(strings.Fields(at.Text()), " ") },
		"placeholder_type_specifier": func(*walker, tree.At) string { return "" },
		"struct_specifier":           cTagged, "union_specifier": cTagged, "enum_specifier": cTagged, "class_specifier": cTagged,
		"qualified_identifier": func(p *walker, at tree.At) string {
			scope, name := p.typeOf(at.Field("scope")), p.typeOf(at.Field("name"))
			scope, _ = reading.SplitType(scope)
			return strings.Trim(scope+"."+name, ".")
		},
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"this":                   func(*walker, tree.At) string { return "this" },
		"primitive_type":         func(*walker, tree.At) string { return reading.Literal },
		"conditional_expression": func(p *walker, at tree.At) string { return p.path(at.Field("consequence")) },
		"assignment_expression":  func(p *walker, at tree.At) string { return p.path(at.Field("right")) },
		"qualified_identifier":   func(p *walker, at tree.At) string { return cQualified(p, at) },
		"call_expression":        cCallPath,
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"preproc_include": func(p *walker, at tree.At, _ []tree.At) {
			p.File.Imports = append(p.File.Imports, syntax.Import{Module: strings.Trim(at.Field("path").Text(), `"`), Line: at.Line()})
		},
		"preproc_def": func(p *walker, at tree.At, above []tree.At) {
			if at.Field("value").There() { // without one it keeps a header from being read twice
				p.Declare(at, at.Field("name"), syntax.Symbol{
					Kind: syntax.Constant, Exported: true, Doc: reading.DocAbove(above, at),
					Signature: strings.TrimSpace(p.Signature(at, tree.At{})),
				})
			}
		},
		"preproc_function_def": func(p *walker, at tree.At, above []tree.At) {
			s := syntax.Symbol{Kind: syntax.Macro, Exported: true, Doc: reading.DocAbove(above, at), Signature: strings.TrimSpace(p.Signature(at, at.Field("value")))}
			for q := range at.Field("parameters").Parts() {
				s.Params = append(s.Params, syntax.Param{Name: q.Text()})
			}
			p.Declare(at, at.Field("name"), s)
		},
		"struct_specifier": cType, "union_specifier": cType, "class_specifier": cType, "enum_specifier": cType,
		"enumerator": func(p *walker, at tree.At, above []tree.At) { cEnumerator(p, at, above) },
		"type_definition": func(p *walker, at tree.At, above []tree.At) {
			of := at.Field("type")
			for d := range at.FieldsOf("declarator") {
				name := declared(d)
				switch {
				case of.Field("body").There() && !of.Field("name").There(): // typedef struct {...} name
					cTypeNamed(p, of, name, at, above)
					return
				case of.Field("name").Text() == name.Text():
				default:
					p.declareThing(at, thing{kind: syntax.Type, title: name.Text(), name: name, gives: cDeclaredType(p, of, d)}, above)
				}
			}
			p.walk(of, nil)
		},
		"alias_declaration": func(p *walker, at tree.At, above []tree.At) {
			p.declareThing(at, thing{kind: syntax.Type, name: at.Field("name"), result: at.Field("type")}, above)
		},
		"namespace_definition": cNamespace,
		"using_declaration": func(p *walker, at tree.At, _ []tree.At) {
			path := p.spell(at.Part(0))
			if at.Has("namespace") {
				p.imports(at, path, "*", "")
				return
			}
			module, name := cutName(path)
			p.imports(at, module, name, name)
		},
		"template_declaration": func(p *walker, at tree.At, above []tree.At) {
			for c := range at.Field("parameters").Parts() {
				if name := c.First("type_identifier"); name.There() {
					p.letter = append(p.letter, name.Text())
				}
			}
			for c := range at.Parts() {
				if !c.Is("template_parameter_list") {
					p.walk(c, above)
				}
			}
			p.letter = nil
		},
		"function_definition": cFunction,
		"declaration":         cDeclaration, "field_declaration": cDeclaration,
		"access_specifier": func(p *walker, at tree.At, _ []tree.At) { p.hidden = at.Text() == "private" },
		"parameter_declaration": func(p *walker, at tree.At, _ []tree.At) {
			p.useTypes(at.Field("type"))
			if name := declared(at.Field("declarator")); name.There() { // of a catch
				p.Local(name.Text(), at, syntax.Local{Type: cDeclaredType(p, at.Field("type"), at.Field("declarator"))})
			}
		},
		"labeled_statement": func(p *walker, at tree.At, _ []tree.At) {
			if p.ofType() {
				p.hidden = at.Field("label").Text() == "private"
			}
			p.children(at)
		},
		"field_initializer":        func(p *walker, at tree.At, _ []tree.At) { p.children(last(at)) },
		"lambda_capture_specifier": func(*walker, tree.At, []tree.At) {},
	},
}

func cTagged(p *walker, at tree.At) string { return p.typeOf(at.Field("name")) }

func cParams(p *walker, list tree.At) []param {
	var out []param
	for c := range list.Parts() {
		switch c.Kind() {
		case "parameter_declaration", "optional_parameter_declaration":
			d := c.Field("declarator")
			if !d.There() && c.Field("type").Text() == "void" && reading.Count(list) == 1 {
				continue
			}
			out = append(out, param{name: declared(d), typ: c.Field("type"), value: c.Field("default_value")})
		case "variadic_parameter", "variadic_parameter_declaration":
			out = append(out, param{rest: true})
		}
	}
	return out
}

func cType(p *walker, at tree.At, above []tree.At) {
	if !at.Field("body").There() {
		p.useTypes(at.Field("name"))
		return
	}
	cTypeNamed(p, at, at.Field("name"), at, above)
}

var cKinds = map[string]syntax.Kind{
	"class_specifier": syntax.Class, "enum_specifier": syntax.Enum, "struct_specifier": syntax.Struct,
	"union_specifier": syntax.Struct,
}

// cTypeNamed is a struct, a union, an enum or a class with its members.
func cTypeNamed(p *walker, at, name, whole tree.At, above []tree.At) {
	if !name.There() { // its members are those of what it lies in
		p.walk(at.Field("body"), nil)
		return
	}
	t := thing{kind: cKinds[at.Kind()], name: name, body: at.Field("body")}
	if name.Is("qualified_identifier", "template_type") {
		t.of, t.title = cutName(p.typeOf(name))
		t.title, _ = reading.SplitType(t.title)
	}
	for b := range at.First("base_class_clause").Parts() {
		if !b.Is("access_specifier", "virtual") {
			t.bases = append(t.bases, b)
		}
	}
	p.declareThing(whole, t, above)
}

// cEnumerator is a value of an enum. Those of enums that are no classes are names
// of what the enum lies in.
func cEnumerator(p *walker, at tree.At, above []tree.At) {
	owner := p.Owner
	if owner >= 0 && p.File.Symbols[owner].Kind == syntax.Enum && !strings.Contains(p.File.Symbols[owner].Signature, "enum class") && !strings.Contains(p.File.Symbols[owner].Signature, "enum struct") {
		of := p.File.Symbols[owner].Name
		p.Owner = p.File.Symbols[owner].Owner
		p.Declare(at, at.Field("name"), syntax.Symbol{Kind: syntax.Constant, Exported: true, Type: of, Doc: reading.DocAbove(above, at), Signature: at.Text()})
		p.Owner = owner
		return
	}
	p.constant(at, at.Field("name"), above)
}

func cNamespace(p *walker, at tree.At, above []tree.At) {
	name, body := at.Field("name"), at.Field("body")
	if !name.There() {
		p.children(body)
		return
	}
	parts := strings.Split(p.spell(name), ".")
	before := p.Owner
	for _, n := range parts {
		p.Owner = p.Declare(at, name, syntax.Symbol{Name: n, Kind: syntax.Module, Exported: true, Doc: reading.DocAbove(above, at), Signature: "namespace " + n})
	}
	p.children(body)
	p.Owner = before
}

// cFunction is a function with its body.
func cFunction(p *walker, at tree.At, above []tree.At) {
	d := function(at.Field("declarator"))
	if of := at.Field("type"); !d.There() && of.Is("class_specifier", "struct_specifier") && !of.Field("body").There() {
		cMarked(p, at, of, above)
		return
	}
	if !d.There() || cppWords[at.Field("type").Text()] {
		p.children(at)
		return
	}
	t := cFunctionThing(p, at, d)
	t.body = at.Field("body")
	t.inside = []tree.At{at.First("field_initializer_list")}
	p.declareThing(at, t, above)
}

// cMarked is a type with a macro before its name, class EXPORT Store: the grammar
// takes the macro for the name and all else for a function.
func cMarked(p *walker, at, of tree.At, above []tree.At) {
	t := thing{kind: cKinds[of.Kind()], name: declared(at.Field("declarator")), body: at.Field("body")}
	if other := at.First("ERROR").First("identifier", "type_identifier"); other.There() {
		t.bases = []tree.At{other}
		if other.Index() < t.name.Index() {
			t.bases, t.name = []tree.At{t.name}, other
		}
	}
	p.declareThing(at, t, above)
}

func cFunctionThing(p *walker, at, d tree.At) thing {
	name := declared(d)
	t := thing{kind: syntax.Function, name: name, params: p.given(d.Field("parameters")), result: at.Field("type"), static: says(at, "static")}
	if t.static && !p.ofType() {
		t.hidden = true
	}
	if name.Is("qualified_identifier") {
		t.of, t.title = cutName(p.spell(name))
	}
	if len(t.params) == 2 && strings.Contains(name.Text(), "TEST") && !at.Field("type").There() { // of googletest: a member of its fixture
		t.of, t.title, t.params = p.typeOf(t.params[0].typ), p.typeOf(t.params[1].typ), nil
	}
	if cDeclaredType(p, at.Field("type"), at.Field("declarator")) == "" {
		t.result = tree.At{}
	}
	return t
}

// cDeclaration are variables, fields, or functions that are written elsewhere.
func cDeclaration(p *walker, at tree.At, above []tree.At) {
	of := at.Field("type")
	if of.Field("body").There() {
		p.walk(of, above)
	}
	any := false
	for d := range at.FieldsOf("declarator") {
		any = true
		if f := function(d); f.There() && (!p.inFunction() || cOnlyTypes(f)) {
			t := cFunctionThing(p, at, f)
			t.declared = true
			p.declareThing(at, t, above)
			continue
		}
		value := d.Field("value")
		if !value.There() {
			value = at.Field("value")
		}
		if !value.There() {
			value = at.Field("default_value")
		}
		name := declared(d)
		if cppWords[name.Text()] || cppWords[of.Text()] { // C++ that is read as C
			continue
		}
		t := thing{kind: syntax.Variable, name: name, gives: cDeclaredType(p, of, d), static: says(at, "static"), declared: says(at, "extern")}
		t.declared = t.declared || t.static && p.ofType() && !value.There()
		t.hidden = t.static && !p.ofType()
		if name.Is("qualified_identifier") {
			t.of, t.title = cutName(p.spell(name))
		}
		if says(at, "const", "constexpr") && value.There() && !p.ofType() {
			t.kind = syntax.Constant
		}
		if !of.Field("body").There() {
			p.useTypes(of)
		}
		p.variable(at, t, value, above)
	}
	if !any && !of.Field("body").There() {
		p.useTypes(of)
	}
}

var cppWords = reading.SetOf("class const constexpr explicit final namespace noexcept operator override private protected public template typename using virtual")

// cOnlyTypes reports whether what stands in brackets after a name are parameters:
// in a function, T x(a) may be a variable that is made of a.
func cOnlyTypes(f tree.At) bool {
	for q := range f.Field("parameters").Parts() {
		if !q.Field("declarator").There() && !q.Field("type").Is("primitive_type", "sized_type_specifier") {
			return false
		}
	}
	return reading.Count(f.Field("parameters")) > 0
}

// cQualified is a name of several parts; what those are made of is left away.
func cQualified(p *walker, at tree.At) string {
	scope, name := at.Field("scope"), at.Field("name")
	var parts []string
	for _, c := range []tree.At{scope, name} {
		if c.Is("template_type", "template_function") {
			c = c.Field("name")
		}
		if c.There() {
			parts = append(parts, p.path(c))
		}
	}
	return strings.Join(parts, ".")
}

// cCallPath is what a call gives. Casts and what makes a pointer say it in
// brackets.
func cCallPath(p *walker, at tree.At) string {
	of := at.Field("function")
	name := of
	for name.Is("qualified_identifier") {
		name = name.Field("name")
	}
	if name.Is("template_function") {
		switch word := name.Field("name").Text(); {
		case strings.HasSuffix(word, "_cast"), word == "make_unique", word == "make_shared", word == "get":
			return newOf(p.typeOf(name.Field("arguments").Part(0)))
		}
	}
	return p.path(of) + "()"
}
