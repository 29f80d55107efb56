package reader

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// walk notes what a part of the text declares and names. Comments above are of
// what comes first in it.
func (j javaReader) walk(at tree.At, above []tree.At) {
	j.Within(func() { j.visit(at, above) })
}

// children walks what is directly below; comments are of what follows them.
func (j javaReader) children(at tree.At) {
	for c, above := range at.Commented(func(c tree.At) bool { return c.Is("line_comment", "block_comment") }) {
		j.walk(c, above)
	}
}

// declaration reads what declares a type or a member of one.
func (j javaReader) declaration(at tree.At, above []tree.At) bool {
	switch at.Kind() {
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
		j.typeDeclaration(at, reading.DocAbove(above, at))
	case "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration":
		j.method(at, reading.DocAbove(above, at))
	case "field_declaration", "constant_declaration":
		j.field(at, reading.DocAbove(above, at))
	case "enum_constant":
		j.enumConstant(at, reading.DocAbove(above, at))
	default:
		return false
	}
	return true
}

func (j javaReader) visit(at tree.At, above []tree.At) {
	if j.declaration(at, above) {
		return
	}
	switch at.Kind() {
	case "block", "constructor_body", "for_statement", "try_statement", "try_with_resources_statement", "switch_block_statement_group", "switch_rule",
		"while_statement", "static_initializer":
		j.InScope(at, func() { j.children(at) })
	case "if_statement":
		j.condition(at)
	case "local_variable_declaration", "resource":
		j.variables(at)
	case "enhanced_for_statement":
		j.InScope(at, func() {
			j.walk(at.Field("type"), nil)
			j.walk(at.Field("value"), nil)
			j.bound(at.Field("name"), at.Field("type"), j.path(at.Field("value"))+"[]", at.Field("value"))
			j.walk(at.Field("body"), nil)
		})
	case "catch_clause":
		j.InScope(at, func() { j.caught(at) })
	case "lambda_expression":
		j.InScope(at, func() {
			j.lambda(at, "")
			j.walk(at.Field("body"), nil)
		})
	case "instanceof_expression":
		j.walk(at.Field("left"), nil)
		j.walk(at.Field("right"), nil)
		j.bound(at.Field("name"), at.Field("right"), "", at)
		j.walk(at.Field("pattern"), nil)
	case "type_pattern", "record_pattern_component":
		j.walk(at.Part(0), nil)
		j.bound(at.Part(1), at.Part(0), "", at)
	case "method_invocation":
		j.invoked(at)
	case "explicit_constructor_invocation":
		j.delegated(at)
	case "object_creation_expression":
		j.created(at)
	case "method_reference":
		j.reference(at)
	case "field_access":
		if field := at.Field("field"); field.Is("identifier") {
			j.Use(syntax.Uses, j.path(at), field)
			j.walk(at.Field("object"), nil)
		}
	case "scoped_type_identifier":
		name := at
		for part := range at.Parts() {
			name = part
		}
		j.UseType(at.Text(), name)
	case "type_identifier":
		j.UseType(at.Text(), at)
	case "annotation", "marker_annotation":
		j.UseType(at.Field("name").Text(), at.Field("name"))
		j.children(at.Field("arguments"))
	case "element_value_pair":
		j.walk(at.Field("value"), nil)
	case "identifier":
		if name := at.Text(); !j.IsLocal(name) {
			j.Use(syntax.Uses, name, at)
		}
	case "formal_parameter":
		j.walk(at.First("modifiers"), nil)
		j.walk(at.Field("type"), nil)
	case "type_parameter":
		j.walk(at.First("type_bound"), nil)
	case "labeled_statement":
		j.walk(at.Part(1), nil)
	case "variable_declarator", "break_statement", "continue_statement", "inferred_parameters":
	default:
		j.children(at)
	}
}

// condition is an if. What its test names by a pattern holds in what follows it,
// and after it where the test says what it is not.
func (j javaReader) condition(at tree.At) {
	test := at.Field("condition")
	if strings.HasPrefix(strings.TrimLeft(test.Text(), "( "), "!") {
		j.children(at)
		return
	}
	j.InScope(at, func() { j.children(at) })
}

// bound gives a name a type, or where that is var the value of a path.
func (j javaReader) bound(name, of tree.At, path string, after tree.At) {
	if !name.Is("identifier") {
		return
	}
	l := syntax.Local{Type: j.typeOf(of)}
	if l.Type == "var" || !of.There() {
		l = syntax.Local{Value: path}
	}
	if len(l.Value) > reading.MostPath || strings.HasPrefix(l.Value, "?") {
		l.Value = ""
	}
	j.Local(name.Text(), after, l)
}

