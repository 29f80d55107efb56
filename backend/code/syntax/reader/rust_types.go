package reader

import (
	"strings"

	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// typeOf is a type in the notation of package syntax; "" where it has no name.
func (x *rustReader) typeOf(at tree.At) string {
	out := ""
	if at.There() && !reading.Endless(at) {
		x.Within(func() { out = x.typeText(at) })
	}
	return out
}

func (x *rustReader) typeText(at tree.At) string {
	switch at.Kind() {
	case "type_identifier", "primitive_type", "identifier", "scoped_type_identifier", "scoped_identifier", "crate", "super", "self":
		return x.scoped(at)
	case "reference_type", "pointer_type":
		return x.typeOf(at.Field("type"))
	case "array_type":
		return "[]<" + x.typeOf(at.Field("element")) + ">"
	case "dynamic_type", "abstract_type":
		return x.typeOf(at.Field("trait"))
	case "generic_type", "generic_type_with_turbofish":
		name := x.typeOf(at.Field("type"))
		if name == "Vec" || name == "VecDeque" {
			name = "[]"
		}
		var args []string
		for a := range at.Field("type_arguments").Parts() {
			if !a.Is("lifetime", "type_binding") {
				args = append(args, x.typeOf(a))
			}
		}
		if len(args) == 0 {
			return name
		}
		return name + "<" + strings.Join(args, ",") + ">"
	case "tuple_type":
		var types []string
		for t := range at.Parts() {
			types = append(types, x.typeOf(t))
		}
		return "(" + strings.Join(types, ",") + ")"
	case "function_type":
		return "->" + x.typeOf(at.Field("return_type"))
	case "bounded_type":
		for t := range at.Parts() {
			if !t.Is("lifetime") {
				return x.typeOf(t)
			}
		}
	case "bracketed_type", "qualified_type":
		if at.Is("qualified_type") {
			return x.typeOf(at.Field("type"))
		}
		return x.typeOf(at.Part(0))
	case "higher_ranked_trait_bound":
		return x.typeOf(at.Field("type"))
	case "unit_type", "never_type":
		return "unit"
	}
	return ""
}

// scoped is a name with the modules or the type that it lies in.
func (x *rustReader) scoped(at tree.At) string {
	switch at.Kind() {
	case "scoped_identifier", "scoped_type_identifier":
		name, of := at.Field("name").Text(), at.Field("path")
		if name == "super" {
			name = "super!"
		}
		if !of.There() || of.Is("self") {
			return name
		}
		out := ""
		x.Within(func() { out = x.scoped(of) })
		return out + "." + name
	case "generic_type":
		return x.scoped(at.Field("type"))
	case "bracketed_type", "reference_type":
		head, _, _ := strings.Cut(x.typeOf(at), "<")
		return head
	case "super":
		return "super!"
	}
	return at.Text()
}

// path is an expression in the notation of package syntax.
func (x *rustReader) path(at tree.At) string {
	out := "?"
	x.Within(func() { out = x.pathOf(at) })
	return out
}

func (x *rustReader) pathOf(at tree.At) string {
	switch at.Kind() {
	case "identifier", "self", "crate", "super", "type_identifier":
		return x.scoped(at)
	case "scoped_identifier", "scoped_type_identifier": // names of values hide no modules
		path := x.scoped(at)
		if first, _, more := strings.Cut(path, "."); more && x.IsLocal(first) && first != "self" {
			return "!" + path
		}
		return path
	case "field_expression":
		return x.path(at.Field("value")) + "." + at.Field("field").Text()
	case "call_expression":
		return x.calledPath(at)
	case "generic_function", "generic_type":
		if at.Is("generic_type") {
			return x.path(at.Field("type"))
		}
		return x.path(at.Field("function"))
	case "try_expression":
		return x.path(at.Part(0)) + "^"
	case "await_expression", "parenthesized_expression":
		return x.path(at.Part(0))
	case "reference_expression":
		return x.path(at.Field("value"))
	case "unary_expression":
		if strings.HasPrefix(at.Text(), "*") {
			return x.path(at.Part(0))
		}
		return reading.Literal
	case "index_expression":
		if at.Part(1).Is("range_expression") {
			return x.path(at.Part(0))
		}
		return x.path(at.Part(0)) + "[]"
	case "struct_expression", "type_cast_expression":
		of := at.Field("name")
		if !of.There() {
			of = at.Field("type")
		}
		return ":" + x.typeOf(of)
	case "block", "unsafe_block", "async_block":
		return x.lastOf(at)
	case "if_expression":
		return x.path(at.Field("consequence"))
	case "array_expression":
		return x.listOf(at.Part(0))
	case "closure_expression":
		if t := x.typeOf(at.Field("return_type")); t != "" {
			return ":->" + t
		}
		return reading.Literal
	case "integer_literal", "float_literal", "string_literal", "raw_string_literal", "char_literal", "boolean_literal", "binary_expression",
		"range_expression", "unit_expression", "macro_invocation", "assignment_expression", "compound_assignment_expr", "return_expression":
		return reading.Literal
	}
	return "?"
}

// listOf is a list that begins with a value; ? where that does not say its type.
func (x *rustReader) listOf(first tree.At) string {
	path := x.path(first)
	switch {
	case path == reading.Literal:
		return reading.Literal
	case strings.HasPrefix(path, ":") && first.Is("struct_expression"):
		return ":[]<" + path[1:] + ">"
	case first.Is("scoped_identifier"): // a variant
		if of := first.Field("path"); isUpper(of.Text()) || isUpper(of.Field("name").Text()) {
			return ":[]<" + x.scoped(of) + ">"
		}
	}
	return "?"
}

// calledPath is a call. What makes a holder of one value is left away where the
// value says what it is: Arc::new(x) has the members of x.
func (x *rustReader) calledPath(at tree.At) string {
	f := unwrapped(at.Field("function"))
	switch x.path(f) {
	case "Some", "Ok", "Box.new", "Arc.new", "Rc.new", "Arc.clone", "Rc.clone", "Box.pin":
		return x.path(at.Field("arguments").Part(0))
	}
	return x.path(f) + "()"
}

// lastOf is the value of a block: its last expression.
func (x *rustReader) lastOf(at tree.At) string {
	var last tree.At
	for c := range at.Parts() {
		last = c
	}
	if !last.There() || last.Is("expression_statement", "let_declaration") {
		return reading.Literal
	}
	return x.path(last)
}
