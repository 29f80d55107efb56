package reader

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// matched is one case of a match, with the names that it gives
// (docs.python.org/3/reference/compound_stmts.html#patterns).
func (p *pythonReader) matched(at tree.At) {
	for part := range at.Parts() {
		if part.Is("case_pattern") {
			p.pattern(part, "?", part)
		} else {
			p.walk(part)
		}
	}
}

// pattern binds the names of a pattern to parts of what a path leads to; what else it
// names it uses.
func (p *pythonReader) pattern(at tree.At, path string, after tree.At) {
	p.Within(func() {
		switch at.Kind() {
		case "case_pattern":
			p.pattern(at.Part(0), path, after)
		case "dotted_name":
			if reading.Count(at) == 1 {
				p.bind(at.Part(0), path, after)
			} else {
				p.valued(at)
			}
		case "as_pattern":
			class := at.Part(0)
			for class.Is("case_pattern") {
				class = class.Part(0)
			}
			p.pattern(class, path, after)
			if class.Is("class_pattern") {
				path = dotted(class.Part(0)) + "{}"
			}
			p.bind(at.Part(1), path, after)
		case "class_pattern":
			p.classPattern(at, after)
		case "splat_pattern":
			p.bind(at.Part(0), "?", after)
		case "list_pattern", "tuple_pattern", "union_pattern", "dict_pattern":
			for part := range at.Parts() {
				p.pattern(part, "?", after)
			}
		default:
			p.walk(at)
		}
	})
}

// classPattern is Class(x, name=y): y is an attribute of a value of the class.
func (p *pythonReader) classPattern(at, after tree.At) {
	class := at.Part(0)
	p.valued(class)
	for part := range at.Parts() {
		switch named := part.Part(0); {
		case part.Index() == class.Index():
		case named.Is("keyword_pattern"):
			p.pattern(named.Part(1), dotted(class)+"{}."+named.Part(0).Text(), after)
		default:
			p.pattern(part, "?", after)
		}
	}
}

// valued is a name that stands in a pattern for what it means elsewhere.
func (p *pythonReader) valued(at tree.At) {
	last := at
	for part := range at.Parts() {
		last = part
	}
	p.Use(syntax.Uses, dotted(at), last)
}

// dotted is a name with dots, as a path.
func dotted(at tree.At) string { return strings.Join(strings.Fields(at.Text()), "") }
