package plain

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// elixir by its documentation (hexdocs.pm/elixir/syntax-reference.html): all that
// it declares are calls.
var elixir = lexicon{
	comments: reading.SetOf("comment"),
	params:   elixirParams,
	nodes: map[string]node{
		"identifier": {role: named}, "alias": {role: dotted}, "string": {}, "integer": {role: fixed},
		"float": {role: fixed}, "atom": {role: fixed}, "boolean": {role: fixed}, "nil": {role: fixed},
		"do_block": {role: scoped}, "keyword": {role: skipped}, "quoted_content": {role: skipped},
	},
	paths: map[string]func(p *walker, at tree.At) string{
		"call": func(p *walker, at tree.At) string { return elixirCallee(p, at) + "()" },
		"identifier": func(p *walker, at tree.At) string {
			if at.Text() == "__MODULE__" {
				return p.module()
			}
			return at.Text()
		},
		"string": func(*walker, tree.At) string { return reading.Literal },
	},
	visits: map[string]func(p *walker, at tree.At, above []tree.At){
		"call": elixirCall,
		"unary_operator": func(p *walker, at tree.At, above []tree.At) {
			operand := at.Field("operand")
			if at.Field("operator").Text() == "@" {
				elixirAttribute(p, at, operand, above)
				return
			}
			if at.Field("operator").Text() == "&" && operand.Is("binary_operator") && operand.Field("operator").Text() == "/" { // &f/1
				of := operand.Field("left")
				path := p.path(of)
				if of.Is("call") {
					path = elixirCallee(p, of)
				}
				p.Use(syntax.Uses, path, of)
				return
			}
			p.children(at)
		},
		"binary_operator": func(p *walker, at tree.At, _ []tree.At) {
			left, right := at.Field("left"), at.Field("right")
			switch at.Field("operator").Text() {
			case "=":
				p.walk(right, nil)
				elixirBind(p, left, p.path(right), at)
			case "|>":
				p.walk(left, nil)
				if right.Is("call") {
					elixirCalls(p, right, 1)
				} else {
					p.walk(right, nil)
				}
			default:
				p.children(at)
			}
		},
		"stab_clause": func(p *walker, at tree.At, _ []tree.At) {
			p.InScope(at, func() {
				elixirBind(p, at.Field("left"), "", at.Part(0))
				p.walk(at.Field("right"), nil)
			})
		},
		"alias": func(p *walker, at tree.At, _ []tree.At) { p.Use(syntax.Uses, at.Text(), at) },
		"struct": func(p *walker, at tree.At, _ []tree.At) {
			switch a := at.Part(0); {
			case a.Is("alias"):
				p.UseType(a.Text(), a)
			case a.Text() == "__MODULE__":
				p.UseType(p.module(), a)
			}
		},
		"pair": func(p *walker, at tree.At, _ []tree.At) { p.walk(at.Field("value"), nil) },
	},
	spelled: func(text string) string { return text },
	doc:     func(p *walker, at tree.At) string { return elixirDoc(p, at) },
}

