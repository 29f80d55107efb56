package reader

import (
	"strings"

	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// typeOf is a type in the notation of package syntax; "" where it has no name.
func (g goReader) typeOf(at tree.At) string {
	if reading.Endless(at) {
		return ""
	}
	switch at.Kind() {
	case "type_identifier", "identifier":
		return at.Text()
	case "qualified_type":
		return at.Field("package").Text() + "." + at.Field("name").Text()
	case "pointer_type", "parenthesized_type", "type_elem", "type_constraint", "negated_type":
		return g.typeOf(at.Part(0))
	case "slice_type", "array_type", "implicit_length_array_type":
		return "[]<" + g.typeOf(at.Field("element")) + ">"
	case "channel_type":
		return "[]<" + g.typeOf(at.Field("value")) + ">"
	case "map_type":
		return "[]<" + g.typeOf(at.Field("key")) + "," + g.typeOf(at.Field("value")) + ">"
	case "generic_type":
		var args []string
		for a := range at.Field("type_arguments").Parts() {
			args = append(args, g.typeOf(a))
		}
		return g.typeOf(at.Field("type")) + "<" + strings.Join(args, ",") + ">"
	case "function_type":
		return "->" + g.typeOf(at.Field("result"))
	case "parameter_list":
		var types []string
		for _, p := range g.params(at) {
			types = append(types, p.Type)
		}
		if len(types) == 1 {
			return types[0]
		}
		return "(" + strings.Join(types, ",") + ")"
	}
	return ""
}

// path is an expression in the notation of package syntax.
func (g goReader) path(at tree.At) string {
	out := "?"
	g.Within(func() { out = g.pathOf(at) })
	return out
}

func (g goReader) pathOf(at tree.At) string {
	switch at.Kind() {
	case "identifier":
		return at.Text()
	case "selector_expression":
		return g.path(at.Field("operand")) + "." + at.Field("field").Text()
	case "call_expression":
		f := unwrapped(at.Field("function"))
		if name := f.Text(); name == "make" || name == "new" {
			return ":" + g.typeOf(at.Field("arguments").Part(0))
		}
		if f.Is("func_literal") {
			return ":" + g.typeOf(f.Field("result"))
		}
		return g.path(f) + "()"
	case "index_expression":
		return g.path(at.Field("operand")) + "[]"
	case "slice_expression":
		return g.path(at.Field("operand"))
	case "parenthesized_expression":
		return g.path(at.Part(0))
	case "unary_expression":
		switch at.Field("operator").Text() {
		case "&", "*":
			return g.path(at.Field("operand"))
		case "<-":
			return g.path(at.Field("operand")) + "[]"
		}
		return reading.Literal
	case "type_assertion_expression", "type_conversion_expression", "composite_literal":
		return ":" + g.typeOf(at.Field("type"))
	case "func_literal":
		return ":->" + g.typeOf(at.Field("result"))
	case "type_instantiation_expression", "generic_type":
		return g.typeOf(at.Field("type"))
	case "int_literal", "float_literal", "imaginary_literal", "rune_literal", "interpreted_string_literal", "raw_string_literal", "true", "false", "nil", "iota", "binary_expression":
		return reading.Literal
	}
	return "?"
}
