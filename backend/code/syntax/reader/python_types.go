package reader

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// pythonLists are the types of typing and collections that hold one kind of
// thing, or several keys and values; pythonSame are those that have the members
// of what they are made of.
var (
	pythonLists = reading.SetOf(`list List set Set frozenset FrozenSet Sequence MutableSequence Iterable Iterator Collection deque Deque Generator
		AsyncIterator AsyncGenerator AsyncIterable AbstractSet MutableSet KeysView ValuesView`)
	pythonMaps = reading.SetOf("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict")
	pythonSame = reading.SetOf("Optional Annotated ClassVar Final Required NotRequired ReadOnly InitVar Awaitable Mapped Union TypeGuard")
	// pythonThrough are functions that give what they are given, as far as its
	// elements count.
	pythonThrough = reading.SetOf("list set tuple sorted reversed iter frozenset copy deepcopy")
)

func (p *pythonReader) typeOf(at tree.At) string {
	if reading.Endless(at) {
		return ""
	}
	return pythonType(at.Text())
}

// typed is what an annotation says of a name: a type, or for type[X] the class X
// itself.
func (p *pythonReader) typed(at tree.At) syntax.Local {
	t := p.typeOf(at)
	for _, head := range []string{"type<", "Type<", "typing.Type<"} {
		if rest, ok := strings.CutPrefix(t, head); ok {
			return syntax.Local{Value: strings.TrimSuffix(rest, ">")}
		}
	}
	return syntax.Local{Type: t}
}

// pythonType is an annotation in the notation of package syntax; "" where it has
// no name.
func pythonType(text string) string {
	if len(text) > reading.MostPath {
		return ""
	}
	a := annotation{rest: text}
	return a.either()
}

// annotation is a type while it is read. Quotes do not count: what is quoted is
// a type as well.
type annotation struct{ rest string }

func (a *annotation) space() { a.rest = strings.TrimLeft(a.rest, " \t\r\n\"'\\") }

// either is the first of several that is something: X of "None | X".
func (a *annotation) either() string {
	out := a.one()
	for a.space(); strings.HasPrefix(a.rest, "|"); a.space() {
		a.rest = a.rest[1:]
		if next := a.one(); out == "" {
			out = next
		}
	}
	return out
}

func (a *annotation) name() string {
	a.space()
	end := 0
	for end < len(a.rest) && (a.rest[end] == '_' || a.rest[end] == '.' || a.rest[end] >= 0x80 || isAlphanumeric(a.rest[end])) {
		end++
	}
	name := a.rest[:end]
	a.rest = a.rest[end:]
	return strings.Trim(name, ".")
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// one is a name, perhaps with what it is made of. A list in brackets is what a
// Callable takes.
func (a *annotation) one() string {
	name := a.name()
	if name == "" && !strings.HasPrefix(a.rest, "[") {
		return ""
	}
	a.space()
	var args []string
	open := false
	if strings.HasPrefix(a.rest, "[") {
		open = true
		a.rest = a.rest[1:]
		for {
			args = append(args, a.either())
			a.space()
			if !strings.HasPrefix(a.rest, ",") {
				break
			}
			a.rest = a.rest[1:]
			if a.space(); strings.HasPrefix(a.rest, "...") {
				a.rest = a.rest[3:]
				args = append(args, "...")
				a.space()
				break
			}
		}
		for a.rest != "" && a.rest[0] != ']' { // what no type is made of
			a.rest = a.rest[1:]
		}
		a.rest = strings.TrimPrefix(a.rest, "]")
	}
	return combine(name, args, open)
}

// combine is a name with what it is made of, in the notation.
func combine(name string, args []string, open bool) string {
	if !open {
		if name == "None" {
			return ""
		}
		return name
	}
	last := args[len(args)-1]
	switch short := lastName(name); {
	case name == "":
		return ""
	case pythonSame[short]:
		for _, arg := range args {
			if arg != "" {
				return arg
			}
		}
		return ""
	case short == "Coroutine":
		return last
	case short == "Callable":
		return "->" + last
	case pythonLists[short]:
		return "[]<" + args[0] + ">"
	case pythonMaps[short]:
		return "[]<" + strings.Join(args, ",") + ">"
	case short == "tuple" || short == "Tuple":
		if last == "..." {
			return "[]<" + args[0] + ">"
		}
		return "(" + strings.Join(args, ",") + ")"
	case short == "Literal":
		return "str"
	}
	return name + "<" + strings.Join(args, ",") + ">"
}

// typeNames are the names in an annotation.
func typeNames(text string) []string {
	if len(text) > reading.MostPath {
		return nil
	}
	var out []string
	a := annotation{rest: text}
	for a.rest != "" {
		name := a.name()
		if name == "" {
			if a.rest != "" {
				a.rest = a.rest[1:]
			}
			continue
		}
		if name == "Literal" {
			return out
		}
		if name[0] > '9' && name != "None" {
			out = append(out, name)
		}
	}
	return out
}

// path is an expression in the notation of package syntax.
func (p *pythonReader) path(at tree.At) string {
	out := "?"
	p.Within(func() { out = p.pathOf(at) })
	if len(out) > reading.MostPath {
		return "?"
	}
	return out
}

func (p *pythonReader) pathOf(at tree.At) string {
	switch at.Kind() {
	case "identifier":
		return at.Text()
	case "attribute":
		object := unwrapped(at.Field("object"))
		if isSuper(object) {
			return "super." + at.Field("attribute").Text()
		}
		return p.path(object) + "." + at.Field("attribute").Text()
	case "call":
		f, first := unwrapped(at.Field("function")), at.Field("arguments").Part(0)
		if f.Is("identifier") && !p.IsLocal(f.Text()) {
			switch name := f.Text(); {
			case name == "cast":
				return ":" + p.typeOf(first)
			case name == "next":
				return p.path(first) + "[]"
			case pythonThrough[name] && first.There():
				return p.path(first)
			case name == "type" && reading.Count(at.Field("arguments")) == 1 && p.path(first) == "self":
				return "Self"
			}
		}
		return p.path(f) + "()"
	case "subscript":
		if at.Field("subscript").Is("slice") {
			return p.path(at.Field("value"))
		}
		return p.path(at.Field("value")) + "[]"
	case "parenthesized_expression", "expression_list":
		if reading.Count(at) == 1 {
			return p.path(at.Part(0))
		}
	case "await", "keyword_argument", "as_pattern":
		return p.path(at.Part(0)) // nobody calls what has not been awaited
	case "named_expression", "conditional_expression", "boolean_operator":
		return p.choice(at)
	case "list", "set":
		if first := p.path(at.Part(0)); strings.HasSuffix(first, "()") && isTold(first) {
			return "?"
		}
		return reading.Literal
	case "string", "concatenated_string", "integer", "float", "true", "false", "none", "comparison_operator", "not_operator", "dictionary", "tuple", "ellipsis", "":
		return reading.Literal
	}
	return "?"
}

// choice is one of several values: the first that says whom it means.
func (p *pythonReader) choice(at tree.At) string {
	a, b := at.Part(0), at.Part(1)
	switch at.Kind() {
	case "named_expression":
		return p.path(at.Field("value"))
	case "conditional_expression":
		b = at.Part(2)
	case "boolean_operator":
		if at.Has("and") {
			return p.path(b)
		}
	}
	if first := p.path(a); isTold(first) {
		return first
	}
	return p.path(b)
}
