package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// lexicon is what a grammar calls the things that most languages have. A language
// whose facts go no deeper than declarations, calls, imports and declared types
// is a table of these and the few functions that its grammar forces.
type lexicon struct {
	nodes    map[string]node
	visits   map[string]func(p *walker, at tree.At, above []tree.At)
	paths    map[string]func(p *walker, at tree.At) string
	types    map[string]func(p *walker, at tree.At) string
	comments map[string]bool
	// each are the methods of lists that give a function what the list holds.
	each map[string]bool
	// spelled is a name as paths have it; dotted where there is none.
	spelled func(text string) string
	// implicit is the name of what a function is given that names nothing.
	implicit string
	// params takes a list of what a function is given apart.
	params func(p *walker, list tree.At) []param
	// doc is what is said of a declaration elsewhere than in comments above.
	doc func(p *walker, at tree.At) string
}

// pick finds a part of a node.
type pick func(tree.At) tree.At

func field(name string) pick { return func(at tree.At) tree.At { return at.Field(name) } }

func part(n int) pick { return func(at tree.At) tree.At { return at.Part(n) } }

func kind(kinds ...string) pick { return func(at tree.At) tree.At { return at.First(kinds...) } }

// last is the last rule directly below.
func last(at tree.At) tree.At {
	out := tree.At{}
	for part := range at.Parts() {
		out = part
	}
	return out
}

// role is what a node means, whatever a grammar calls it.
type role uint8

const (
	skipped role = iota + 1
	named        // a name of a value
	typed        // a name of a type
	dotted       // a name of several parts
	member       // name of of
	called       // of with with
	made         // a new value of the type of, with with
	cast         // with as the type of
	indexed      // an element of of
	same         // the value of of, in brackets or not
	awaited      // what waiting for of gives
	fixed        // a value that stands in the text
	scoped       // names that it declares end with it
	lambda       // a function without a name: parameters of, body with
	looped       // name takes each element of with in the statement
	generic      // the type of, made of with
	wrapped      // the type of, perhaps absent or pointed to
	listed       // a list of the type of
)

// node says what nodes of a kind are, and where their parts are.
type node struct {
	role     role
	of, with pick
	name     pick
}

func (n node) part(which pick, at tree.At) tree.At {
	if which == nil {
		return tree.At{}
	}
	return which(at)
}

// Languages are the readers by the name of the grammar.
var Languages = map[string]func(*reading.Source){
	"c": readPlain(&clang), "cpp": readPlain(&clang),
	"csharp": readCSharp,
	"elixir": readElixir,
	"kotlin": readKotlin,
	"php":    readPHP,
	"ruby":   readPlain(&ruby),
	"scala":  readScala,
	"zig":    readPlain(&zig),
}

// walker reads one file by a table.
type walker struct {
	*reading.Source
	*lexicon
	fields map[string]bool // that were declared by giving them a value
	hidden bool            // what follows is for its owner alone
	docs   map[int]string  // what is said of declarations by others above them
	inner  bool            // what is declared here holds within a part of the text, whatever lies around
	letter []string        // what the types of the declaration that follows are made of
}

func readPlain(words *lexicon) func(*reading.Source) {
	return func(r *reading.Source) {
		p := &walker{Source: r, lexicon: words, fields: map[string]bool{}}
		p.children(r.Tree.Root())
	}
}

// dots is a name with dots between its parts, whatever its language has there.
var dots = strings.NewReplacer("::", ".", "->", ".", "\\", ".", "?.", ".", "&.", ".", "`", "", " ", "", "\n", "", "\t", "").Replace

func (p *walker) spell(at tree.At) string {
	if p.spelled != nil {
		return p.spelled(at.Text())
	}
	return strings.Trim(dots(at.Text()), ".")
}

func (p *walker) walk(at tree.At, above []tree.At) {
	p.Within(func() { p.visit(at, above) })
}

// children walks what is directly below; comments are of what follows them.
func (p *walker) children(at tree.At) {
	for c, above := range at.Commented(func(c tree.At) bool { return p.comments[c.Kind()] }) {
		p.walk(c, above)
	}
}

func (p *walker) visit(at tree.At, above []tree.At) {
	if visit := p.visits[at.Kind()]; visit != nil {
		visit(p, at, above)
		return
	}
	n := p.nodes[at.Kind()]
	of, with := n.part(n.of, at), n.part(n.with, at)
	switch n.role {
	case skipped, fixed:
	case named:
		if name := p.spell(at); !p.IsLocal(name) {
			p.Use(syntax.Uses, name, at)
		}
	case typed, generic, wrapped, listed:
		p.useTypes(at)
	case dotted:
		p.Use(syntax.Uses, p.spell(at), p.lastName(at))
	case member:
		p.Use(syntax.Uses, p.path(at), n.name(at))
		p.walk(of, nil)
	case called:
		p.callOf(at, of, with)
	case made:
		p.made(of, with)
	case cast:
		p.useTypes(of)
		p.walk(with, nil)
	case scoped:
		p.InScope(at, func() { p.children(at) })
	case lambda:
		p.lambda(at, "")
	case looped:
		p.InScope(at, func() {
			p.walk(with, nil)
			p.useTypes(of)
			p.bound(n.name(at), of, p.path(with)+"[]", with)
			name := n.name(at)
			for c := range at.Parts() {
				if i := c.Index(); i != name.Index() && i != with.Index() && i != of.Index() {
					p.walk(c, nil)
				}
			}
		})
	default:
		p.children(at)
	}
}

