package reader

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// walk notes what a part of the text declares and names.
func (p *pythonReader) walk(at tree.At) {
	p.Within(func() { p.visit(at) })
}

func (p *pythonReader) children(at tree.At) {
	for c := range at.Parts() {
		p.walk(c)
	}
}

func (p *pythonReader) laxly(lax bool, walk func()) {
	before := p.lax
	p.lax = before || lax
	walk()
	p.lax = before
}

func (p *pythonReader) visit(at tree.At) {
	switch at.Kind() {
	case "decorated_definition":
		p.decorated(at)
	case "function_definition":
		p.functionOf(at, nil)
	case "class_definition":
		p.classOf(at)
	case "import_statement", "import_from_statement":
		p.imports(at)
	case "assignment":
		p.assignment(at)
	case "augmented_assignment":
		p.children(at)
	case "named_expression":
		p.walk(at.Field("value"))
		p.bind(at.Field("name"), p.path(at.Field("value")), at)
	case "for_statement":
		p.walk(at.Field("right"))
		p.through(at.Field("left"), at.Field("right"), at.Field("right"))
		p.walk(at.Field("body"))
		for part := range at.FieldsOf("alternative") {
			p.walk(part)
		}
	case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression":
		p.InScope(at, func() { p.comprehension(at) })
	case "as_pattern":
		p.alias(at)
	case "except_clause":
		p.children(at)
	case "try_statement":
		p.laxly(true, func() { p.children(at) })
	case "if_statement":
		p.laxly(strings.HasSuffix(at.Field("condition").Text(), "TYPE_CHECKING"), func() { p.condition(at) })
	case "lambda":
		p.InScope(at, func() {
			p.bindParams(at.Field("parameters"), "", false)
			for part := range at.Field("parameters").Parts() {
				p.walk(part.Field("value"))
			}
			p.walk(at.Field("body"))
		})
	case "global_statement":
		for name := range at.Parts() {
			p.globals[pythonName{p.function, name.Text()}] = struct{}{}
		}
	case "case_clause":
		p.matched(at)
	case "call":
		p.called(at)
	case "attribute":
		p.Use(syntax.Uses, p.path(at), at.Field("attribute"))
		p.walk(at.Field("object"))
	case "type":
		for _, name := range typeNames(at.Text()) {
			p.UseType(name, at)
		}
	case "identifier":
		if name := at.Text(); !p.IsLocal(name) {
			p.Use(syntax.Uses, name, at)
		}
	case "keyword_argument":
		p.walk(at.Field("value"))
	case "nonlocal_statement", "comment":
	default:
		p.children(at)
	}
}

// called is a call. What it names last is named by it.
func (p *pythonReader) called(at tree.At) {
	f, list := unwrapped(at.Field("function")), at.Field("arguments")
	args := 1
	if list.Is("argument_list") {
		args = reading.Count(list)
		if list.Has("list_splat") || list.Has("dictionary_splat") {
			args = -1
		}
	}
	switch f.Kind() {
	case "identifier":
		p.Call(f.Text(), f, args)
	case "attribute":
		p.Call(p.path(f), f.Field("attribute"), args)
		if object := unwrapped(f.Field("object")); !isSuper(object) {
			p.walk(object)
		}
	default:
		p.walk(f)
	}
	if p.atTop() && f.Text() == "TypeVar" && list.Part(0).Is("string") {
		for one := range list.Parts() {
			if one.Field("name").Text() == "bound" {
				p.bounds[strings.Trim(list.Part(0).Text(), `"'`)] = pythonType(one.Field("value").Text())
			}
		}
	}
	p.walk(list)
}

// isSuper reports whether it is super(), perhaps with what it says of itself.
func isSuper(at tree.At) bool { return at.Is("call") && at.Field("function").Text() == "super" }

