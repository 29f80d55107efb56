package reader

import (
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// wholeModule is the name under which a file gives one thing in place of all its
// names: module.exports = x, export = x.
const wholeModule = "="

// text is what a string says, as far as it holds no escapes.
func stringText(at tree.At) string {
	if !at.Is("string", "template_string") {
		return ""
	}
	return strings.Trim(at.Text(), "'\"`")
}

func (j *javascriptReader) addImport(i syntax.Import, at tree.At) {
	i.Line = at.Line()
	if j.block.There() {
		i.From, i.To = int(j.block.Node().Start), j.Scope.To
	}
	j.File.Imports = append(j.File.Imports, i)
}

func (j *javascriptReader) importStatement(at tree.At) {
	module := stringText(at.Field("source"))
	types := at.Has("type")
	if require := at.First("import_require_clause"); require.There() {
		j.addImport(syntax.Import{Module: stringText(require.Field("source")), As: require.Part(0).Text()}, at)
		return
	}
	clause := at.First("import_clause")
	if !clause.There() {
		j.addImport(syntax.Import{Module: module}, at)
	}
	for c := range clause.Parts() {
		switch c.Kind() {
		case "identifier":
			j.addImport(syntax.Import{Module: module, Name: "default", As: c.Text(), Lax: types}, c)
		case "namespace_import":
			j.addImport(syntax.Import{Module: module, As: c.Part(0).Text(), Lax: types}, c)
		case "named_imports":
			for s := range c.Parts() {
				name, as := specifier(s)
				j.addImport(syntax.Import{Module: module, Name: name, As: as, Lax: types || s.Has("type")}, s)
			}
		}
	}
}

// specifier is a name of an import or an export, and its name on the other side.
func specifier(at tree.At) (name, as string) {
	name = strings.Trim(at.Field("name").Text(), `'"`)
	if as = strings.Trim(at.Field("alias").Text(), `'"`); as == "" {
		as = name
	}
	return name, as
}

func (j *javascriptReader) export(name, path string, at tree.At) {
	if path != "" && path != "?" && path != reading.Literal {
		j.File.Exports = append(j.File.Exports, syntax.Export{Name: name, Path: path, Line: at.Line()})
	}
}

func (j *javascriptReader) exportStatement(at tree.At, above []tree.At) {
	first := len(j.File.Symbols)
	j.exported(at, above)
	if first < len(j.File.Symbols) && j.File.Symbols[first].Doc == "" && len(above) > 0 {
		j.File.Symbols[first].Doc = reading.DocAbove(above, at) // decorators stand between
	}
}

func (j *javascriptReader) exported(at tree.At, above []tree.At) {
	for d := range at.Parts() {
		if d.Is("decorator") {
			j.walk(d, nil)
		}
	}
	source := at.Field("source")
	module := stringText(source)
	clause := at.First("export_clause")
	switch {
	case clause.There():
		for s := range clause.Parts() {
			name, as := specifier(s)
			if source.There() {
				j.addImport(syntax.Import{Module: module, Name: name, As: as, Exported: true}, s)
				continue
			}
			j.export(as, name, s)
			j.Use(syntax.Uses, name, s.Field("name"))
		}
	case at.Has("namespace_export"):
		j.addImport(syntax.Import{Module: module, As: strings.Trim(at.First("namespace_export").Part(0).Text(), `'"`), Exported: true}, at)
	case source.There():
		j.addImport(syntax.Import{Module: module, Name: "*", Exported: true}, at)
	case at.Has("default"):
		j.exportDefault(at, above)
	case at.Has("="):
		j.export(wholeModule, j.path(at.Part(0)), at)
		j.export("default", j.path(at.Part(0)), at)
		j.walk(at.Part(0), nil)
	case at.Field("declaration").There():
		if d := at.Field("declaration"); !j.declaration(d, above, true) {
			j.walk(d, above)
		}
	}
}

func (j *javascriptReader) exportDefault(at tree.At, above []tree.At) {
	if d := at.Field("declaration"); d.Field("name").There() {
		j.export("default", d.Field("name").Text(), at)
		j.declaration(d, above, true)
		return
	}
	value := unwrapped(at.Field("value"))
	if !value.There() {
		value = at.Field("declaration")
	}
	if !j.named("default", value, syntax.Symbol{Doc: reading.DocAbove(above, at), Exported: true}, syntax.Constant) {
		j.export("default", j.path(value), at)
		j.walk(value, nil)
	}
}

// named declares a value that is a function, a class or an object under a name;
// false for any other.
func (j *javascriptReader) named(name string, value tree.At, s syntax.Symbol, kind syntax.Kind) bool {
	s.Name = name
	switch value.Kind() {
	case "arrow_function", "function_expression", "generator_function", "function_declaration", "generator_function_declaration":
		s.Kind = syntax.Function
		j.function(value, value, tree.At{}, s)
	case "class", "class_declaration":
		j.class(value, tree.At{}, s)
	case "object":
		s.Kind = kind
		s.Signature = name
		symbol := j.declareHere(value, tree.At{}, s)
		j.object(symbol, value)
	default:
		return false
	}
	return true
}

// importedIn is an import within an expression: require("x"), import("x"). It
// gets a name that nobody can write; see inline.
func (j *javascriptReader) importedIn(at, list tree.At) bool {
	module := stringText(list.Part(0))
	if module == "" || list.Part(1).There() && !list.Part(1).Is("object") {
		return false
	}
	j.addImport(syntax.Import{Module: module, As: inline(at)}, at)
	return true
}

// inline is the name of an import within an expression.
func inline(at tree.At) string { return "@" + strconv.Itoa(int(at.Node().Start)) }

// required is the import that a value is: require("x"), or a member of that, or
// await import("x").
func required(value tree.At) (module, name string, ok bool) {
	value = unwrapped(value)
	if value.Is("await_expression") {
		value = unwrapped(value.Part(0))
	} else if value.Is("member_expression") {
		name = value.Field("property").Text()
		value = unwrapped(value.Field("object"))
	}
	f := value.Field("function")
	if !value.Is("call_expression") || !f.Is("import") && f.Text() != "require" {
		return "", "", false
	}
	module = stringText(value.Field("arguments").Part(0))
	return module, name, module != ""
}

// requires notes a declaration of names that an import gives; false where it is
// none.
func (j *javascriptReader) requires(at tree.At) bool {
	module, member, ok := required(at.Field("value"))
	name := at.Field("name")
	switch {
	case !ok:
		return false
	case name.Is("identifier"):
		j.addImport(syntax.Import{Module: module, Name: member, As: name.Text()}, at)
		return true
	case !name.Is("object_pattern") || member != "":
		return false
	}
	for p := range name.Parts() {
		if !p.Is("shorthand_property_identifier_pattern") && !(p.Is("pair_pattern") && p.Field("value").Is("identifier")) {
			return false
		}
	}
	for p := range name.Parts() {
		i := syntax.Import{Module: module, Name: p.Text(), As: p.Text()}
		if p.Is("pair_pattern") {
			i.Name, i.As = p.Field("key").Text(), p.Field("value").Text()
		}
		j.addImport(i, p)
	}
	return true
}

// commonExport notes what a file of CommonJS gives to others
// (nodejs.org/api/modules.html): module.exports = …, exports.x = ….
func (j *javascriptReader) commonExport(at tree.At) bool {
	left, value := at.Field("left"), unwrapped(at.Field("right"))
	if j.block.There() || !left.Is("member_expression") {
		return false
	}
	object, property := left.Field("object").Text(), left.Field("property").Text()
	for value.Is("assignment_expression") { // module.exports = exports = …
		value = unwrapped(value.Field("right"))
	}
	switch {
	case object == "module" && property == "exports":
		j.wholeExport(at, value)
	case object == "exports", object == "module.exports":
		if !j.named(property, value, syntax.Symbol{Exported: true}, syntax.Constant) {
			j.export(property, j.path(value), at)
			j.walk(value, nil)
		}
	default:
		return false
	}
	return true
}

// wholeExport is module.exports = ….
func (j *javascriptReader) wholeExport(at, value tree.At) {
	switch {
	case value.Is("object"):
		for m := range value.Parts() {
			name, v := propertyName(m.Field("key")), unwrapped(m.Field("value"))
			switch {
			case m.Is("shorthand_property_identifier"):
				j.export(m.Text(), m.Text(), m)
				j.walk(m, nil)
			case m.Is("method_definition"):
				j.function(m, m, m.Field("name"), syntax.Symbol{Kind: syntax.Function, Exported: true})
			case m.Is("pair") && name != "":
				if !j.named(name, v, syntax.Symbol{Exported: true}, syntax.Constant) {
					j.export(name, j.path(v), m)
					j.walk(v, nil)
				}
			default:
				j.walk(m, nil)
			}
		}
	default:
		name := value.Field("name").Text()
		if name == "" {
			name = "default"
		}
		path := name
		if !j.named(name, value, syntax.Symbol{Exported: true}, syntax.Constant) {
			path = j.path(value)
			j.walk(value, nil)
		}
		j.export(wholeModule, path, at)
		j.export("default", path, at)
	}
}
