package reader

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/tree"
)

// item notes what declares something; false for anything else.
func (x *rustReader) item(at tree.At, doc string, attributes []tree.At) bool {
	s := syntax.Symbol{Doc: doc, Exported: at.Has("visibility_modifier") || x.isOfTrait()}
	switch at.Kind() {
	case "use_declaration":
		x.uses("", at.Field("argument"), s.Exported)
	case "extern_crate_declaration":
		x.addImport(syntax.Import{Module: at.Field("name").Text(), As: at.Field("name").Text(), Exported: s.Exported}, at)
	case "mod_item":
		x.module(at, s, attributes)
	case "function_item", "function_signature_item":
		x.function(at, s)
	case "struct_item", "union_item":
		s.Kind = syntax.Struct
		x.typed(at, s, func() { x.fields(at.Field("body"), false) })
	case "enum_item":
		s.Kind = syntax.Enum
		x.typed(at, s, func() { x.variants(at) })
	case "trait_item":
		s.Kind = syntax.Trait
		s.Bases = x.bounds(at.Field("bounds"))
		x.typed(at, s, func() { x.children(at.Field("body")) })
	case "impl_item":
		x.impl(at, s)
	case "type_item", "associated_type":
		s.Kind, s.Type = syntax.Type, x.typeOf(at.Field("type"))
		for _, b := range x.bounds(at.Field("bounds")) {
			s.Type = b.Type
			break
		}
		x.typed(at, s, func() { x.walk(at.Field("type")) })
	case "const_item", "static_item":
		x.constant(at, s)
	case "macro_definition":
		s.Kind, s.Exported = syntax.Macro, len(attributes) > 0
		s.Name = at.Field("name").Text() + "!"
		s.Signature = "macro_rules! " + at.Field("name").Text()
		x.Declare(at, at.Field("name"), s)
	case "foreign_mod_item":
		x.children(at.Field("body"))
	default:
		return false
	}
	return true
}

// isOfTrait reports whether what is declared here is as visible as the trait whose
// item it is, or that it fills.
func (x *rustReader) isOfTrait() bool {
	if x.Owner < 0 || x.block.There() {
		return false
	}
	s := x.File.Symbols[x.Owner]
	return s.Exported && (s.Kind == syntax.Trait || s.Kind == syntax.Impl)
}

func (x *rustReader) addImport(i syntax.Import, at tree.At) {
	i.Line = at.Line()
	if x.block.There() {
		i.From, i.To = int(x.block.Node().Start), x.Scope.To
	} else if x.Owner != syntax.Nobody {
		s := x.File.Symbols[x.Owner]
		i.From, i.To = s.Start, s.End
	}
	x.File.Imports = append(x.File.Imports, i)
}

// uses takes the tree of a use declaration apart.
func (x *rustReader) uses(before string, at tree.At, exported bool) {
	join := func(p string) string {
		if before == "" {
			return p
		}
		return before + "." + p
	}
	add := func(path, as string) {
		i := syntax.Import{As: as, Exported: exported, Module: path}
		if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
			i.Module, i.Name = path[:dot], path[dot+1:]
		}
		x.addImport(i, at)
	}
	x.Within(func() {
		switch at.Kind() {
		case "identifier", "scoped_identifier", "crate", "super":
			path := join(x.path(at))
			add(path, path[strings.LastIndexByte(path, '.')+1:])
		case "self":
			add(before, before[strings.LastIndexByte(before, '.')+1:])
		case "use_as_clause":
			as := at.Field("alias").Text()
			if as == "_" {
				as = "-"
			}
			if of := at.Field("path"); of.Is("self") {
				add(before, as)
			} else {
				add(join(x.path(of)), as)
			}
		case "use_wildcard":
			path := before
			if at.Part(0).There() {
				path = join(x.path(at.Part(0)))
			}
			x.addImport(syntax.Import{Module: path, Name: "*", Exported: exported}, at)
		case "scoped_use_list":
			if of := at.Field("path"); of.There() {
				before = join(x.path(of))
			}
			for u := range at.Field("list").Parts() {
				x.uses(before, u, exported)
			}
		case "use_list":
			for u := range at.Parts() {
				x.uses(before, u, exported)
			}
		}
	})
}

