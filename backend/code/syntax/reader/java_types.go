package reader

import (
	"strings"

	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// typeOf is a type in the notation of package syntax; "" where it has no name.
func (j javaReader) typeOf(at tree.At) string {
	out := ""
	if reading.Endless(at) {
		return out
	}
	j.Within(func() { out = j.nameOfType(at) })
	return out
}

func (j javaReader) nameOfType(at tree.At) string {
	switch at.Kind() {
	case "type_identifier", "identifier", "integral_type", "floating_point_type", "boolean_type":
		return at.Text()
	case "scoped_type_identifier", "scoped_identifier", "field_access":
		var names []string
		for part := range at.Parts() {
			if part.Is("annotation", "marker_annotation") {
				continue
			}
			if name := j.typeOf(part); name != "" {
				head, _ := reading.SplitType(name)
				names = append(names, head)
			}
		}
		return strings.Join(names, ".")
	case "generic_type":
		var args []string
		for a := range at.First("type_arguments").Parts() {
			args = append(args, j.typeOf(a))
		}
		if len(args) == 0 {
			return j.typeOf(at.Part(0))
		}
		return j.typeOf(at.Part(0)) + "<" + strings.Join(args, ",") + ">"
	case "array_type":
		return "[]<" + j.typeOf(at.Field("element")) + ">"
	case "wildcard":
		out := ""
		for part := range at.Parts() {
			out = j.typeOf(part)
		}
		return out
	case "annotated_type":
		out := ""
		for part := range at.Parts() {
			if !part.Is("annotation", "marker_annotation") {
				out = j.typeOf(part)
			}
		}
		return out
	}
	return ""
}

// path is an expression in the notation of package syntax.
func (j javaReader) path(at tree.At) string {
	out := "?"
	j.Within(func() { out = j.pathOf(at) })
	if len(out) > reading.MostPath {
		return "?"
	}
	return out
}

func (j javaReader) pathOf(at tree.At) string {
	switch at.Kind() {
	case "identifier", "type_identifier", "this", "super":
		return at.Text()
	case "field_access":
		field := at.Field("field")
		if field.Is("this") { // A.this
			return ":" + at.Field("object").Text()
		}
		return j.path(at.Field("object")) + "." + field.Text()
	case "scoped_identifier", "scoped_type_identifier":
		return strings.Join(strings.Fields(at.Text()), "")
	case "generic_type":
		return j.path(at.Part(0))
	case "method_invocation":
		if of := j.checked(at); of.There() {
			return j.path(of)
		}
		if at.Field("object").There() {
			return j.receiver(at) + "." + at.Field("name").Text() + "()"
		}
		return at.Field("name").Text() + "()"
	case "object_creation_expression":
		return ":" + j.typeOf(at.Field("type"))
	case "cast_expression":
		return ":" + j.typeOf(at.Field("type"))
	case "array_access":
		return j.path(at.Field("array")) + "[]"
	case "array_creation_expression":
		return ":[]<" + j.typeOf(at.Field("type")) + ">"
	case "parenthesized_expression":
		return j.path(at.Part(0))
	case "assignment_expression":
		return j.path(at.Field("right"))
	case "ternary_expression":
		if first := j.path(at.Field("consequence")); isTold(first) {
			return first
		}
		return j.path(at.Field("alternative"))
	case "string_literal", "binary_expression", "character_literal", "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal",
		"decimal_floating_point_literal", "true", "false", "unary_expression", "update_expression", "instanceof_expression", "class_literal", "null_literal":
		return reading.Literal + j.literalType(at)
	}
	return "?"
}

// literalType is the type of a value that stands in the text; "" where it can be
// of several.
func (j javaReader) literalType(at tree.At) (name string) {
	j.Within(func() { name = j.literalOf(at) })
	return name
}

func (j javaReader) literalOf(at tree.At) string {
	switch at.Kind() {
	case "string_literal":
		return "String"
	case "character_literal":
		return "char"
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal":
		if strings.HasSuffix(strings.ToUpper(at.Text()), "L") {
			return "long"
		}
		return "int"
	case "decimal_floating_point_literal":
		return "double"
	case "true", "false", "instanceof_expression":
		return "boolean"
	case "class_literal":
		return "Class"
	case "unary_expression":
		if at.Field("operator").Text() == "!" {
			return "boolean"
		}
		return j.literalType(at.Field("operand"))
	case "binary_expression":
		switch operator := at.Field("operator").Text(); operator {
		case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
			return "boolean"
		case "*", "/", "-", "%":
			left, right := j.literalType(unwrapped(at.Field("left"))), j.literalType(unwrapped(at.Field("right")))
			if left == "double" || right == "double" {
				return "double"
			}
			if left == right {
				return left
			}
		case "+":
			left, right := at.Field("left"), at.Field("right")
			for left.Is("binary_expression") && left.Field("operator").Text() == "+" {
				if left.Field("right").Is("string_literal") {
					return "String"
				}
				left = left.Field("left")
			}
			if left.Is("string_literal") || right.Is("string_literal") {
				return "String"
			}
		}
	}
	return ""
}

// checked is what a call gives back as it is: of requireNonNull(x), and of a
// mock's verify(x) and when(x), x.
func (j javaReader) checked(call tree.At) tree.At {
	first := call.Field("arguments").Part(0)
	switch call.Field("name").Text() {
	case "requireNonNull":
		return first
	case "verify", "spy", "when":
		for _, i := range j.File.Imports {
			if strings.HasPrefix(i.Module, "org.mockito") && first.Is("identifier", "field_access") {
				return first
			}
		}
	}
	return tree.At{}
}

// given are the paths of what a call is given, which tell apart methods of one
// name; "" where it is given nothing.
func (j javaReader) given(list tree.At) string {
	var out []string
	for a := range list.Parts() {
		path := j.path(a)
		if a.Is("lambda_expression", "method_reference") {
			path = "->"
		}
		out = append(out, path)
	}
	joined := strings.Join(out, ";")
	if len(joined) > reading.MostPath {
		return ""
	}
	return joined
}