// variables are the names that a statement declares.
func (j javaReader) variables(at tree.At) {
	t := at.Field("type")
	j.walk(at.First("modifiers"), nil)
	if t.Text() != "var" {
		j.walk(t, nil)
	}
	if at.Is("resource") {
		if !t.There() {
			j.children(at)
			return
		}
		j.walk(at.Field("value"), nil)
		j.bound(at.Field("name"), t, j.path(at.Field("value")), at)
		return
	}
	for d := range at.FieldsOf("declarator") {
		name := d.Field("name")
		j.walk(d.Field("value"), nil)
		if d.Field("dimensions").There() {
			j.Local(name.Text(), d, syntax.Local{Type: "[]<" + j.typeOf(t) + ">"})
			continue
		}
		j.bound(name, t, j.path(d.Field("value")), d)
	}
}

func (j javaReader) caught(at tree.At) {
	one := at.First("catch_formal_parameter")
	types := one.First("catch_type")
	j.children(types)
	l := syntax.Local{}
	if reading.Count(types) == 1 {
		l.Type = j.typeOf(types.Part(0))
	}
	name := one.Field("name")
	j.Local(name.Text(), name, l)
	j.walk(at.Field("body"), nil)
}

// lambda binds what a lambda is given: an element, where the text says of what.
func (j javaReader) lambda(at tree.At, element string) {
	list := at.Field("parameters")
	switch list.Kind() {
	case "identifier":
		j.Local(list.Text(), list, syntax.Local{Value: element})
	case "inferred_parameters":
		n, i := reading.Count(list), 0
		for name := range list.Parts() {
			l := syntax.Local{}
			if i == n-1 || element != "" && strings.HasSuffix(element, "^[]") {
				l.Value = strings.Replace(element, "^[]", "[]", 1)
			}
			j.Local(name.Text(), list, l)
			i++
		}
	default:
		j.bindParams(list)
		j.children(list)
	}
}

// javaEach are the methods of lists, streams and optional values that give a
// lambda what they hold, javaBoth those that give it two of them.
var (
	javaEach = reading.SetOf(`forEach filter map flatMap anyMatch allMatch noneMatch mapToInt mapToLong mapToDouble mapToObj peek removeIf ifPresent
		ifPresentOrElse takeWhile dropWhile forEachOrdered mapMulti thenAccept thenApply thenCompose doOnNext computeIfPresent replaceAll`)
	javaBoth = reading.SetOf("sort sorted min max reduce")
)

// arguments walks what a call is given. A lambda of some methods is given what
// their object holds.
func (j javaReader) arguments(list tree.At, object, method string) {
	for a := range list.Parts() {
		if !a.Is("lambda_expression") || object == "" || !javaEach[method] && !javaBoth[method] {
			j.walk(a, nil)
			continue
		}
		element := object + "[]"
		if javaBoth[method] {
			element = object + "^[]"
		}
		j.InScope(a, func() {
			j.lambda(a, element)
			j.walk(a.Field("body"), nil)
		})
	}
}

// invoked is a call of a method.
func (j javaReader) invoked(at tree.At) {
	name, object, list := at.Field("name"), at.Field("object"), at.Field("arguments")
	path, of := name.Text(), ""
	if object.There() {
		of = j.receiver(at)
		path = of + "." + name.Text()
	}
	j.Add(syntax.Use{Kind: syntax.Calls, Path: path, Args: reading.Count(list), Given: j.given(list)}, name)
	if object.There() {
		j.walk(object, nil)
	}
	j.walk(at.Field("type_arguments"), nil)
	if strings.HasPrefix(of, "?") || strings.HasPrefix(of, reading.Literal) || len(of) > reading.MostPath {
		of = ""
	}
	j.arguments(list, of, name.Text())
}

// receiver is the path of what a method is called on. In A.super.m() it is A's.
func (j javaReader) receiver(at tree.At) string {
	if at.Has("super") && !at.Field("object").Is("super") {
		return ":" + at.Field("object").Text()
	}
	return j.path(at.Field("object"))
}

// delegated is this(...) or super(...): a call of another constructor.
func (j javaReader) delegated(at tree.At) {
	list, constructor := at.Field("arguments"), at.Field("constructor")
	of := ""
	for s := j.Owner; s >= 0 && of == ""; s = j.File.Symbols[s].Owner {
		if class := &j.File.Symbols[s]; class.Kind.IsType() {
			of = class.Name
			if constructor.Is("super") {
				if len(class.Bases) == 0 || class.Kind != syntax.Class {
					break
				}
				of, _ = reading.SplitType(class.Bases[0].Type)
			}
		}
	}
	j.Add(syntax.Use{Kind: syntax.Calls, Path: of, Typed: true, Args: reading.Count(list), Given: j.given(list)}, constructor)
	j.walk(list, nil)
}

// reference is a method that is named as a value: A::b, this::b, A::new.
func (j javaReader) reference(at tree.At) {
	of, name := at.Part(0), at.Part(1)
	switch {
	case at.Has("new"):
		if head, _ := reading.SplitType(j.typeOf(of)); head != "" {
			j.UseType(head, of)
			return
		}
	case name.Is("identifier"):
		j.Use(syntax.Uses, j.path(of)+"."+name.Text(), name)
	}
	j.walk(of, nil)
}