// module is mod x; which lies in a file of its own, or mod x {…}.
func (x *rustReader) module(at tree.At, s syntax.Symbol, attributes []tree.At) {
	name, body := at.Field("name"), at.Field("body")
	if !body.There() {
		i := syntax.Import{Module: "mod " + name.Text(), As: name.Text(), Exported: s.Exported}
		for _, a := range attributes {
			if a.Part(0).Part(0).Text() == "path" {
				i.Module = "mod " + strings.Trim(a.Part(0).Field("value").Text(), `"`)
			}
		}
		x.addImport(i, at)
		return
	}
	s.Kind = syntax.Module
	symbol := x.Declare(at, name, s)
	block := x.block
	x.block = tree.At{}
	x.InSymbol(symbol, func() { x.InScope(at, func() { x.children(body) }) })
	x.block = block
}

func (x *rustReader) function(at tree.At, s syntax.Symbol) {
	s.Kind = syntax.Function
	if x.Owner >= 0 && !x.block.There() {
		switch x.File.Symbols[x.Owner].Kind {
		case syntax.Impl, syntax.Trait:
			s.Kind = syntax.Method
			s.Static = !isReceiver(at.Field("parameters").Part(0))
		}
	}
	s.Type = x.typeOf(at.Field("return_type"))
	s.Generics = x.generics(at)
	for p := range at.Field("parameters").Parts() {
		if p.Is("parameter") && !isReceiver(p) {
			s.Params = append(s.Params, syntax.Param{Name: p.Field("pattern").Text(), Type: x.typeOf(p.Field("type"))})
		}
	}
	s.Local = x.block.There()
	symbol := x.Declare(at, at.Field("name"), s)
	if s.Local {
		x.File.Locals = append(x.File.Locals, syntax.Local{
			Name: at.Field("name").Text(), From: int(x.block.Node().Start), To: x.Scope.To, Value: "=" + strconv.Itoa(symbol),
		})
	}
	x.InSymbol(symbol, func() {
		x.inBlock(at, func() {
			x.bounded(at)
			for p := range at.Field("parameters").Parts() {
				x.walk(p.Field("type"))
				x.bind(p.Field("pattern"), p, "", x.typeOf(p.Field("type")))
			}
			x.walk(at.Field("return_type"))
			x.children(at.Field("body"))
		})
	})
}

// isReceiver reports whether a parameter is the value whose method it is: self, or
// self: Box<Self>.
func isReceiver(p tree.At) bool { return p.Is("self_parameter") || p.Field("pattern").Is("self") }

// bounded walks what the letters of a declaration must fit.
func (x *rustReader) bounded(at tree.At) {
	for p := range at.Field("type_parameters").Parts() {
		x.walk(p.Field("bounds"))
	}
	for p := range at.First("where_clause").Parts() {
		x.walk(p.Field("bounds"))
	}
}

// generics are the letters of a declaration, with the trait that says most.
func (x *rustReader) generics(at tree.At) []syntax.Param {
	var out []syntax.Param
	for p := range at.Field("type_parameters").Parts() {
		one := syntax.Param{Name: p.Text()}
		switch p.Kind() {
		case "constrained_type_parameter":
			one.Name, one.Type = p.Field("left").Text(), x.telling(p.Field("bounds"))
		case "optional_type_parameter":
			one.Name = p.Field("name").Text()
		case "lifetime", "const_parameter":
			continue
		}
		if strings.HasPrefix(one.Name, "'") {
			continue
		}
		for w := range at.First("where_clause").Parts() {
			if one.Type == "" && w.Field("left").Text() == one.Name {
				one.Type = x.telling(w.Field("bounds"))
			}
		}
		out = append(out, one)
	}
	return out
}

// commonBounds are traits of the standard library whose members nobody calls by a letter's bound.
var commonBounds = map[string]bool{
	"Send": true, "Sync": true, "Sized": true, "Unpin": true, "Clone": true, "Copy": true,
	"Debug": true, "Default": true, "Eq": true, "PartialEq": true, "Hash": true, "Ord": true,
}

// telling is the first of a letter's bounds that says more than plain ones.
func (x *rustReader) telling(bounds tree.At) string {
	for _, b := range x.bounds(bounds) {
		if !commonBounds[b.Type] {
			return b.Type
		}
	}
	return ""
}