// lastName is the last name of a name of several parts.
func (p *walker) lastName(at tree.At) tree.At {
	for {
		next := last(at)
		if !next.There() || !p.isName(next) {
			return at
		}
		at = next
	}
}

func (p *walker) isName(at tree.At) bool {
	switch p.nodes[at.Kind()].role {
	case named, typed, dotted:
		return true
	}
	return false
}

// callOf is a call: of what a path names, or of a type.
func (p *walker) callOf(at, callee, list tree.At) {
	path := p.path(callee)
	n := p.nodes[callee.Kind()]
	name, object := callee, tree.At{}
	switch n.role {
	case member:
		name, object = n.name(callee), n.part(n.of, callee)
		p.walk(object, nil)
	case named, dotted, generic:
		name = p.lastName(callee)
		for c := range callee.Within() {
			if c.Is("template_argument_list", "type_argument_list", "type_arguments") {
				p.useTypes(c)
				break
			}
		}
	default:
		p.walk(callee, nil)
	}
	if n.role != called {
		p.Call(path, name, p.count(at, list))
	}
	of := ""
	if object.There() && p.each[name.Text()] {
		of = p.value(object)
	}
	p.arguments(list, of)
	for c := range at.Parts() {
		if i := c.Index(); i != callee.Index() && i != list.Index() {
			p.argument(c, of)
		}
	}
}

// count is how many values a call gives, with a function that stands after them.
func (p *walker) count(at, list tree.At) int {
	if p.nodes[at.Kind()].with == nil { // they stand beside what is called
		return reading.Count(at) - 1
	}
	n := reading.Count(list)
	for c := range at.Parts() {
		if p.isLambda(c) && c.Index() != list.Index() {
			n++
		}
	}
	return n
}

func (p *walker) isLambda(at tree.At) bool {
	for ; at.There(); at = at.Part(0) {
		if p.nodes[at.Kind()].role == lambda {
			return true
		}
		if reading.Count(at) != 1 || !at.Is("argument", "value_argument", "annotated_lambda", "block_argument") {
			return false
		}
	}
	return false
}

// arguments walks what a call is given. A function that is given what a list
// holds knows that.
func (p *walker) arguments(list tree.At, of string) {
	for a := range list.Parts() {
		p.argument(a, of)
	}
}

func (p *walker) argument(a tree.At, of string) {
	if of == "" || !p.isLambda(a) {
		p.walk(a, nil)
		return
	}
	for p.nodes[a.Kind()].role != lambda {
		a = a.Part(0)
	}
	p.lambda(a, of+"[]")
}

// lambda is a function without a name; the first that it is given comes from a
// path, where one says so.
func (p *walker) lambda(at tree.At, from string) {
	n := p.nodes[at.Kind()]
	list, body := n.part(n.of, at), n.part(n.with, at)
	inner := p.inner
	p.inner = true
	defer func() { p.inner = inner }()
	p.InScope(at, func() {
		first := true
		bind := func(q param) {
			l := syntax.Local{Type: p.typeOf(q.typ)}
			if first && l.Type == "" {
				l.Value = from
			}
			first = false
			p.useTypes(q.typ)
			p.Local(p.spell(q.name), list, l)
		}
		if list.There() && p.nodes[list.Kind()].role == named {
			bind(param{name: list})
		} else {
			for _, q := range p.given(list) {
				bind(q)
			}
		}
		if first && p.implicit != "" {
			p.Local(p.implicit, at.Part(0), syntax.Local{Value: from})
			if locals := p.File.Locals; at.Part(0).There() {
				locals[len(locals)-1].From = int(at.Node().Start)
			}
		}
		if body.There() {
			p.walk(body, nil)
			return
		}
		for c := range at.Parts() {
			if c.Index() != list.Index() {
				p.walk(c, nil)
			}
		}
	})
}

// given is what a list of parameters says.
func (p *walker) given(list tree.At) []param {
	if !list.There() || p.params == nil {
		return nil
	}
	return p.params(p, list)
}

// made is a new value of a type.
func (p *walker) made(of, list tree.At) {
	if head, _ := reading.SplitType(p.typeOf(of)); head != "" {
		p.Add(syntax.Use{Kind: syntax.Calls, Path: head, Typed: true, Args: reading.Count(list)}, p.lastName(of))
	}
	if n := p.nodes[of.Kind()]; n.role == generic {
		p.useTypes(n.part(n.with, of))
	}
	p.children(list)
}

// bound gives a name a type, or where there is none the value of a path.
func (p *walker) bound(name, of tree.At, path string, after tree.At) {
	if !p.isName(name) {
		return
	}
	l := syntax.Local{Type: p.typeOf(of)}
	if l.Type == "" {
		l.Value = told(path)
	}
	p.Local(p.spell(name), after, l)
}

// ofType reports whether what is declared here is a member of a type.
func (p *walker) ofType() bool {
	return p.Owner >= 0 && p.File.Symbols[p.Owner].Kind.IsType()
}

// inFunction reports whether what is declared here holds within a function alone.
func (p *walker) inFunction() bool {
	if p.inner || p.Owner < 0 {
		return p.inner
	}
	k := p.File.Symbols[p.Owner].Kind
	return !k.IsType() && k != syntax.Module && k != syntax.Impl
}

// enclosing is the type or module around; Nobody for none.
func (p *walker) enclosing() int {
	for s := p.Owner; s >= 0; s = p.File.Symbols[s].Owner {
		if k := p.File.Symbols[s].Kind; k.IsType() || k == syntax.Module {
			return s
		}
	}
	return syntax.Nobody
}
