// Package syntax says what the sources of a project say: what each declares,
// what it names, what it imports. These are the facts of one file alone, as its
// text has them; what a name means is decided elsewhere (codegraph), so that a
// file is read once and again only when it changes. It parses nothing itself.
//
// Two small notations carry what names and types say in every language alike.
//
// A path is an expression as far as it says whom it means: names with steps,
// as in "store.Get().rows[]". The steps are
//
//	.name  a member, or a part of a module or package
//	()     what calling it gives
//	[]     an element
//	{}     a new one of that type
//	#0     the first of several that a call gives, #1 the second
//	^      what waiting for it gives (await), or what is left once a failure went up (?)
//
// It begins with a name, with ? where nobody can say what the first thing is
// ("?.close" is the method of something), with : and a type, with = and the
// number of a symbol of the same file, or with ! and a name that no local one hides.
//
// A type is a name, perhaps with what it is made of: "Store", "sql.DB",
// "Map<string,Order>". Pointers, references and what may be absent are left away:
// they have the same members. "[]<T>" is a list of T or a map to it, "->T" a function
// that gives T, "(A,B)" several.
package syntax

import "slices"

// Kind is what a symbol is.
type Kind uint8

// The kinds.
const (
	Unkind Kind = iota // none
	Function
	Method
	Class
	Interface
	Struct
	Trait
	Impl
	Enum
	Constant
	Type
	Variable
	Field
	Module
	Macro
	Source // a file as a whole
)

var kinds = [...]string{
	"", "function", "method", "class", "interface", "struct", "trait", "impl", "enum", "constant",
	"type", "variable", "field", "module", "macro", "file",
}

// String is the kind's word in documents.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return ""
}

// KindOf is the kind of a word; Unkind for none.
func KindOf(word string) Kind { return Kind(max(slices.Index(kinds[:], word), 0)) }

// IsType reports whether a kind is one that values can be of.
func (k Kind) IsType() bool {
	switch k {
	case Class, Interface, Struct, Trait, Enum, Type:
		return true
	}
	return false
}

// File is what one source says.
type File struct {
	Path     string
	Language string
	Package  string // that it says it belongs to
	Lines    int
	Symbols  []Symbol // owners before what they own
	Locals   []Local
	Uses     []Use
	Imports  []Import
	Exports  []Export
	Problems []Problem // where the text fits no rule of its language
	Comments []Span    // in the order of the text
	Verbatim []Span    // texts of several lines, whose blanks count: strings, templates
	Cut      string    // why there is more in it than was read
}

// Nobody is the owner of what lies at the top of a file.
const Nobody = -1

// Symbol is one thing that a source declares.
type Symbol struct {
	Name      string
	Kind      Kind
	Owner     int    // the symbol that it lies in, by its place; Nobody for none
	Of        string // the type whose member it is, where that is not its owner
	Line      int    // from 1
	EndLine   int    // its last
	Start     int    // first byte
	End       int    // the byte after its last
	Signature string // on one line, without its body
	Doc       string // as its author wrote it, without comment marks
	Exported  bool   // other files, packages or modules may use it
	Static    bool   // a member of the type itself, not of its values
	Local     bool   // it holds within a part of the file alone: a Local names it
	Declared  bool   // C: said here, and written elsewhere
	Type      string // of its value; of a function: of what it gives
	Value     string // the path that its value comes from, where it says no type
	Bases     []Base
	Params    []Param
	Generics  []Param // what its types are made of: T, with the type that it must fit
}

// Arity is how many values a function takes, at least and at most; -1 for any
// number.
func (s *Symbol) Arity() (least, most int) {
	most = len(s.Params)
	for _, p := range s.Params {
		if p.Rest {
			return least, -1
		}
		if !p.Optional {
			least++
		}
	}
	return least, most
}

// Takes reports whether a symbol can be given so many values; -1 is not known.
func (s *Symbol) Takes(args int) bool {
	if s.Kind != Function && s.Kind != Method || args < 0 {
		return true
	}
	least, most := s.Arity()
	return args >= least && (most < 0 || args <= most)
}

// Base is a type whose members another has too: it extends, implements or embeds it.
type Base struct {
	Type string
	Line int
}

// Param is what a function is given.
type Param struct {
	Name     string
	Type     string
	Optional bool
	Rest     bool // it takes all that follow
}

// Local is a name that means something within a part of a file alone.
type Local struct {
	Name  string
	From  int // the bytes between which it does
	To    int
	Type  string
	Value string // the path that it comes from, where it says no type
}

// UseKind is how something is named.
type UseKind string

// The kinds of use.
const (
	Calls    UseKind = "calls"
	Inherits UseKind = "inherits"
	Uses     UseKind = "uses"
)

// Use is a place that names something.
type Use struct {
	Kind   UseKind
	Path   string // whom it means; without the step of the call
	Symbol int    // within which it stands; Nobody for the file
	Line   int
	At     int    // the byte at which the last name begins
	Typed  bool   // it stands where a type must
	Args   int    // how many values a call gives; -1 where that is not known
	Given  string // their paths with ; between, where types tell functions of one name apart
}

// Import is one name that a file gets from elsewhere.
type Import struct {
	Module   string // as the file writes it
	Name     string // of what it takes from there; "" for the module itself, "*" for all of it
	As       string // the name that it has here; "" for none
	Line     int
	From     int // the bytes between which it holds, where that is not the whole file
	To       int
	Exported bool // and hands it on
	Static   bool // Java: of the members of a class
	Lax      bool // the file can be loaded without it: it is of types alone, or tried
}

// Export is a name under which a file gives something to others, where it is not
// the name of its declaration.
type Export struct {
	Name string
	Path string // whom it means here
	Line int
}

// Span is a part of a file's bytes.
type Span struct {
	Start int
	End   int // the byte after its last
}

// Problem is a place that fits no rule of the language.
type Problem struct {
	Line int
	Text string
}