// module is the whole name of the module around.
func (p *walker) module() string {
	var names []string
	for s := p.enclosing(); s >= 0; s = p.File.Symbols[s].Owner {
		symbol := &p.File.Symbols[s]
		names = append(names, strings.Trim(symbol.Of+"."+symbol.Name, "."))
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// elixirWords are what Elixir itself has for what other languages have words for.
var elixirWords = reading.SetOf(`case cond if unless with for receive try quote unquote raise reraise throw fn super import alias require use defstruct defexception defdelegate
	defoverridable is_nil is_atom is_binary is_list is_map is_integer is_function is_tuple to_string inspect elem length hd tl spawn send self node exit apply put_in get_in update_in`)

func elixirCall(p *walker, at tree.At, above []tree.At) {
	target, list := at.Field("target"), at.First("arguments")
	if !target.Is("identifier") {
		elixirCalls(p, at, 0)
		return
	}
	first := list.Part(0)
	switch word := target.Text(); word {
	case "defmodule", "defprotocol":
		t := thing{kind: syntax.Module, name: first, body: at.First("do_block")}
		if word == "defprotocol" {
			t.kind = syntax.Interface
		}
		t.of, t.title = cutName(first.Text())
		p.declareThing(at, t, above)
	case "defimpl":
		t := thing{kind: syntax.Module, name: first, title: "for " + elixirKey(list, "for:").Text(), body: at.First("do_block")}
		if p.enclosing() >= 0 && !elixirKey(list, "for:").There() {
			t.title = "impl " + first.Text()
		}
		if symbol := p.declareThing(at, t, above); symbol >= 0 {
			p.File.Symbols[symbol].Bases = []syntax.Base{{Type: first.Text(), Line: first.Line()}}
		}
	case "def", "defp", "defmacro", "defmacrop", "defguard", "defguardp":
		elixirFunction(p, at, word, list, above)
	case "alias", "import", "require", "use":
		elixirImport(p, at, word, list)
	case "quote":
		p.children(at)
	default:
		elixirCalls(p, at, 0)
	}
}

// elixirKey is the value of a key of the last that a call is given.
func elixirKey(list tree.At, key string) tree.At {
	for pair := range list.First("keywords").Parts() {
		if strings.TrimSpace(pair.Field("key").Text()) == key {
			return pair.Field("value")
		}
	}
	return tree.At{}
}

func elixirParams(p *walker, list tree.At) []param {
	var out []param
	for c := range list.Parts() {
		q := param{name: c}
		if c.Is("binary_operator") && c.Field("operator").Text() == `\\` {
			q = param{name: c.Field("left"), value: c.Field("right")}
		}
		out = append(out, q)
	}
	return out
}

// elixirFunction is a function. The clauses of one stand together: they are one.
func elixirFunction(p *walker, at tree.At, word string, list tree.At, above []tree.At) {
	head := list.Part(0)
	if head.Is("binary_operator") && head.Field("operator").Text() == "when" {
		head = head.Field("left")
	}
	name, params := head, tree.At{}
	if head.Is("call") {
		name, params = head.Field("target"), head.First("arguments")
	}
	if !name.Is("identifier") {
		p.children(at)
		return
	}
	body := at.First("do_block")
	if !body.There() {
		body = elixirKey(list, "do:")
	}
	t := thing{kind: syntax.Function, name: name, hidden: strings.HasSuffix(word, "p"), body: body}
	if strings.HasPrefix(word, "defmacro") || strings.HasPrefix(word, "defguard") {
		t.kind = syntax.Macro
	}
	given := p.given(params)
	symbol := syntax.Nobody
	for i := len(p.File.Symbols) - 1; i >= 0; i-- {
		if s := &p.File.Symbols[i]; s.Owner == p.Owner {
			if s.Name == name.Text() && len(s.Params) == len(given) {
				symbol, s.EndLine, s.End = i, at.EndLine(), int(at.Node().End)
			}
			break
		}
	}
	if symbol == syntax.Nobody {
		s := syntax.Symbol{Kind: t.kind, Exported: !t.hidden, Doc: reading.DocAbove(above, at)}
		s.Signature = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(p.head(at, body), " do"), "do"), " ,")
		if s.Doc == "" {
			s.Doc = elixirDoc(p, at)
		}
		for _, q := range given {
			n := ""
			if q.name.Is("identifier") {
				n = q.name.Text()
			}
			s.Params = append(s.Params, syntax.Param{Name: n, Optional: q.value.There()})
		}
		symbol = p.Declare(at, name, s)
	}
	p.InSymbol(symbol, func() {
		p.InScope(at, func() {
			elixirBind(p, params, "", name)
			p.walk(body, nil)
		})
	})
}

// elixirBind makes the names of a pattern known.
func elixirBind(p *walker, at tree.At, path string, after tree.At) {
	if at.Is("identifier") {
		p.Local(at.Text(), after, syntax.Local{Value: told(path)})
		return
	}
	if at.Is("binary_operator") && at.Field("operator").Text() == `\\` {
		elixirBind(p, at.Field("left"), "", after)
		p.walk(at.Field("right"), nil)
		return
	}
	p.Within(func() {
		for c := range at.Parts() {
			switch c.Kind() {
			case "call", "unary_operator":
			case "struct":
				p.walk(c, nil)
			default:
				elixirBind(p, c, "", after)
			}
		}
	})
}

func elixirImport(p *walker, at tree.At, word string, list tree.At) {
	first := list.Part(0)
	add := func(path, as string) {
		module, name := cutName(path)
		switch word {
		case "alias":
			p.imports(at, module, name, as)
		case "import":
			p.imports(at, path, "*", "")
		default:
			p.imports(at, path, "", "")
		}
	}
	switch {
	case first.Is("dot"): // alias Shop.{Item, Price}
		for c := range first.Field("right").Parts() {
			_, as := cutName(c.Text())
			add(first.Field("left").Text()+"."+c.Text(), as)
		}
	case first.Is("alias"):
		_, as := cutName(first.Text())
		if other := elixirKey(list, "as:"); other.There() {
			as = other.Text()
		}
		add(first.Text(), as)
	}
}

