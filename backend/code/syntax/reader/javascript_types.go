package reader

import (
	"strings"

	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// unnamed is the type of what has no name: it is none of the project's.
const unnamed = "unknown"

// typeOf is a type in the notation of package syntax; "" where none is written.
func (j *javascriptReader) typeOf(at tree.At) string {
	out := ""
	if at.There() && !reading.Endless(at) {
		j.Within(func() { out = j.typeText(at) })
	}
	return out
}

func (j *javascriptReader) typeText(at tree.At) string {
	switch at.Kind() {
	case "type_annotation", "parenthesized_type", "readonly_type", "optional_type", "rest_type", "constraint":
		return j.typeOf(at.Part(0))
	case "type_identifier", "identifier", "predefined_type":
		return strings.Join(strings.Fields(at.Text()), "")
	case "this_type":
		return "this"
	case "nested_type_identifier", "nested_identifier", "member_expression":
		return strings.Join(strings.Fields(at.Text()), "")
	case "generic_type":
		name := j.typeOf(at.Field("name"))
		switch name {
		case "Array", "ReadonlyArray", "Set", "Iterable", "AsyncIterable", "Iterator", "Generator":
			name = "[]"
		}
		return name + j.args(at.Field("type_arguments"))
	case "array_type":
		return "[]<" + j.typeOf(at.Part(0)) + ">"
	case "tuple_type":
		var types []string
		for t := range at.Parts() {
			if t.Is("required_parameter", "optional_parameter") {
				t = t.Field("type")
			}
			types = append(types, j.typeOf(t))
		}
		return "(" + strings.Join(types, ",") + ")"
	case "union_type":
		return j.unionOf(at)
	case "intersection_type":
		for t := range flat(at, "intersection_type") {
			if name := j.typeOf(t); !t.Is("object_type") && name != unnamed {
				return name
			}
		}
	case "function_type", "constructor_type":
		result := at.Field("return_type")
		if !result.There() {
			result = at.Field("type")
		}
		return "->" + j.typeOf(result)
	}
	return unnamed
}

// args are what a type is made of.
func (j *javascriptReader) args(list tree.At) string {
	var out []string
	for t := range list.Parts() {
		out = append(out, j.typeOf(t))
	}
	if len(out) == 0 {
		return ""
	}
	return "<" + strings.Join(out, ",") + ">"
}

// unionOf is what is left of a union without what has no members: nobody calls
// those of the language's own types before asking which one it is.
func (j *javascriptReader) unionOf(at tree.At) string {
	for t := range flat(at, "union_type") {
		if t.Is("literal_type", "predefined_type") {
			continue
		}
		if name := j.typeOf(t); name != unnamed {
			return name
		}
	}
	return unnamed
}

// path is an expression in the notation of package syntax.
func (j *javascriptReader) path(at tree.At) string {
	out := "?"
	j.Within(func() { out = j.pathOf(at) })
	return out
}

func (j *javascriptReader) pathOf(at tree.At) string {
	switch at.Kind() {
	case "identifier", "this", "super", "shorthand_property_identifier":
		return at.Text()
	case "member_expression":
		if at.Text() == "module.exports" {
			return "exports"
		}
		return j.path(at.Field("object")) + "." + at.Field("property").Text()
	case "subscript_expression":
		if name := stringText(at.Field("index")); isName(name) {
			return j.path(at.Field("object")) + "." + name
		}
		return j.path(at.Field("object")) + "[]"
	case "call_expression":
		return j.calledPath(at)
	case "new_expression":
		of := j.path(unwrapped(at.Field("constructor")))
		if list := at.Field("type_arguments"); list.There() && !strings.ContainsAny(of, "?([{") {
			return ":" + of + j.args(list)
		}
		return of + "{}"
	case "await_expression":
		return j.path(at.Part(0)) + "^"
	case "parenthesized_expression", "non_null_expression", "satisfies_expression":
		return j.path(at.Part(0))
	case "sequence_expression":
		return j.path(at.Part(1))
	case "assignment_expression":
		return j.path(at.Field("right"))
	case "as_expression":
		if at.Part(1).There() {
			return ":" + j.typeOf(at.Part(1))
		}
		return j.path(at.Part(0)) // as const
	case "type_assertion":
		return ":" + j.typeOf(at.Part(0).Part(0))
	case "ternary_expression":
		if p := j.path(at.Field("consequence")); known(p) != "" {
			return p
		}
		return j.path(at.Field("alternative"))
	case "binary_expression":
		return j.chosen(at)
	case "arrow_function", "function_expression":
		if t := j.typeOf(at.Field("return_type")); t != "" {
			return ":->" + t
		}
		return reading.Literal
	case "string", "number", "template_string", "regex", "true", "false", "null", "undefined", "object", "array", "class", "unary_expression", "update_expression",
		"jsx_element", "jsx_self_closing_element", "meta_property", "yield_expression", "augmented_assignment_expression":
		return reading.Literal
	}
	return "?"
}

// chosen is the one of two values that a || b, a ?? b and a && b give.
func (j *javascriptReader) chosen(at tree.At) string {
	left, right := at.Field("left"), at.Field("right")
	switch at.Field("operator").Text() {
	case "||", "??":
		if p := j.path(left); known(p) != "" {
			return p
		}
		return j.path(right)
	case "&&":
		return j.path(right)
	}
	return reading.Literal
}

func (j *javascriptReader) calledPath(at tree.At) string {
	f, awaited := callee(at)
	switch {
	case f.Is("import") || f.Text() == "require":
		if stringText(at.Field("arguments").Part(0)) == "" {
			return reading.Literal
		}
		return inline(at)
	case f.Is("super"):
		return reading.Literal
	case f.Is("arrow_function", "function_expression"):
		if t := j.typeOf(f.Field("return_type")); t != "" {
			return ":" + t
		}
		return "?"
	}
	if awaited {
		return j.path(f) + "()^"
	}
	return j.path(f) + "()"
}

// isName reports whether a text could be a member's name after a dot.
func isName(s string) bool {
	for i, c := range s {
		if c != '_' && c != '$' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
