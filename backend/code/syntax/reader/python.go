package reader

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// pythonReader reads Python by its reference (docs.python.org/3/reference).
type pythonReader struct {
	*reading.Source
	class    int                     // the class whose body or method the walk is in; Nobody for none
	body     bool                    // directly in the body of that class
	function int                     // the function around; Nobody for none
	declared map[pythonName]int      // variables and attributes, which are given values more than once
	bounds   map[string]string       // what the letters that TypeVar makes must fit
	globals  map[pythonName]struct{} // names that a function says are the module's
	lax      bool                    // what is imported here is tried, or there for checkers of types
}

// pythonName is a name in a symbol.
type pythonName struct {
	owner int
	name  string
}

func readPython(r *reading.Source) {
	p := &pythonReader{
		Source: r, class: syntax.Nobody, function: syntax.Nobody,
		declared: map[pythonName]int{}, bounds: map[string]string{}, globals: map[pythonName]struct{}{},
	}
	p.children(r.Tree.Root())
	p.exports()
}

// atTop reports whether what is given a value here is the module's.
func (p *pythonReader) atTop() bool { return p.function == syntax.Nobody && p.class == syntax.Nobody }

// isPublic reports whether a name is for others: one underscore says that it is not.
func isPublic(name string) bool {
	return !strings.HasPrefix(name, "_") || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// docstring is the text that a body begins with.
func docstring(body tree.At) string {
	first := body.Part(0)
	text := first.Part(0)
	if !first.Is("expression_statement") || !text.Is("string") {
		return ""
	}
	var b strings.Builder
	for c := range text.Parts() {
		if c.Is("string_content") {
			b.WriteString(c.Text())
		}
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return reading.Cut(strings.TrimSpace(strings.Join(lines, "\n")), reading.MostDoc)
}

// decorations are what is written above a function or a class, by last names.
func (p *pythonReader) decorations(at tree.At) map[string]bool {
	out := map[string]bool{}
	for d := range at.Parts() {
		if d.Is("decorator") {
			name := d.Part(0)
			if name.Is("call") {
				name = name.Field("function")
			}
			out[lastName(name.Text())] = true
		}
	}
	return out
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// decorated is a function or a class with what is written above it.
func (p *pythonReader) decorated(at tree.At) {
	for d := range at.Parts() {
		if d.Is("decorator") {
			p.children(d)
		}
	}
	switch d := at.Field("definition"); d.Kind() {
	case "function_definition":
		p.functionOf(d, p.decorations(at))
	case "class_definition":
		p.classOf(d)
	}
}

func (p *pythonReader) functionOf(at tree.At, decorations map[string]bool) {
	name, body, list := at.Field("name"), at.Field("body"), at.Field("parameters")
	s := syntax.Symbol{
		Kind: syntax.Function, Exported: isPublic(name.Text()), Doc: docstring(body), Generics: p.generics(at.Field("type_parameters")),
		Type: p.typeOf(at.Field("return_type")), Static: decorations["staticmethod"] || decorations["classmethod"],
	}
	receiver := ""
	if p.body {
		s.Kind = syntax.Method
		if !decorations["staticmethod"] {
			receiver = list.Part(0).Text()
		}
	}
	s.Params = p.params(list, receiver)
	yields := decorations["contextmanager"] || decorations["asynccontextmanager"]
	switch {
	case s.Type != "" && yields:
		if _, inner, ok := strings.Cut(s.Type, "[]<"); ok {
			s.Type = strings.TrimSuffix(inner, ">")
		}
	case s.Type == "":
		s.Value = p.gives(body, yields)
	}
	if s.Value != "" && s.Value == receiver && !s.Static {
		s.Type, s.Value = "Self", ""
	}
	for part := range list.Parts() { // what stands here is outside of the function
		p.walk(part.Field("type"))
		p.walk(part.Field("value"))
	}
	p.walk(at.Field("return_type"))
	symbol := p.Declare(at, name, s)
	p.InSymbol(symbol, func() {
		p.InScope(at, func() {
			function, inBody := p.function, p.body
			p.function, p.body = symbol, false
			p.bindParams(list, receiver, s.Static)
			p.walk(body)
			p.function, p.body = function, inBody
		})
	})
}

// gives is the path of what a function returns, or yields; "" where its text does
// not say. Of several the first that says something counts.
func (p *pythonReader) gives(body tree.At, yields bool) string {
	out, skipped := "", uint32(0)
	for c := range body.Within() {
		n := c.Node()
		if n.Start < skipped {
			continue
		}
		switch c.Kind() {
		case "function_definition", "class_definition", "lambda":
			skipped = n.End
		case "yield":
			if !yields {
				return ""
			}
			if path := p.path(c.Part(0)); out == "" && isTold(path) {
				out = path
			}
		case "return_statement":
			if path := p.path(c.Part(0)); !yields && out == "" && isTold(path) {
				out = path
			}
		}
	}
	return out
}

// isTold reports whether a path says whom it means.
func isTold(path string) bool {
	return path != "" && !strings.HasPrefix(path, "?") && !strings.HasPrefix(path, reading.Literal) && len(path) <= reading.MostPath
}

// params are those of a function, but for the one that its object is.
func (p *pythonReader) params(list tree.At, receiver string) []syntax.Param {
	var out []syntax.Param
	first := receiver != ""
	for one := range list.Parts() {
		if first {
			first = false
			continue
		}
		name, rest := paramName(one)
		if name == "" {
			continue
		}
		out = append(out, syntax.Param{Name: name, Type: p.typeOf(one.Field("type")), Optional: one.Field("value").There(), Rest: rest})
	}
	return out
}

// paramName is the name of a parameter; rest says that it takes all that follow.
func paramName(at tree.At) (name string, rest bool) {
	switch at.Kind() {
	case "identifier":
		return at.Text(), false
	case "typed_parameter":
		return paramName(at.Part(0))
	case "default_parameter", "typed_default_parameter":
		return at.Field("name").Text(), false
	case "list_splat_pattern", "dictionary_splat_pattern":
		return at.Part(0).Text(), true
	}
	return "", false
}

func (p *pythonReader) bindParams(list tree.At, receiver string, static bool) {
	for one := range list.Parts() {
		name, rest := paramName(one)
		l := p.typed(one.Field("type"))
		switch {
		case name != "" && name == receiver:
			l = syntax.Local{Type: "Self"}
			if static {
				l = syntax.Local{Value: "Self"}
			}
			receiver = ""
		case rest && l.Type != "":
			l.Type = "[]<" + l.Type + ">"
		case l.Type == "" && l.Value == "":
			if path := p.path(one.Field("value")); isTold(path) {
				l.Value = path
			}
		}
		p.Local(name, one, l)
	}
}

// classOf is a class, with what is in it.
func (p *pythonReader) classOf(at tree.At) {
	name, body := at.Field("name"), at.Field("body")
	s := syntax.Symbol{Kind: syntax.Class, Exported: isPublic(name.Text()), Doc: docstring(body), Generics: p.generics(at.Field("type_parameters"))}
	for base := range at.Field("superclasses").Parts() {
		if base.Is("keyword_argument", "list_splat", "dictionary_splat") {
			continue
		}
		t := p.typeOf(base)
		if t == "" {
			continue
		}
		s.Bases = append(s.Bases, syntax.Base{Type: t, Line: base.Line()})
		if strings.HasSuffix(lastName(t), "Enum") {
			s.Kind = syntax.Enum
		}
		if open := strings.IndexByte(t, '<'); open > 0 && slices.Contains([]string{"Generic", "Protocol"}, lastName(t[:open])) {
			for _, letter := range strings.Split(t[open+1:len(t)-1], ",") {
				s.Generics = append(s.Generics, syntax.Param{Name: letter, Type: p.bounds[letter]})
			}
		}
	}
	p.children(at.Field("superclasses"))
	symbol := p.Declare(at, name, s)
	p.InSymbol(symbol, func() {
		class, inBody, function := p.class, p.body, p.function
		p.class, p.body, p.function = symbol, true, syntax.Nobody
		p.InScope(at, func() { p.children(body) })
		p.class, p.body, p.function = class, inBody, function
	})
}

// generics are the letters of a declaration: [T], [T: Bound].
func (p *pythonReader) generics(list tree.At) []syntax.Param {
	var out []syntax.Param
	for one := range list.Parts() {
		letter, bound, _ := strings.Cut(one.Text(), ":")
		letter, _, _ = strings.Cut(letter, "=")
		out = append(out, syntax.Param{Name: strings.Trim(letter, " *"), Type: pythonType(bound)})
	}
	return out
}

// imports are the names that an import brings. "import a.b" brings a, and makes
// a.b a part of it.
func (p *pythonReader) imports(at tree.At) {
	module := at.Field("module_name").Text()
	for name := range at.FieldsOf("name") {
		as, of := "", name
		if name.Is("aliased_import") {
			as, of = name.Field("alias").Text(), name.Field("name")
		}
		if !at.Is("import_from_statement") {
			p.modules(of.Text(), as, name.Line())
			continue
		}
		if as == "" {
			as = of.Text()
		}
		p.imported(syntax.Import{Module: module, Name: of.Text(), As: as, Line: name.Line()})
	}
	if at.First("wildcard_import").There() {
		p.imported(syntax.Import{Module: module, Name: "*", Line: at.Line()})
	}
}

// modules are what "import a.b" brings: a, of which a.b becomes a part; or a.b
// alone where it gets a name.
func (p *pythonReader) modules(dotted, as string, line int) {
	if as != "" {
		p.imported(syntax.Import{Module: dotted, As: as, Line: line})
		return
	}
	as, _, _ = strings.Cut(dotted, ".")
	for i := range len(dotted) + 1 {
		if i == len(dotted) || dotted[i] == '.' {
			p.imported(syntax.Import{Module: dotted[:i], As: as, Line: line})
			as = "-"
		}
	}
}

func (p *pythonReader) imported(i syntax.Import) {
	i.Module = strings.Join(strings.Fields(i.Module), "")
	if p.function != syntax.Nobody {
		i.From, i.To = p.File.Symbols[p.function].Start, p.File.Symbols[p.function].End
	}
	i.Lax = p.lax
	p.File.Imports = append(p.File.Imports, i)
}

// exports leaves of what a module has for others what its __all__ names.
func (p *pythonReader) exports() {
	at, ok := p.declared[pythonName{syntax.Nobody, "__all__"}]
	if !ok {
		return
	}
	all := p.File.Symbols[at]
	text := string(p.Tree.Text[all.Start:all.End])
	if !listsAll(text, string(p.Tree.Text)) {
		return
	}
	for i := range p.File.Symbols {
		s := &p.File.Symbols[i]
		if s.Owner == syntax.Nobody && !strings.HasPrefix(s.Name, "__") {
			s.Exported = strings.Contains(text, `"`+s.Name+`"`) || strings.Contains(text, "'"+s.Name+"'")
		}
	}
}

// listsAll reports whether an assignment of __all__ has all names of the list, each
// written out.
func listsAll(assignment, file string) bool {
	for _, more := range []string{"__all__ +", "__all__+", "__all__."} {
		if strings.Contains(file, more) {
			return false
		}
	}
	_, list, _ := strings.Cut(assignment, "=")
	list = strings.TrimSpace(list)
	return (strings.HasPrefix(list, "[") || strings.HasPrefix(list, "(")) && !strings.ContainsAny(list, "+*") && !strings.Contains(list, " for ")
}
