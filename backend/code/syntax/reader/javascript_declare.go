package reader

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// propertyName is the name of a member; "" for one that is computed.
func propertyName(at tree.At) string {
	switch at.Kind() {
	case "string":
		return stringText(at)
	case "computed_property_name":
		return ""
	}
	return at.Text()
}

// function declares a function, whose text is at, with what is in it.
func (j *javascriptReader) function(at, fn, name tree.At, s syntax.Symbol) {
	s.Params = j.params(fn)
	s.Generics = j.generics(fn)
	s.Type = j.typeOf(fn.Field("return_type"))
	if s.Type == "" {
		s.Value = j.returned(fn)
	}
	if s.Name == "" {
		s.Name = propertyName(name)
	}
	if s.Name == "" {
		j.closure(fn)
		return
	}
	s.Signature = strings.TrimSpace(strings.TrimSuffix(j.Signature(at, fn.Field("body")), "=>"))
	symbol := 0
	if s.Kind == syntax.Function {
		symbol = j.declareHere(at, name, s)
	} else {
		symbol = j.Declare(at, name, s)
	}
	j.InSymbol(symbol, func() { j.closure(fn) })
}

// closure is what is in a function.
func (j *javascriptReader) closure(fn tree.At) {
	end := j.end
	j.end = int(fn.Node().End)
	j.inBlock(fn, func() {
		j.walk(fn.Field("type_parameters"), nil)
		first := j.given[fn.Index()]
		if p := fn.Field("parameter"); p.There() {
			j.bind(p, p, first, tree.At{})
		}
		for p := range fn.Field("parameters").Parts() {
			pattern, annotation := p, p.Field("type")
			if p.Is("required_parameter", "optional_parameter") {
				pattern = p.Field("pattern")
				for d := range p.FieldsOf("decorator") {
					j.walk(d, nil)
				}
				j.walk(annotation, nil)
			}
			value := first
			if v := p.Field("value"); v.There() {
				j.walk(v, nil)
				value = j.path(v)
			}
			j.bind(pattern, p, value, annotation.Part(0))
			first = ""
		}
		j.walk(fn.Field("return_type"), nil)
		if body := fn.Field("body"); body.Is("statement_block") {
			j.children(body)
		} else {
			j.walk(body, nil)
		}
	})
	j.end = end
}

// bind makes the names of a pattern local.
func (j *javascriptReader) bind(pattern, after tree.At, value string, annotation tree.At) {
	j.names(pattern, value, annotation, func(name tree.At, l syntax.Local) { j.Local(name.Text(), after, l) })
}

// names are those that a pattern binds, with what each is: a part of a value, or
// of a type.
func (j *javascriptReader) names(pattern tree.At, value string, annotation tree.At, each func(tree.At, syntax.Local)) {
	j.Within(func() {
		switch pattern.Kind() {
		case "identifier", "shorthand_property_identifier_pattern":
			if value == "?" {
				value = ""
			}
			each(pattern, syntax.Local{Type: j.typeOf(annotation), Value: value})
		case "this":
			each(pattern, syntax.Local{Type: j.typeOf(annotation)})
		case "assignment_pattern", "object_assignment_pattern":
			right := pattern.Field("right")
			j.walk(right, nil)
			if value == "" {
				value = j.path(right)
			}
			j.names(pattern.Field("left"), value, annotation, each)
		case "rest_pattern":
			if !annotation.There() {
				value = ""
			}
			j.names(pattern.Part(0), value, annotation, each)
		case "object_pattern":
			for p := range pattern.Parts() {
				key, of := p, p
				if p.Is("pair_pattern") {
					key, of = p.Field("key"), p.Field("value")
				} else if p.Is("object_assignment_pattern") {
					key = p.Field("left")
				}
				v, t := j.step(value, annotation, key)
				j.names(of, v, t, each)
			}
		case "array_pattern":
			i := 0
			for c := range pattern.Children() {
				switch {
				case c.Is(","):
					i++
				case c.Named() && !c.Is("comment"):
					j.names(c, j.base(value, annotation, "#"+strconv.Itoa(i)), tree.At{}, each)
				}
			}
		}
	})
}

// base is a step of a value or of a type.
func (j *javascriptReader) base(value string, annotation tree.At, step string) string {
	if t := j.typeOf(annotation); t != "" {
		return ":" + t + step
	}
	if value == "" || value == "?" || value == reading.Literal {
		return ""
	}
	return value + step
}

// step is the member of a value, or of a type that is written out.
func (j *javascriptReader) step(value string, annotation, key tree.At) (string, tree.At) {
	name := propertyName(key)
	if key.Is("rest_pattern") || name == "" {
		return "", tree.At{}
	}
	if annotation.Is("object_type") {
		for m := range annotation.Parts() {
			if m.Is("property_signature") && propertyName(m.Field("name")) == name {
				return "", m.Field("type").Part(0)
			}
		}
		return "", tree.At{}
	}
	return j.base(value, annotation, "."+name), tree.At{}
}

// params are what a function is given.
func (j *javascriptReader) params(fn tree.At) []syntax.Param {
	if p := fn.Field("parameter"); p.There() {
		return []syntax.Param{{Name: p.Text()}}
	}
	var out []syntax.Param
	for p := range fn.Field("parameters").Parts() {
		one := syntax.Param{Optional: p.Is("optional_parameter", "assignment_pattern") || p.Field("value").There()}
		pattern := p
		if p.Is("required_parameter", "optional_parameter") {
			pattern = p.Field("pattern")
			one.Type = j.typeOf(p.Field("type"))
		}
		if pattern.Is("assignment_pattern") {
			pattern = pattern.Field("left")
		}
		if one.Rest = pattern.Is("rest_pattern"); one.Rest {
			pattern = pattern.Part(0)
		}
		switch pattern.Kind() {
		case "this":
			continue
		case "identifier":
			one.Name = pattern.Text()
		}
		out = append(out, one)
	}
	return out
}