// elixirAttribute is what a module says of itself with @.
func elixirAttribute(p *walker, at, of tree.At, above []tree.At) {
	name := of.Field("target").Text()
	value := of.First("arguments").Part(0)
	switch {
	case of.Is("identifier"):
		p.Use(syntax.Uses, "@"+of.Text(), of)
	case name == "behaviour":
		if p.Owner >= 0 && value.Is("alias") {
			s := &p.File.Symbols[p.Owner]
			s.Bases = append(s.Bases, syntax.Base{Type: value.Text(), Line: value.Line()})
			p.UseType(value.Text(), value)
		}
	case elixirSays[name]:
	case of.Is("call") && !p.inFunction() && !p.fields[p.field(name)]:
		p.fields[p.field(name)] = true
		symbol := p.Declare(at, of, syntax.Symbol{Name: "@" + name, Kind: syntax.Constant, Signature: p.Signature(at, tree.At{}), Doc: reading.DocAbove(above, at)})
		p.InSymbol(symbol, func() { p.walk(value, nil) })
	default:
		p.walk(value, nil)
	}
}

// elixirSays are attributes that say something of what stands below.
var elixirSays = reading.SetOf("doc moduledoc typedoc spec type typep opaque callback impl derive deprecated since dialyzer compile macrocallback enforce_keys external_resource before_compile after_compile on_load vsn")

// elixirDoc is what @doc says above a function, or @moduledoc in a module.
func elixirDoc(p *walker, at tree.At) string {
	text := func(attribute tree.At, name string) string {
		call := attribute.Field("operand")
		if attribute.Is("unary_operator") && call.Field("target").Text() == name {
			return strings.TrimSpace(call.First("arguments").First("string").First("quoted_content").Text())
		}
		return ""
	}
	if at.Field("target").Is("identifier") && strings.HasPrefix(at.Field("target").Text(), "defm") || at.Field("target").Text() == "defprotocol" {
		for c := range at.First("do_block").Parts() {
			if doc := text(c, "moduledoc"); doc != "" {
				return reading.Cut(doc, reading.MostDoc)
			}
		}
		if at.Field("target").Text() != "defmacro" {
			return ""
		}
	}
	return reading.Cut(p.docs[at.Index()], reading.MostDoc)
}

// elixirDocs finds what @doc says of the functions below it.
func elixirDocs(t *tree.Flat) map[int]string {
	out := map[int]string{}
	for i := range t.Nodes {
		block := t.Node(i)
		if !block.Is("do_block") {
			continue
		}
		doc := ""
		for c := range block.Parts() {
			operand := c.Field("operand")
			switch {
			case c.Is("unary_operator") && operand.Field("target").Text() == "doc":
				doc = strings.TrimSpace(operand.First("arguments").First("string").First("quoted_content").Text())
			case c.Is("unary_operator"):
			default:
				if doc != "" {
					out[c.Index()] = doc
				}
				doc = ""
			}
		}
	}
	return out
}

func readElixir(r *reading.Source) {
	p := &walker{Source: r, lexicon: &elixir, fields: map[string]bool{}, docs: elixirDocs(r.Tree)}
	p.children(r.Tree.Root())
}

// elixirCallee is whom a call means, without the step of the call.
func elixirCallee(p *walker, at tree.At) string {
	target := at.Field("target")
	if target.Is("dot") {
		right := target.Field("right")
		if !right.Is("identifier") {
			return "?"
		}
		return p.path(target.Field("left")) + "." + right.Text()
	}
	return p.path(target)
}

// elixirCalls is a call with so many values more than stand in its brackets.
func elixirCalls(p *walker, at tree.At, more int) {
	target, list := at.Field("target"), at.First("arguments")
	args := reading.Count(list) + more
	if at.Has("do_block") {
		args++
	}
	switch {
	case target.Is("dot"):
		right := target.Field("right")
		if path := elixirCallee(p, at); right.Is("identifier") {
			p.Call(path, right, args)
		}
		if left := target.Field("left"); !left.Is("alias") {
			p.walk(left, nil)
		} else {
			p.Use(syntax.Uses, left.Text(), left)
		}
	case target.Is("identifier"):
		if !elixirWords[target.Text()] {
			p.Call(target.Text(), target, args)
		}
	default:
		p.walk(target, nil)
	}
	p.InScope(at, func() {
		for c := range list.Parts() {
			if c.Is("binary_operator") && c.Field("operator").Text() == "<-" { // for x <- list, with {:ok, x} <- f()
				p.walk(c.Field("right"), nil)
				elixirBind(p, c.Field("left"), "", c)
				continue
			}
			p.walk(c, nil)
		}
		for c := range at.Parts() {
			if !c.Is("arguments") && c.Index() != target.Index() {
				p.walk(c, nil)
			}
		}
	})
}
