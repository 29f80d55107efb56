package plain

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// ruby by its documentation (docs.ruby-lang.org/en/master/syntax_rdoc.html). What
// it declares by calls is read from the calls that everybody uses.
var ruby = lexicon{
	comments: reading.SetOf("comment"),
	each:     reading.SetOf("each map select reject find detect any? all? each_with_index sort_by group_by flat_map sum filter filter_map partition find_each each_with_object tap then min_by max_by"),
	params:   rubyParams,
	nodes: map[string]node{
		"identifier": {role: named}, "constant": {role: typed}, "scope_resolution": {role: dotted},
		"instance_variable": {role: named}, "class_variable": {role: named}, "global_variable": {role: skipped},
		"element_reference": {role: indexed, of: field("object")}, "parenthesized_statements": {role: same, of: part(0)},
		"string": {}, "integer": {role: fixed}, "float": {role: fixed}, "true": {role: fixed}, "false": {role: fixed},
		"nil": {role: fixed}, "simple_symbol": {role: skipped}, "hash_key_symbol": {role: skipped},
		"block":    {role: lambda, of: field("parameters"), with: field("body")},
		"do_block": {role: lambda, of: field("parameters"), with: field("body")},
		"lambda":   {role: lambda, of: field("parameters"), with: field("body")},
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"identifier": func(p *walker, at tree.At) string {
			if name := at.Text(); name != "new" || p.IsLocal(name) {
				return name
			}
			return ":Self"
		},
		"self":       func(*walker, tree.At) string { return "self" },
		"string":     func(*walker, tree.At) string { return reading.Literal },
		"array":      func(*walker, tree.At) string { return reading.Literal },
		"hash":       func(*walker, tree.At) string { return reading.Literal },
		"call":       rubyPath,
		"assignment": func(p *walker, at tree.At) string { return p.path(at.Field("right")) },
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"module": func(p *walker, at tree.At, above []tree.At) { rubyType(p, at, syntax.Module, above) },
		"class":  func(p *walker, at tree.At, above []tree.At) { rubyType(p, at, syntax.Class, above) },
		"singleton_class": func(p *walker, at tree.At, _ []tree.At) {
			first, owner := len(p.File.Symbols), p.Owner
			p.walk(at.Field("body"), nil)
			for i := first; i < len(p.File.Symbols); i++ {
				if s := &p.File.Symbols[i]; s.Owner == owner {
					s.Static = true
				}
			}
		},
		"method": rubyMethod, "singleton_method": rubyMethod,
		"call":       func(p *walker, at tree.At, above []tree.At) { rubyCall(p, at, above) },
		"assignment": rubyAssign,
		"identifier": func(p *walker, at tree.At, _ []tree.At) {
			switch name := at.Text(); {
			case p.IsLocal(name):
			case name == "new":
				p.Add(syntax.Use{Kind: syntax.Calls, Path: "Self", Typed: true}, at)
			case name == "private" && p.ofOwn():
				p.hidden = true
			case name == "public" && p.ofOwn():
				p.hidden = false
			default: // a name that nothing was given to calls a method
				p.Call(name, at, 0)
			}
		},
		"constant":         func(p *walker, at tree.At, _ []tree.At) { p.Use(syntax.Uses, at.Text(), at) },
		"scope_resolution": func(p *walker, at tree.At, _ []tree.At) { p.Use(syntax.Uses, p.spell(at), at.Field("name")) },
		"super":            func(p *walker, at tree.At, _ []tree.At) { rubySuper(p, at, -1) },
		"rescue": func(p *walker, at tree.At, _ []tree.At) {
			p.children(at.Field("exceptions"))
			l := syntax.Local{}
			if list := at.Field("exceptions"); reading.Count(list) == 1 {
				l.Type = p.typeOf(list.Part(0))
			}
			if v := at.Field("variable").Part(0); v.There() {
				p.Local(v.Text(), v, l)
			}
			p.walk(at.Field("body"), nil)
		},
		"pair":  func(p *walker, at tree.At, _ []tree.At) { p.walk(at.Field("value"), nil) },
		"alias": func(*walker, tree.At, []tree.At) {},
	},
}

// ofOwn reports whether what stands here is said to a type or module.
func (p *walker) ofOwn() bool { return p.Owner >= 0 && !p.inFunction() }

func rubyType(p *walker, at tree.At, k syntax.Kind, above []tree.At) {
	name := at.Field("name")
	t := thing{kind: k, name: name, body: at.Field("body")}
	if name.Is("scope_resolution") {
		t.of, t.title = cutName(p.spell(name))
		t.name = name.Field("name")
	}
	if super := at.Field("superclass"); super.There() {
		t.bases = append(t.bases, super.Part(0))
	}
	p.declareThing(at, t, above)
}

func rubyParams(_ *walker, list tree.At) []param {
	var out []param
	for c := range list.Parts() {
		q := param{name: c}
		if !c.Is("identifier") {
			q = param{name: c.Field("name"), value: c.Field("value")}
		}
		switch c.Kind() {
		case "splat_parameter", "hash_splat_parameter":
			q.rest = true
		case "keyword_parameter", "block_parameter": // all that have names are given as one, or none
			q.optional, q.rest = true, true
		}
		if q.name.There() {
			out = append(out, q)
		}
	}
	return out
}

func rubyMethod(p *walker, at tree.At, above []tree.At) {
	name := at.Field("name")
	t := thing{
		kind: syntax.Function, name: name, params: p.given(at.Field("parameters")),
		body: at.Field("body"), static: at.Is("singleton_method"), title: name.Text(),
	}
	if p.ofOwn() {
		t.kind = syntax.Method
	}
	last := last(t.body)
	if t.body.There() && !t.body.Is("body_statement") {
		last = t.body
	}
	if value := p.value(last); last.There() && !last.Is("assignment") && (!last.Is("identifier") || value == ":Self") {
		t.value = value
	}
	p.declareThing(at, t, above)
}

