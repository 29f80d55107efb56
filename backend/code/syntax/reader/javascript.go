package reader

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// javascriptReader reads JavaScript (ECMA-262) and TypeScript
// (typescriptlang.org/docs), with JSX: their grammars name the same things alike.
type javascriptReader struct {
	*reading.Source
	block   tree.At         // the function or block around; nowhere at the top of a file, a class or a namespace
	end     int             // of the function around, or of the file: what var declares holds up to there
	given   map[int]string  // what a function that is handed over gets first, by the function's index
	members map[string]bool // of the classes around: the class's number, then the name
}

func readJavaScript(r *reading.Source) {
	j := &javascriptReader{Source: r, end: len(r.Tree.Text), given: map[int]string{}, members: map[string]bool{}}
	j.children(r.Tree.Root())
}

// children walks what is directly below; comments are of what follows them.
func (j *javascriptReader) children(at tree.At) {
	for c, above := range at.Commented(func(c tree.At) bool { return c.Is("comment") }) {
		j.walk(c, above)
	}
}

// walk notes what a part of the text declares and names. Comments above are of
// what comes first in it.
func (j *javascriptReader) walk(at tree.At, above []tree.At) {
	if at.There() {
		j.Within(func() { j.visit(at, above) })
	}
}

// inBlock walks what holds names of its own.
func (j *javascriptReader) inBlock(at tree.At, walk func()) {
	before := j.block
	j.block = at
	j.InScope(at, walk)
	j.block = before
}

// reaching walks what declares names with a keyword: those of var hold beyond their
// block, to the end of the function.
func (j *javascriptReader) reaching(keyword string, walk func()) {
	before := j.Scope.To
	if keyword == "var" {
		j.Scope.To = j.end
	}
	walk()
	j.Scope.To = before
}

func (j *javascriptReader) visit(at tree.At, above []tree.At) {
	if j.declaration(at, above, false) {
		return
	}
	switch at.Kind() {
	case "import_statement":
		j.importStatement(at)
	case "export_statement":
		j.exportStatement(at, above)
	case "arrow_function", "function_expression", "generator_function":
		j.closure(at)
	case "method_definition":
		j.walk(at.Field("name").First("expression"), nil)
		j.closure(at)
	case "statement_block", "for_statement", "switch_body", "class_static_block":
		j.inBlock(at, func() { j.children(at) })
	case "for_in_statement":
		j.inBlock(at, func() { j.forIn(at) })
	case "catch_clause":
		j.inBlock(at, func() {
			j.bind(at.Field("parameter"), at.Field("parameter"), "", tree.At{})
			j.children(at.Field("body"))
		})
	case "call_expression":
		j.callExpression(at)
	case "new_expression":
		j.newExpression(at)
	case "assignment_expression":
		if !j.commonExport(at) && !j.ownField(at) {
			j.children(at)
		}
	case "member_expression":
		j.Use(syntax.Uses, j.path(at), at.Field("property"))
		j.walk(at.Field("object"), nil)
	case "identifier", "shorthand_property_identifier":
		if name := at.Text(); !j.IsLocal(name) {
			j.Use(syntax.Uses, name, at)
		}
	case "type_identifier":
		j.UseType(at.Text(), at)
	case "nested_type_identifier":
		j.UseType(j.typeOf(at), at.Field("name"))
	case "jsx_opening_element", "jsx_self_closing_element":
		j.element(at)
	case "pair":
		j.walk(at.Field("key").Part(0), nil)
		j.walk(at.Field("value"), nil)
	case "type_parameter":
		j.walk(at.Field("constraint"), nil)
		j.walk(at.Field("value"), nil)
	case "required_parameter", "optional_parameter": // of a function's type: its name holds nowhere
		j.walk(at.Field("type"), nil)
	case "type_predicate":
		j.walk(at.Field("type"), nil)
	case "jsx_closing_element", "string", "comment":
	default:
		j.children(at)
	}
}

// declaration notes a statement that declares something; false for any other.
func (j *javascriptReader) declaration(at tree.At, above []tree.At, exported bool) bool {
	doc := ""
	if len(above) > 0 {
		doc = reading.DocAbove(above, at)
	}
	switch at.Kind() {
	case "function_declaration", "generator_function_declaration", "function_signature":
		j.function(at, at, at.Field("name"), syntax.Symbol{Kind: syntax.Function, Doc: doc, Exported: exported})
	case "class_declaration", "abstract_class_declaration", "class":
		j.class(at, at.Field("name"), syntax.Symbol{Doc: doc, Exported: exported})
	case "interface_declaration":
		j.interfaceDeclaration(at, doc, exported)
	case "type_alias_declaration":
		j.typeAlias(at, doc, exported)
	case "enum_declaration":
		j.enum(at, doc, exported)
	case "internal_module", "module":
		j.namespace(at, doc, exported)
	case "lexical_declaration", "variable_declaration":
		for d := range at.Parts() {
			if d.Is("variable_declarator") {
				keyword := at.Field("kind").Text()
				if at.Is("variable_declaration") {
					keyword = "var"
				}
				j.reaching(keyword, func() { j.variable(d, keyword, doc, exported) })
			}
		}
	case "import_alias":
		j.declareHere(at, at.Part(0), syntax.Symbol{Kind: syntax.Constant, Doc: doc, Exported: exported, Value: at.Part(1).Text()})
	case "ambient_declaration":
		for c := range at.Parts() {
			if c.Is("statement_block") { // declare global
				j.children(c)
			} else if !j.declaration(c, above, exported) {
				j.walk(c, nil)
			}
		}
	default:
		return false
	}
	return true
}

