package plain

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// param is what a function is given, as a grammar has it.
type param struct {
	name, typ, value tree.At
	optional, rest   bool
	kept             bool // it is a field of what it makes, too
	hidden           bool
}

// thing is a declaration, taken apart.
type thing struct {
	kind           syntax.Kind
	name           tree.At
	title, of      string // in place of what name says; the type whose member it is
	params         []param
	result         tree.At
	gives          string // in place of what result says
	generics       tree.At
	bases          []tree.At
	body           tree.At
	inside         []tree.At // what else lies in it: what its bases are given, annotations
	hidden, static bool
	declared       bool // it is said here and written elsewhere
	value          string
}

// declareThing adds a declaration with all that lies in it, and gives its place.
func (p *walker) declareThing(at tree.At, t thing, above []tree.At) int {
	s := syntax.Symbol{
		Kind: t.kind, Name: t.title, Of: t.of, Exported: !t.hidden && !p.hidden, Static: t.static, Declared: t.declared,
		Type: t.gives, Value: t.value, Doc: reading.DocAbove(above, at), Signature: p.head(at, t.body),
	}
	if s.Name == "" {
		s.Name = p.spell(t.name)
	}
	if s.Name == "" {
		p.children(at)
		return syntax.Nobody
	}
	if s.Doc == "" && p.doc != nil {
		s.Doc = p.doc(p, at)
	}
	if s.Type == "" {
		s.Type = p.typeOf(t.result)
	}
	if s.Kind == syntax.Function && (p.ofType() || s.Of != "") {
		s.Kind = syntax.Method
	}
	for _, q := range t.params {
		s.Params = append(s.Params, syntax.Param{Name: p.spell(q.name), Type: p.typeOf(q.typ), Optional: q.optional || q.value.There(), Rest: q.rest})
	}
	for _, letter := range p.letter {
		s.Generics = append(s.Generics, syntax.Param{Name: letter})
	}
	p.letter = nil
	for g := range t.generics.Parts() {
		if name := p.firstName(g); name.There() {
			s.Generics = append(s.Generics, syntax.Param{Name: p.spell(name)})
		}
	}
	for _, b := range t.bases {
		if base := p.typeOf(b); base != "" {
			s.Bases = append(s.Bases, syntax.Base{Type: base, Line: b.Line()})
		}
	}
	s.Local = p.inFunction()
	symbol := p.Declare(at, t.name, s)
	if s.Local && s.Kind != syntax.Field {
		p.Local(s.Name, t.name, syntax.Local{Value: "=" + strconv.Itoa(symbol)})
	}
	hidden, inner := p.hidden, p.inner
	p.hidden, p.inner = false, false
	p.InSymbol(symbol, func() {
		p.InScope(at, func() {
			for _, part := range append(append([]tree.At{t.result}, t.bases...), t.generics) {
				if part.Index() != t.generics.Index() || !p.isGenericList(part) {
					p.useTypes(part)
				}
			}
			p.bindParams(t.params, s.Kind.IsType())
			for _, part := range t.inside {
				p.walk(part, nil)
			}
			p.walk(t.body, nil)
		})
	})
	p.hidden, p.inner = hidden, inner
	return symbol
}

// head is the text of a declaration up to its body, without what is said of it by
// annotations.
func (p *walker) head(at, body tree.At) string {
	start, end := at.Node().Start, at.Node().End
	if body.There() {
		end = body.Node().Start
	}
	for c := range at.Children() {
		if c.Is("modifiers") {
			for m := range c.Children() {
				if !m.Is("annotation") {
					break
				}
				start = m.Node().End
			}
		}
		if !c.Is("annotation", "attribute_list") {
			break
		}
		start = c.Node().End
	}
	return reading.Cut(strings.TrimRight(strings.Join(strings.Fields(string(p.Tree.Text[start:end])), " "), " ;{=:,"), reading.MostSignature)
}

// isGenericList reports whether a node is a list of letters: those name no types.
func (p *walker) isGenericList(at tree.At) bool {
	return strings.Contains(at.Kind(), "parameter")
}

// firstName is the first name in a node, itself perhaps.
func (p *walker) firstName(at tree.At) tree.At {
	if p.isName(at) {
		return at
	}
	for c := range at.Within() {
		if p.isName(c) {
			return c
		}
	}
	return tree.At{}
}