// rubyPath is what a call gives.
func rubyPath(p *walker, at tree.At) string {
	of, name := at.Field("receiver"), at.Field("method")
	switch {
	case name.Text() == "new" && !of.There():
		return ":Self"
	case name.Text() == "new" && of.Is("constant", "scope_resolution"):
		return newOf(p.spell(of))
	case name.Text() == "class" && of.Is("self"):
		return "Self"
	case of.There() && name.There():
		return p.path(of) + "." + name.Text() + "()"
	}
	return name.Text() + "()"
}

func rubySuper(p *walker, at tree.At, args int) {
	for s := p.Owner; s >= 0; s = p.File.Symbols[s].Owner {
		if p.File.Symbols[s].Kind == syntax.Method {
			p.Call("super."+p.File.Symbols[s].Name, at, args)
			return
		}
	}
}

// rubyCall is a call, or one of those that declare something.
func rubyCall(p *walker, at tree.At, above []tree.At) {
	of, name, list := at.Field("receiver"), at.Field("method"), at.Field("arguments")
	if !of.There() && rubyDeclares(p, at, name.Text(), list, above) {
		return
	}
	args := reading.Count(list)
	for a := range list.Parts() {
		if a.Is("splat_argument", "hash_splat_argument", "block_argument", "pair") {
			args = -1
		}
	}
	element := ""
	switch {
	case name.Is("super"):
		rubySuper(p, at, args)
	case name.Text() == "new" && !of.There():
		p.Add(syntax.Use{Kind: syntax.Calls, Path: "Self", Typed: true, Args: args}, name)
	case name.Text() == "new" && of.Is("constant", "scope_resolution"):
		p.Add(syntax.Use{Kind: syntax.Calls, Path: p.spell(of), Typed: true, Args: args}, p.lastName(of))
	case of.There():
		p.Call(p.path(of)+"."+name.Text(), name, args)
		p.walk(of, nil)
		if p.each[name.Text()] {
			element = p.value(of)
		}
	default:
		p.Call(name.Text(), name, args)
	}
	p.children(list)
	if block := at.Field("block"); block.There() {
		p.argument(block, element)
	}
}

// rubyDeclares reads the calls that declare something.
func rubyDeclares(p *walker, at tree.At, name string, list tree.At, above []tree.At) bool {
	text := list.First("string").First("string_content").Text()
	switch name {
	case "require", "require_relative":
		if text == "" {
			return false
		}
		if name == "require_relative" && !strings.HasPrefix(text, ".") {
			text = "./" + text
		}
		p.File.Imports = append(p.File.Imports, syntax.Import{Module: text, Line: at.Line()})
	case "include", "extend", "prepend":
		if !p.ofOwn() {
			return false
		}
		for c := range list.Parts() {
			if c.Is("constant", "scope_resolution") {
				class := &p.File.Symbols[p.Owner]
				class.Bases = append(class.Bases, syntax.Base{Type: p.spell(c), Line: c.Line()})
				p.UseType(p.spell(c), p.lastName(c))
			}
		}
	case "attr_reader", "attr_accessor", "attr_writer":
		for c := range list.Parts() {
			if c.Is("simple_symbol") && p.ofOwn() {
				word := strings.TrimPrefix(c.Text(), ":")
				p.Declare(c, c, syntax.Symbol{
					Name: word, Kind: syntax.Method, Exported: !p.hidden, Value: "@" + word,
					Doc: reading.DocAbove(above, at), Signature: name + " " + c.Text(),
				})
			}
		}
	case "private", "public", "module_function", "private_class_method", "protected":
		before := p.hidden
		p.hidden = name == "private" || name == "private_class_method"
		p.children(list)
		p.hidden = before
	case "alias_method", "private_constant", "define_method", "attr":
		return false
	default:
		return false
	}
	return true
}

// rubyAssign gives a name a value: a constant, a field of what lies around, or a
// local name.
func rubyAssign(p *walker, at tree.At, above []tree.At) {
	left, right := at.Field("left"), at.Field("right")
	switch left.Kind() {
	case "constant":
		if right.Is("call") && right.Field("receiver").Is("constant") {
			switch right.Field("receiver").Text() + "." + right.Field("method").Text() {
			case "Struct.new", "Class.new", "Data.define":
				p.declareThing(at, thing{kind: syntax.Class, name: left, body: right.Field("block")}, above)
				return
			}
		}
		if !p.inFunction() {
			p.variable(at, thing{kind: syntax.Constant, name: left}, right, above)
		}
		return
	case "identifier":
		p.walk(right, nil)
		p.bound(left, tree.At{}, p.path(right), at)
		return
	case "instance_variable", "class_variable":
		class := p.enclosing()
		p.walk(right, nil)
		owner, path := p.Owner, p.value(right)
		if p.Owner = class; class >= 0 && !p.fields[p.field(left.Text())] {
			p.fields[p.field(left.Text())] = true
			if right.Is("identifier") { // what it is given says no type
				path = ""
			}
			p.Declare(left, left, syntax.Symbol{Kind: syntax.Field, Value: path, Signature: p.Signature(at, tree.At{})})
		}
		p.Owner = owner
		return
	}
	p.walk(right, nil)
	if !left.Is("left_assignment_list") {
		p.walk(left, nil)
		return
	}
	for c := range left.Parts() {
		if c.Is("identifier") {
			p.Local(c.Text(), at, syntax.Local{})
		} else {
			p.walk(c, nil)
		}
	}
}