// assignment gives names a value, a type, or both.
func (p *pythonReader) assignment(at tree.At) {
	left, right := at.Field("left"), at.Field("right")
	p.walk(at.Field("type"))
	p.walk(right)
	if t := p.typed(at.Field("type")); t.Type != "" || t.Value != "" {
		p.bindOne(left, t, at)
		return
	}
	for right.Is("assignment") { // a = b = c
		right = right.Field("right")
	}
	value := unwrapped(right)
	if left.Is("pattern_list", "tuple_pattern") && value.Is("expression_list", "tuple") && reading.Count(left) == reading.Count(value) {
		i := 0
		for name := range left.Parts() {
			p.bind(name, p.path(value.Part(i)), at)
			i++
		}
		return
	}
	p.bind(left, p.path(right), at)
}

// bind gives what stands on the left the value of a path.
func (p *pythonReader) bind(left tree.At, path string, after tree.At) {
	p.Within(func() {
		switch left.Kind() {
		case "pattern_list", "tuple_pattern", "list_pattern":
			i := 0
			for part := range left.Parts() {
				if part.Is("list_splat_pattern") {
					p.bind(part.Part(0), "?", after)
				} else {
					p.bind(part, path+"#"+strconv.Itoa(i), after)
				}
				i++
			}
		case "parenthesized_expression", "as_pattern_target":
			p.bind(left.Part(0), path, after)
		default:
			p.bindOne(left, syntax.Local{Value: path}, after)
		}
	})
}

// bindOne gives one name or attribute a value.
func (p *pythonReader) bindOne(left tree.At, l syntax.Local, after tree.At) {
	if !isTold(l.Value) {
		l.Value = ""
	}
	switch left.Kind() {
	case "identifier":
		name := left.Text()
		_, global := p.globals[pythonName{p.function, name}]
		switch {
		case p.function != syntax.Nobody && !global || p.IsLocal(name) && !p.body:
			p.Local(name, after, l)
		case p.body:
			p.variable(p.class, left, after, syntax.Field, l)
		default:
			p.variable(syntax.Nobody, left, after, syntax.Variable, l)
		}
	case "attribute":
		object, name := left.Field("object"), left.Field("attribute")
		if p.class != syntax.Nobody && p.function != syntax.Nobody && object.Is("identifier") && p.isReceiver(object.Text()) {
			p.variable(p.class, name, after, syntax.Field, l)
			return
		}
		p.walk(left)
	default:
		p.walk(left)
	}
}

// isReceiver reports whether a name is that of the object whose method the walk
// is in.
func (p *pythonReader) isReceiver(name string) bool {
	for i := len(p.File.Locals) - 1; i >= 0; i-- {
		if l := &p.File.Locals[i]; l.Name == name && l.To >= p.Scope.To {
			return l.Type == "Self" || l.Value == "Self"
		}
	}
	return false
}

// variable declares a module's or a class's name the first time that it is given
// a value; later ones count where the first does not say what it is.
func (p *pythonReader) variable(owner int, name, at tree.At, kind syntax.Kind, l syntax.Local) {
	key := pythonName{owner, name.Text()}
	if before, ok := p.declared[key]; ok {
		if s := &p.File.Symbols[before]; s.Type == "" && s.Value == "" && (l.Type != "" || l.Value != "") {
			s.Type, s.Value = l.Type, l.Value
			if kind == syntax.Field { // names of its value are those of the method
				s.Start, s.End = int(at.Node().Start), int(at.Node().End)
			}
		}
		return
	}
	if owner == syntax.Nobody && l.Type == "" && l.Value == "" && p.isImported(key.name) {
		return // what takes the place of something that cannot be imported
	}
	if kind == syntax.Variable && key.name == strings.ToUpper(key.name) && strings.Trim(key.name, "_") != "" {
		kind = syntax.Constant
	}
	p.InSymbol(owner, func() {
		p.declared[key] = p.Declare(at, name, syntax.Symbol{
			Kind: kind, Exported: isPublic(key.name), Static: p.body, Type: l.Type, Value: l.Value, Signature: p.Signature(at, tree.At{}),
		})
	})
}

