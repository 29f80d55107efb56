package plain

import (
	"aipack/backend/code/syntax/tree"
)

// declared is the name in a declarator: what points, calls and counts stands
// around it.
func declared(at tree.At) tree.At {
	for at.There() {
		switch at.Kind() {
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name", "operator_name", "operator_cast":
			return at
		case "template_function":
			at = at.Field("name")
			continue
		}
		next := at.Field("declarator")
		if !next.There() {
			next = at.Part(0)
		}
		at = next
	}
	return at
}

// function is the part of a declarator that says what a function is given; of what
// points to one it is nowhere.
func function(at tree.At) tree.At {
	for at.There() && !at.Is("function_declarator") {
		if !at.Is("pointer_declarator", "reference_declarator", "init_declarator") {
			return tree.At{}
		}
		next := at.Field("declarator")
		if !next.There() {
			next = at.Part(0)
		}
		at = next
	}
	if at.Field("declarator").Is("parenthesized_declarator") {
		return tree.At{}
	}
	return at
}

// cDeclaredType is the type that a declarator makes of another.
func cDeclaredType(p *walker, of, declarator tree.At) string {
	t := p.typeOf(of)
	for d := declarator; d.There() && t != ""; {
		switch d.Kind() {
		case "array_declarator":
			t = "[]<" + t + ">"
		case "function_declarator":
			return "->" + t
		}
		next := d.Field("declarator")
		if !next.There() && d.Is("reference_declarator", "parenthesized_declarator") {
			next = d.Part(0)
		}
		d = next
	}
	return t
}