// declareHere declares something in the block around, where it holds, or for the
// whole file. Types do not hide what has their name in the blocks around.
func (j *javascriptReader) declareHere(at, name tree.At, s syntax.Symbol) int {
	if s.Name == "" {
		s.Name = name.Text()
	}
	s.Local = j.block.There() && (s.Kind == syntax.Function || s.Kind == syntax.Constant || s.Kind == syntax.Variable)
	symbol := j.Declare(at, name, s)
	if s.Local {
		j.File.Locals = append(j.File.Locals, syntax.Local{
			Name: s.Name, From: int(j.block.Node().Start), To: j.Scope.To, Value: "=" + strconv.Itoa(symbol),
		})
	}
	return symbol
}

// forIn binds the names of for (… of …) and for (… in …).
func (j *javascriptReader) forIn(at tree.At) {
	right := at.Field("right")
	j.walk(right, nil)
	value := ""
	if at.Field("operator").Is("of") {
		value = j.path(right) + "[]"
	}
	if kind := at.Field("kind"); kind.There() {
		j.reaching(kind.Text(), func() { j.bind(at.Field("left"), right, value, tree.At{}) })
	} else {
		j.walk(at.Field("left"), nil)
	}
	j.walk(at.Field("body"), nil)
}

// ofElements are members of lists that hand each element to the function that
// they are given.
var ofElements = map[string]bool{
	"map": true, "forEach": true, "filter": true, "find": true, "findLast": true, "findIndex": true,
	"some": true, "every": true, "flatMap": true, "sort": true, "toSorted": true,
}

func (j *javascriptReader) callExpression(at tree.At) {
	f, _ := callee(at)
	list := at.Field("arguments")
	args := arguments(list)
	switch f.Kind() {
	case "identifier":
		if f.Text() == "require" && j.importedIn(at, list) {
			return
		}
		j.Call(f.Text(), f, args)
	case "import":
		if j.importedIn(at, list) {
			return
		}
	case "member_expression":
		property := f.Field("property")
		j.Call(j.path(f), property, args)
		j.walk(f.Field("object"), nil)
		if first := list.Part(0); first.Is("arrow_function", "function_expression") {
			if name := property.Text(); ofElements[name] {
				j.given[first.Index()] = j.path(f.Field("object")) + "[]"
			} else if name == "then" {
				j.given[first.Index()] = j.path(f.Field("object")) + "^"
			}
		}
	case "super":
	default:
		j.walk(f, nil)
	}
	j.walk(at.Field("type_arguments"), nil)
	j.walk(list, nil)
}

// callee is what a call calls. The grammar takes await f<T>() for a call of await f.
func callee(at tree.At) (f tree.At, awaited bool) {
	f = unwrapped(at.Field("function"))
	for f.Is("non_null_expression", "await_expression", "instantiation_expression") {
		awaited = awaited || f.Is("await_expression") && at.Field("type_arguments").There()
		f = unwrapped(f.Part(0))
	}
	return f, awaited
}

// arguments is how many values a call gives; -1 where that is not known.
func arguments(list tree.At) int {
	if list.Is("template_string") {
		return 1
	}
	if list.Has("spread_element") {
		return -1
	}
	return reading.Count(list)
}

func (j *javascriptReader) newExpression(at tree.At) {
	of := unwrapped(at.Field("constructor"))
	args := arguments(at.Field("arguments"))
	switch of.Kind() {
	case "identifier":
		j.Call(of.Text(), of, args)
	case "member_expression":
		j.Call(j.path(of), of.Field("property"), args)
		j.walk(of.Field("object"), nil)
	default:
		j.walk(of, nil)
	}
	j.walk(at.Field("type_arguments"), nil)
	j.walk(at.Field("arguments"), nil)
}

// element is an element of JSX: one with a capital letter or a dot is ours, the
// others are the browser's (react.dev/reference/react/createElement).
func (j *javascriptReader) element(at tree.At) {
	name := at.Field("name")
	switch name.Kind() {
	case "identifier":
		if first, _ := utf8.DecodeRuneInString(name.Text()); !unicode.IsLower(first) {
			j.Use(syntax.Uses, name.Text(), name)
		}
	case "member_expression":
		j.walk(name, nil)
	}
	for c := range at.Parts() {
		if c.Index() != name.Index() {
			j.walk(c, nil)
		}
	}
}