func (p *pythonReader) isImported(name string) bool {
	for i := range p.File.Imports {
		if p.File.Imports[i].As == name {
			return true
		}
	}
	return false
}

// comprehension is an expression over elements: what names them stands after it.
func (p *pythonReader) comprehension(at tree.At) {
	for part := range at.Parts() {
		if part.Is("for_in_clause") {
			p.walk(part.Field("right"))
			first := len(p.File.Locals)
			function, body := p.function, p.body
			if p.function == syntax.Nobody {
				p.function = p.Owner // its names are its own wherever it stands
			}
			p.body = false
			p.inComprehension(part)
			p.function, p.body = function, body
			for i := first; i < len(p.File.Locals); i++ {
				p.File.Locals[i].From = int(at.Node().Start)
			}
		}
	}
	for part := range at.Parts() {
		if !part.Is("for_in_clause") {
			p.walk(part)
		}
	}
}

func (p *pythonReader) inComprehension(clause tree.At) {
	for name := range clause.Field("left").Within() {
		if name.Is("identifier") {
			p.Scope.Names = append(p.Scope.Names, name.Text()) // local even where a module's code is
		}
	}
	if left := clause.Field("left"); left.Is("identifier") {
		p.Scope.Names = append(p.Scope.Names, left.Text())
	}
	p.through(clause.Field("left"), clause.Field("right"), clause)
}

// through gives names what going through a value gives, one after the other.
func (p *pythonReader) through(left, right, after tree.At) {
	right = unwrapped(right)
	list := right.Field("arguments")
	if right.Is("call") && left.Is("pattern_list", "tuple_pattern") && reading.Count(left) == 2 {
		switch right.Field("function").Text() {
		case "enumerate":
			p.bind(left.Part(0), "?", after)
			p.bind(left.Part(1), p.path(list.Part(0))+"[]", after)
			return
		case "zip":
			p.bind(left.Part(0), p.path(list.Part(0))+"[]", after)
			p.bind(left.Part(1), p.path(list.Part(1))+"[]", after)
			return
		}
	}
	p.bind(left, p.path(right)+"[]", after)
}

// alias gives a name to what stands before "as": in with and except.
func (p *pythonReader) alias(at tree.At) {
	value, target := at.Part(0), at.Field("alias")
	p.walk(value)
	path := p.path(value)
	if p.isExcept(at) {
		path += "{}" // a class stands there, and the name is for one of its values
	}
	p.bind(target, path, at)
}

// isExcept reports whether a name for something stands in an except clause.
func (p *pythonReader) isExcept(at tree.At) bool {
	for i := at.Index() - 1; i >= 0 && i >= at.Index()-3; i-- {
		if before := p.Tree.Node(i); before.Is("except_clause", "except_group_clause") {
			return true
		} else if before.Named() {
			return false
		}
	}
	return false
}

// condition is an if: in what follows isinstance(name, Class) the name is of
// that class.
func (p *pythonReader) condition(at tree.At) {
	test := unwrapped(at.Field("condition"))
	p.walk(test)
	list := test.Field("arguments")
	name, class := list.Part(0), list.Part(1)
	for part := range at.Parts() {
		switch {
		case part.Index() == at.Field("condition").Index():
		case part.FieldName() == "consequence" && test.Is("call") && test.Field("function").Text() == "isinstance" && name.Is("identifier") && class.Is("identifier", "attribute"):
			p.narrowed(part, name.Text(), p.typeOf(class))
		default:
			p.walk(part)
		}
	}
}

func (p *pythonReader) narrowed(block tree.At, name, t string) {
	n := block.Node()
	p.File.Locals = append(p.File.Locals, syntax.Local{Name: name, From: int(n.Start), To: int(n.End), Type: t})
	p.walk(block)
}
