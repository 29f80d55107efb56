package reader

import (
	"slices"
	"strconv"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// rustReader reads Rust by its reference (doc.rust-lang.org/reference).
//
// In paths the names of modules stand as members do: crate.store.Store. The
// module above is super!, which no name can be.
type rustReader struct {
	*reading.Source
	block tree.At        // the function or block around; nowhere at the top of a file or a module
	given map[int]string // what a closure that is handed over gets first, by its index
}

func readRust(r *reading.Source) {
	x := &rustReader{Source: r, given: map[int]string{}}
	x.children(r.Tree.Root())
}

// children walks what is directly below; comments are of what follows them.
func (x *rustReader) children(at tree.At) {
	var above, attributes []tree.At
	for c := range at.Children() {
		switch {
		case c.Is("line_comment", "block_comment"):
			if c.Has("inner_doc_comment_marker") {
				continue
			}
			above = append(above, c)
		case c.Is("attribute_item"):
			attributes = append(attributes, c)
		case c.Named():
			x.Within(func() { x.visit(c, x.docOf(above, attributes, c), attributes) })
			above, attributes = nil, nil
		}
	}
}

// docOf is the comment above a declaration and its attributes.
func (x *rustReader) docOf(above, attributes []tree.At, at tree.At) string {
	if len(above) == 0 {
		return ""
	}
	if len(attributes) > 0 {
		at = attributes[0]
	}
	return reading.DocAbove(above, at)
}

func (x *rustReader) walk(at tree.At) {
	if at.There() {
		x.Within(func() { x.visit(at, "", nil) })
	}
}

// inBlock walks what holds names of its own.
func (x *rustReader) inBlock(at tree.At, walk func()) {
	before := x.block
	x.block = at
	x.InScope(at, walk)
	x.block = before
}

func (x *rustReader) visit(at tree.At, doc string, attributes []tree.At) {
	if x.item(at, doc, attributes) {
		return
	}
	switch at.Kind() {
	case "block", "match_arm", "while_expression", "if_expression":
		x.inBlock(at, func() { x.children(at) })
	case "closure_expression":
		x.closure(at)
	case "let_declaration":
		x.walk(at.Field("type"))
		x.walk(at.Field("value"))
		x.walk(at.Field("alternative"))
		x.bind(at.Field("pattern"), at, x.path(at.Field("value")), x.typeOf(at.Field("type")))
	case "let_condition":
		x.walk(at.Field("value"))
		x.bind(at.Field("pattern"), at, x.path(at.Field("value")), "")
	case "for_expression":
		x.walk(at.Field("value"))
		x.inBlock(at, func() {
			x.bind(at.Field("pattern"), at.Field("value"), x.path(at.Field("value"))+"[]", "")
			x.walk(at.Field("body"))
		})
	case "match_expression":
		x.match(at)
	case "call_expression":
		x.callExpression(at)
	case "macro_invocation":
		x.macro(at)
	case "field_expression":
		x.Use(syntax.Uses, x.path(at), at.Field("field"))
		x.walk(at.Field("value"))
	case "identifier":
		if name := at.Text(); !x.IsLocal(name) {
			x.Use(syntax.Uses, name, at)
		}
	case "scoped_identifier":
		x.Use(syntax.Uses, x.path(at), at.Field("name"))
		x.qualifier(at.Field("path"))
	case "type_identifier":
		x.UseType(at.Text(), at)
	case "scoped_type_identifier":
		x.UseType(x.typeOf(at), at.Field("name"))
		x.qualifier(at.Field("path"))
	case "struct_expression":
		x.structExpression(at)
	case "field_initializer":
		x.walk(at.Field("value"))
	case "type_binding":
		x.walk(at.Field("type"))
	case "attribute_item", "inner_attribute_item", "lifetime", "label", "visibility_modifier", "line_comment", "block_comment", "field_identifier", "macro_rule":
	default:
		x.children(at)
	}
}

// qualifier walks what stands before ::, which may be a type.
func (x *rustReader) qualifier(at tree.At) {
	switch at.Kind() {
	case "generic_type", "bracketed_type":
		x.walk(at)
	case "identifier":
		if name := at.Text(); name != "Self" && isUpper(name) {
			x.UseType(name, at)
		}
	case "scoped_identifier":
		if name := at.Field("name"); isUpper(name.Text()) {
			x.UseType(x.path(at), name)
		}
	}
}

func (x *rustReader) structExpression(at tree.At) {
	if name := at.Field("name"); name.Is("scoped_type_identifier") {
		x.Use(syntax.Uses, x.typeOf(name), name.Field("name"))
	} else if name.Text() != "Self" {
		x.walk(name)
	}
	of := x.typeOf(at.Field("name"))
	for f := range at.Field("body").Parts() {
		if name := f.Field("field"); name.There() && of != "" {
			x.Use(syntax.Uses, ":"+of+"."+name.Text(), name)
		}
		x.walk(f)
	}
}

func (x *rustReader) match(at tree.At) {
	value := at.Field("value")
	x.walk(value)
	for arm := range at.Field("body").Parts() {
		x.inBlock(arm, func() {
			pattern := arm.Field("pattern")
			x.bind(pattern.Part(0), pattern.Part(0), x.path(value), "")
			x.walk(pattern.Field("condition"))
			x.walk(arm.Field("value"))
		})
	}
}

// handsOn are members of options, results and iterators that hand what they hold
// to the closure that they are given.
var handsOn = map[string]bool{
	"map": true, "and_then": true, "for_each": true, "filter": true, "filter_map": true,
	"flat_map": true, "find": true, "any": true, "all": true, "is_some_and": true,
	"is_ok_and": true, "inspect": true, "take_while": true, "skip_while": true, "partition": true, "map_or": true, "map_or_else": true, "position": true,
}

func (x *rustReader) callExpression(at tree.At) {
	f, list := unwrapped(at.Field("function")), at.Field("arguments")
	if f.Is("generic_function") {
		x.walk(f.Field("type_arguments"))
		f = f.Field("function")
	}
	args := reading.Count(list)
	switch f.Kind() {
	case "identifier":
		x.Call(f.Text(), f, args)
	case "scoped_identifier":
		x.Call(x.path(f), f.Field("name"), args)
		x.qualifier(f.Field("path"))
	case "field_expression":
		x.Call(x.path(f), f.Field("field"), args)
		x.walk(f.Field("value"))
		if handsOn[f.Field("field").Text()] {
			for a := range list.Parts() {
				if a.Is("closure_expression") {
					x.given[a.Index()] = x.path(f.Field("value")) + "^"
				}
			}
		}
	default:
		x.walk(f)
	}
	x.walk(list)
}

func (x *rustReader) closure(at tree.At) {
	x.inBlock(at, func() {
		given := x.given[at.Index()]
		for p := range at.Field("parameters").Parts() {
			if p.Is("parameter") {
				x.walk(p.Field("type"))
				x.bind(p.Field("pattern"), p, "", x.typeOf(p.Field("type")))
			} else {
				x.bind(p, p, given, "")
			}
			given = ""
		}
		x.walk(at.Field("return_type"))
		x.walk(at.Field("body"))
	})
}

// bind makes the names of a pattern local; what else it names it uses.
func (x *rustReader) bind(pattern, after tree.At, value, typ string) {
	x.Within(func() { x.bindPattern(pattern, after, value, typ) })
}

func (x *rustReader) bindPattern(at, after tree.At, value, typ string) {
	step := func(s string) string {
		if typ != "" {
			return ":" + typ + s
		}
		if known(value) == "" {
			return ""
		}
		return value + s
	}
	switch at.Kind() {
	case "identifier", "shorthand_field_identifier", "self":
		if isUpper(at.Text()) { // None, or a constant: names of values begin with a small letter
			x.Use(syntax.Uses, at.Text(), at)
			return
		}
		x.Local(at.Text(), after, syntax.Local{Type: typ, Value: known(value)})
	case "mut_pattern", "ref_pattern", "reference_pattern":
		for p := range at.Parts() {
			if !p.Is("mutable_specifier") {
				x.bind(p, after, value, typ)
			}
		}
	case "captured_pattern":
		x.bind(at.Part(0), after, value, typ)
		x.bind(at.Part(1), after, value, typ)
	case "or_pattern", "slice_pattern":
		for p := range at.Parts() {
			x.bind(p, after, value, typ)
		}
	case "tuple_pattern":
		i := 0
		for p := range at.Parts() {
			x.bind(p, after, step("#"+strconv.Itoa(i)), "")
			i++
		}
	case "tuple_struct_pattern":
		x.tupleStruct(at, after, step)
	case "struct_pattern":
		of := at.Field("type")
		if of.Is("scoped_type_identifier") {
			x.Use(syntax.Uses, x.typeOf(of), of.Field("name"))
		} else {
			x.walk(of)
		}
		for f := range at.Parts() {
			if !f.Is("field_pattern") {
				continue
			}
			name, inner := f.Field("name"), f.Field("pattern")
			if !inner.There() {
				inner = name
			}
			x.bind(inner, after, ":"+x.typeOf(of)+"."+name.Text(), "")
		}
	case "scoped_identifier":
		x.Use(syntax.Uses, x.path(at), at.Field("name"))
		x.qualifier(at.Field("path"))
	case "macro_invocation":
		x.walk(at)
	}
}

// tupleStruct is a pattern as Some(x), or Point(x, y).
func (x *rustReader) tupleStruct(at, after tree.At, step func(string) string) {
	of := at.Field("type")
	name := x.path(of)
	i := 0
	for p := range at.Parts() {
		if p.Index() == of.Index() {
			continue
		}
		switch name {
		case "Some", "Ok":
			x.bind(p, after, step("^"), "")
		case "Err":
			x.bind(p, after, "", "")
		default:
			x.bind(p, after, ":"+name+"."+strconv.Itoa(i), "")
		}
		i++
	}
	if !slices.Contains([]string{"Some", "Ok", "Err"}, name) {
		x.walk(of)
	}
}