// generics are the letters of a declaration.
func (j *javascriptReader) generics(at tree.At) []syntax.Param {
	var out []syntax.Param
	for p := range at.Field("type_parameters").Parts() {
		out = append(out, syntax.Param{Name: p.Field("name").Text(), Type: j.typeOf(p.Field("constraint").Part(0))})
	}
	return out
}

// returned is the path of what a function gives where no type says it: of the
// value of an arrow, or of the return that says most.
func (j *javascriptReader) returned(fn tree.At) string {
	body := fn.Field("body")
	if body.There() && !body.Is("statement_block") {
		return known(j.path(body))
	}
	for c := range body.Parts() {
		if c.Is("return_statement") {
			return known(j.path(c.Part(0)))
		}
	}
	out := ""
	j.Within(func() { out = j.returnedBelow(body) })
	return out
}

func (j *javascriptReader) returnedBelow(at tree.At) string {
	out := ""
	for c := range at.Parts() {
		switch c.Kind() {
		case "return_statement":
			out = known(j.path(c.Part(0)))
		case "if_statement", "else_clause", "statement_block", "try_statement", "catch_clause", "switch_statement", "switch_body", "switch_case", "switch_default":
			j.Within(func() { out = j.returnedBelow(c) })
		}
		if out != "" {
			return out
		}
	}
	return ""
}

// known is a path that says something.
func known(path string) string {
	if path == "?" || path == reading.Literal || strings.HasPrefix(path, "?") || len(path) > reading.MostPath {
		return ""
	}
	return path
}

// variable is one name, or one pattern, of const, let or var.
func (j *javascriptReader) variable(at tree.At, keyword, doc string, exported bool) {
	if j.requires(at) {
		return
	}
	name, value, annotation := at.Field("name"), unwrapped(at.Field("value")), at.Field("type").Part(0)
	j.walk(at.Field("type"), nil)
	kind := syntax.Variable
	if keyword == "const" {
		kind = syntax.Constant
	}
	s := syntax.Symbol{Kind: kind, Doc: doc, Exported: exported, Type: j.typeOf(annotation)}
	if name.Is("identifier") && j.valued(at, name, value, keyword, s) {
		return
	}
	path := known(j.path(value))
	if j.block.There() {
		j.walk(value, nil)
		j.bind(name, at, path, annotation)
		return
	}
	first := len(j.File.Symbols)
	j.names(name, path, annotation, func(n tree.At, l syntax.Local) {
		s.Type, s.Value = l.Type, l.Value
		if l.Type != "" {
			s.Value = ""
		}
		s.Signature = keyword + " " + j.Signature(at, value)
		s.Signature = strings.TrimSpace(strings.TrimSuffix(s.Signature, "="))
		j.Declare(at, n, s)
	})
	owner := j.Owner
	if first < len(j.File.Symbols) {
		owner = first
	}
	j.InSymbol(owner, func() { j.walk(value, nil) })
}

// valued declares a name whose value says itself what it is: a function, a class,
// an object with members.
func (j *javascriptReader) valued(at, name, value tree.At, keyword string, s syntax.Symbol) bool {
	switch value.Kind() {
	case "arrow_function", "function_expression", "generator_function":
		if s.Type != "" {
			s.Value = ""
		}
		s.Kind = syntax.Function
		first := len(j.File.Symbols)
		j.function(at, value, name, s)
		j.File.Symbols[first].Signature = keyword + " " + j.File.Symbols[first].Signature
	case "class":
		j.class(value, name, s)
	case "object":
		if j.block.There() && (s.Type != "" || !hasFunctions(value)) {
			return false
		}
		s.Signature = keyword + " " + name.Text()
		j.object(j.declareHere(at, name, s), value)
	default:
		return false
	}
	return true
}

func hasFunctions(object tree.At) bool {
	for m := range object.Parts() {
		if m.Is("method_definition") || unwrapped(m.Field("value")).Is("arrow_function", "function_expression") {
			return true
		}
	}
	return false
}

// object declares the members of a value that is written out.
func (j *javascriptReader) object(symbol int, at tree.At) {
	exported := j.File.Symbols[symbol].Exported
	j.InSymbol(symbol, func() {
		for m := range at.Parts() {
			name, value := propertyName(m.Field("key")), unwrapped(m.Field("value"))
			s := syntax.Symbol{Exported: exported, Signature: reading.Cut(m.Text(), 80)}
			switch {
			case m.Is("shorthand_property_identifier"):
				s.Kind, s.Value = syntax.Field, m.Text()
				j.Declare(m, m, s)
				j.walk(m, nil)
			case m.Is("method_definition"):
				j.method(m, exported, "")
			case !m.Is("pair") || name == "":
				j.walk(m, nil)
			case value.Is("arrow_function", "function_expression", "generator_function"):
				s.Kind = syntax.Method
				j.function(m, value, m.Field("key"), s)
			case value.Is("object"):
				s.Name, s.Kind, s.Signature = name, syntax.Field, name
				field := j.Declare(m, m.Field("key"), s)
				j.Within(func() { j.object(field, value) })
			default:
				if s.Value = known(j.path(value)); s.Value != "" {
					s.Name, s.Kind, s.Signature = name, syntax.Field, name
					j.Declare(m, m.Field("key"), s)
				}
				j.walk(value, nil)
			}
		}
	})
}
