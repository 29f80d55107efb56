package reader

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/syntax"
	"aipack/backend/syntax/tree"
)

// rustReader reads Rust by its reference (doc.rust-lang.org/reference).
//
// In paths the names of modules stand as members do: crate.store.Store. The
// module above is super!, which no name can be.
type rustReader struct {
	*reading
	block tree.At        // the function or block around; nowhere at the top of a file or a module
	given map[int]string // what a closure that is handed over gets first, by its index
}

func readRust(r *reading) {
	x := &rustReader{reading: r, given: map[int]string{}}
	x.children(r.tree.Root())
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
			x.within(func() { x.visit(c, x.docOf(above, attributes, c), attributes) })
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
	return docAbove(above, at)
}

func (x *rustReader) walk(at tree.At) {
	if at.There() {
		x.within(func() { x.visit(at, "", nil) })
	}
}

// inBlock walks what holds names of its own.
func (x *rustReader) inBlock(at tree.At, walk func()) {
	before := x.block
	x.block = at
	x.inScope(at, walk)
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
		x.use(syntax.Uses, x.path(at), at.Field("field"))
		x.walk(at.Field("value"))
	case "identifier":
		if name := at.Text(); !x.isLocal(name) {
			x.use(syntax.Uses, name, at)
		}
	case "scoped_identifier":
		x.use(syntax.Uses, x.path(at), at.Field("name"))
		x.qualifier(at.Field("path"))
	case "type_identifier":
		x.useType(at.Text(), at)
	case "scoped_type_identifier":
		x.useType(x.typeOf(at), at.Field("name"))
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
			x.useType(name, at)
		}
	case "scoped_identifier":
		if name := at.Field("name"); isUpper(name.Text()) {
			x.useType(x.path(at), name)
		}
	}
}

func (x *rustReader) structExpression(at tree.At) {
	if name := at.Field("name"); name.Is("scoped_type_identifier") {
		x.use(syntax.Uses, x.typeOf(name), name.Field("name"))
	} else if name.Text() != "Self" {
		x.walk(name)
	}
	of := x.typeOf(at.Field("name"))
	for f := range at.Field("body").Parts() {
		if name := f.Field("field"); name.There() && of != "" {
			x.use(syntax.Uses, ":"+of+"."+name.Text(), name)
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
	"map": true, "and_then": true, "for_each": true, "filter": true, "filter_map": true, "flat_map": true, "find": true, "any": true, "all": true, "is_some_and": true,
	"is_ok_and": true, "inspect": true, "take_while": true, "skip_while": true, "partition": true, "map_or": true, "map_or_else": true, "position": true,
}

func (x *rustReader) callExpression(at tree.At) {
	f, list := unwrapped(at.Field("function")), at.Field("arguments")
	if f.Is("generic_function") {
		x.walk(f.Field("type_arguments"))
		f = f.Field("function")
	}
	args := count(list)
	switch f.Kind() {
	case "identifier":
		x.call(f.Text(), f, args)
	case "scoped_identifier":
		x.call(x.path(f), f.Field("name"), args)
		x.qualifier(f.Field("path"))
	case "field_expression":
		x.call(x.path(f), f.Field("field"), args)
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
	x.within(func() { x.bindPattern(pattern, after, value, typ) })
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
			x.use(syntax.Uses, at.Text(), at)
			return
		}
		x.local(at.Text(), after, syntax.Local{Type: typ, Value: known(value)})
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
			x.use(syntax.Uses, x.typeOf(of), of.Field("name"))
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
		x.use(syntax.Uses, x.path(at), at.Field("name"))
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

// macro is the call of a macro. What it is given is not parsed: the calls in it
// are those that look like calls.
func (x *rustReader) macro(at tree.At) {
	name := at.Field("macro")
	last := name
	if name.Is("scoped_identifier") {
		last = name.Field("name")
	}
	x.call(x.path(name)+"!", last, -1)
	x.tokens(at.First("token_tree"))
}

func (x *rustReader) tokens(at tree.At) {
	var parts []tree.At
	for c := range at.Parts() {
		parts = append(parts, c)
	}
	between := func(i int) string { // the text before the part of a number
		if i == 0 || i >= len(parts) {
			return " "
		}
		return strings.TrimSpace(string(x.tree.Text[parts[i-1].Node().End:parts[i].Node().Start]))
	}
	path := ""
	for i, c := range parts {
		join := between(i)
		switch {
		case c.Is("token_tree"):
			switch text := c.Text(); {
			case path != "" && join == "" && text[0] == '(':
				path += "()"
			case path != "" && join == "" && text[0] == '[':
				path += "[]"
			default:
				path = ""
			}
			x.within(func() { x.tokens(c) })
			continue
		case !c.Is("identifier", "self", "crate", "super"):
			path = ""
			continue
		case path != "" && (join == "." || join == "::"):
			path += "." + c.Text()
		case path != "" && join == "?.":
			path += "^." + c.Text()
		case join == "." || join == "?." || join == "::":
			path = "?." + c.Text()
		default:
			path = c.Text()
		}
		path = strings.TrimSuffix(strings.ReplaceAll(path, "super", "super!"), ".await")
		next := between(i + 1)
		switch {
		case i+1 < len(parts) && next == "" && parts[i+1].Is("token_tree") && parts[i+1].Text()[0] == '(':
			x.call(path, c, -1)
		case next == "." || next == "::" || next == "?.":
		case strings.ContainsAny(path, ".") || !x.isLocal(path):
			x.use(syntax.Uses, path, c)
		}
	}
}