// bindParams makes what a function is given known in it. What a type is made of
// are its fields, where it keeps them.
func (p *walker) bindParams(list []param, ofType bool) {
	for _, q := range list {
		p.useTypes(q.typ)
		p.walk(q.value, nil)
		t := p.typeOf(q.typ)
		if q.rest && t != "" && !strings.HasPrefix(t, "[]") {
			t = "[]<" + t + ">"
		}
		if q.kept {
			owner := p.Owner
			if !ofType {
				p.Owner = p.enclosing()
			}
			p.Declare(q.name, q.name, syntax.Symbol{
				Name: strings.TrimPrefix(p.spell(q.name), "$"), Kind: syntax.Field, Type: t,
				Exported: !q.hidden, Signature: p.Signature(q.name, tree.At{}),
			})
			p.Owner = owner
		}
		if !q.kept || !ofType {
			p.Local(p.spell(q.name), q.name, syntax.Local{Type: t})
		}
	}
}

// variable is a name that is given a value: a field, a constant or a variable
// where a declaration of a type or a file stands, else a local name.
func (p *walker) variable(at tree.At, t thing, value tree.At, above []tree.At) {
	name := p.spell(t.name)
	if t.title != "" {
		name = t.title
	}
	path := p.value(value)
	if t.value != "" {
		path = told(t.value)
	}
	if p.inFunction() {
		p.walk(value, nil)
		p.useTypes(t.result)
		l := syntax.Local{Type: t.gives}
		if l.Type == "" {
			l.Type = p.typeOf(t.result)
		}
		if l.Type == "" {
			l.Value = path
		}
		p.Local(name, at, l)
		return
	}
	if t.kind == syntax.Variable && p.ofType() {
		t.kind = syntax.Field
	}
	s := syntax.Symbol{
		Kind: t.kind, Name: name, Of: t.of, Exported: !t.hidden && !p.hidden, Static: t.static, Declared: t.declared, Type: t.gives,
		Doc: reading.DocAbove(above, at), Signature: p.head(at, value),
	}
	if s.Type == "" {
		s.Type = p.typeOf(t.result)
	}
	if s.Type == "" {
		s.Value = path
	}
	if name == "" {
		return
	}
	symbol := p.Declare(at, t.name, s)
	p.InSymbol(symbol, func() {
		p.InScope(at, func() {
			p.useTypes(t.result)
			p.walk(value, nil)
			for _, part := range t.inside {
				p.walk(part, nil)
			}
		})
	})
}

// constant is one of the values of an enum.
func (p *walker) constant(at, name tree.At, above []tree.At) {
	t := thing{kind: syntax.Constant, name: name, static: true}
	if p.ofType() {
		t.gives = p.File.Symbols[p.Owner].Name
	}
	s := syntax.Symbol{Kind: t.kind, Name: p.spell(name), Static: true, Exported: true, Type: t.gives, Doc: reading.DocAbove(above, at), Signature: p.spell(name)}
	symbol := p.Declare(at, name, s)
	p.InSymbol(symbol, func() {
		for c := range at.Parts() {
			if c.Index() != name.Index() {
				p.walk(c, nil)
			}
		}
	})
}

// imports adds an import of a name within a module.
func (p *walker) imports(at tree.At, module, name, as string) {
	p.File.Imports = append(p.File.Imports, syntax.Import{Module: module, Name: name, As: as, Line: at.Line()})
}

// cutName takes the last part off a name of several.
func cutName(name string) (module, last string) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name
	}
	return name[:i], name[i+1:]
}

// says reports whether one of a node's modifiers is a word.
func says(at tree.At, words ...string) bool {
	for c := range at.Children() {
		switch c.Kind() {
		case "modifiers", "modifier", "storage_class_specifier", "visibility_modifier", "static_modifier", "access_modifier", "type_qualifier":
			for _, have := range strings.Fields(c.Text()) {
				for _, word := range words {
					if have == word {
						return true
					}
				}
			}
		}
		if !c.Named() {
			for _, word := range words {
				if c.Kind() == word {
					return true
				}
			}
		}
	}
	return false
}

// field names what the type or module around keeps under a name.
func (p *walker) field(name string) string { return strconv.Itoa(p.Owner) + " " + name }

// declareField adds a field of the type around.
func (p *walker) declareField(at, name, of tree.At, above []tree.At) {
	p.Declare(at, name, syntax.Symbol{
		Kind: syntax.Field, Exported: !p.hidden, Type: p.typeOf(of), Doc: reading.DocAbove(above, at),
		Signature: p.Signature(at, tree.At{}),
	})
	p.useTypes(of)
}