func (x *rustReader) bounds(at tree.At) []syntax.Base {
	var out []syntax.Base
	for b := range at.Parts() {
		if t := x.typeOf(b); t != "" && !b.Is("lifetime") {
			out = append(out, syntax.Base{Type: t, Line: b.Line()})
		}
	}
	return out
}

// typed declares a type, with what is in it.
func (x *rustReader) typed(at tree.At, s syntax.Symbol, inside func()) {
	s.Generics = x.generics(at)
	symbol := x.Declare(at, at.Field("name"), s)
	block := x.block
	x.block = tree.At{}
	x.InSymbol(symbol, func() {
		x.bounded(at)
		x.walk(at.Field("bounds"))
		inside()
	})
	x.block = block
}

// fields are those of a struct or a variant; of a variant all are as visible as it is.
func (x *rustReader) fields(body tree.At, exported bool) {
	var above []tree.At
	i, visible := 0, false
	for f := range body.Children() {
		switch {
		case f.Is("line_comment", "block_comment"):
			above = append(above, f)
		case f.Is("field_declaration"):
			x.Declare(f, f.Field("name"), syntax.Symbol{
				Kind: syntax.Field, Exported: exported || f.Has("visibility_modifier"), Doc: x.docOf(above, nil, f), Type: x.typeOf(f.Field("type")),
			})
			x.walk(f.Field("type"))
			above = nil
		case f.Is("visibility_modifier"):
			visible = true
		case f.FieldName() == "type":
			x.Declare(f, tree.At{}, syntax.Symbol{Name: strconv.Itoa(i), Kind: syntax.Field, Exported: exported || visible, Type: x.typeOf(f)})
			x.walk(f)
			i, visible = i+1, false
		}
	}
}

// variants are the constants of an enum; of one with values the name is a
// function that makes it.
func (x *rustReader) variants(at tree.At) {
	var above []tree.At
	exported, of := at.Has("visibility_modifier"), at.Field("name").Text()
	for v := range at.Field("body").Children() {
		switch v.Kind() {
		case "line_comment", "block_comment":
			above = append(above, v)
		case "enum_variant":
			s := syntax.Symbol{Kind: syntax.Constant, Exported: exported, Doc: x.docOf(above, nil, v), Type: of}
			if v.Field("body").Is("ordered_field_declaration_list") {
				s.Type = "->" + of
			}
			symbol := x.Declare(v, v.Field("name"), s)
			x.InSymbol(symbol, func() { x.fields(v.Field("body"), exported) })
			above = nil
		}
	}
}

func (x *rustReader) impl(at tree.At, s syntax.Symbol) {
	of, trait := at.Field("type"), at.Field("trait")
	s.Kind, s.Of, s.Generics = syntax.Impl, x.typeOf(of), x.generics(at)
	s.Name = s.Of
	if trait.There() {
		s.Name = x.typeOf(trait) + " for " + s.Of
		s.Bases = []syntax.Base{{Type: x.typeOf(trait), Line: trait.Line()}}
		s.Exported = true
	}
	symbol := x.Declare(at, of, s)
	block := x.block
	x.block = tree.At{}
	x.InSymbol(symbol, func() {
		x.bounded(at)
		x.walk(trait)
		x.walk(of)
		x.InScope(at, func() { x.children(at.Field("body")) })
	})
	x.block = block
}

func (x *rustReader) constant(at tree.At, s syntax.Symbol) {
	s.Kind = syntax.Constant
	if at.Has("mutable_specifier") {
		s.Kind = syntax.Variable
	}
	s.Type = x.typeOf(at.Field("type"))
	if x.block.There() {
		x.walk(at.Field("type"))
		x.walk(at.Field("value"))
		x.Local(at.Field("name").Text(), at, syntax.Local{Type: s.Type})
		return
	}
	s.Signature = strings.TrimSpace(strings.TrimSuffix(x.Signature(at, at.Field("value")), "="))
	symbol := x.Declare(at, at.Field("name"), s)
	x.InSymbol(symbol, func() { x.walk(at.Field("type")); x.walk(at.Field("value")) })
}
