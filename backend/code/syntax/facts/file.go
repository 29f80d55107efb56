// Package facts keeps what sources say in little memory. What others see of a
// source (package syntax: what it declares, imports and gives) is at hand; all that it
// says is packed, and unpacked by need. The packed form is that of a shelf and of the
// processes that read sources, too. It knows neither.
package facts

import (
	"aipack/backend/code/syntax"
)

// File is what one source says. It never changes once made.
type File struct {
	Path     string
	Language string
	Package  string
	Lines    int
	Symbols  []Symbol
	Imports  []syntax.Import
	Exports  []syntax.Export
	Problems []syntax.Problem
	Cut      string
	Uses     int // how many there are: All has them

	packed []byte
}

// Symbol is what others see of one thing that a source declares; see syntax.Symbol.
type Symbol struct {
	Name string
	Type string
	more *more

	Owner, Line, EndLine, Start, End int32

	params   uint8
	rest     uint8 // the parameter that takes all that follow; params for none
	least    uint8 // values that it takes
	most     int16 // -1 for any number
	Kind     syntax.Kind
	Exported bool
	Static   bool
	Local    bool
	Declared bool
	HasDoc   bool // its author says something of it
}

// more is what few symbols have.
type more struct {
	of, value string
	bases     []syntax.Base
	generics  []syntax.Param
	types     []string // of its parameters, where one of them says one
}

// Of is the type whose member it is, where that is not its owner.
func (s *Symbol) Of() string {
	if s.more == nil {
		return ""
	}
	return s.more.of
}

// Value is the path that its value comes from, where it says no type.
func (s *Symbol) Value() string {
	if s.more == nil {
		return ""
	}
	return s.more.value
}

// Bases are the types whose members it has, too.
func (s *Symbol) Bases() []syntax.Base {
	if s.more == nil {
		return nil
	}
	return s.more.bases
}

// Generics are what its types are made of.
func (s *Symbol) Generics() []syntax.Param {
	if s.more == nil {
		return nil
	}
	return s.more.generics
}

// Params is how many parameters it has.
func (s *Symbol) Params() int { return int(s.params) }

// ParamType is what one of its parameters must be; "" where it does not say.
func (s *Symbol) ParamType(i int) string {
	if s.more == nil || i >= len(s.more.types) {
		return ""
	}
	return s.more.types[i]
}

// ParamRest reports whether one of its parameters is the first that takes all that
// follow.
func (s *Symbol) ParamRest(i int) bool { return i == int(s.rest) }

// Arity is how many values a function takes, at least and at most; -1 for any
// number.
func (s *Symbol) Arity() (least, most int) { return int(s.least), int(s.most) }

// Takes reports whether a symbol can be given so many values; -1 is not known.
func (s *Symbol) Takes(args int) bool {
	if s.Kind != syntax.Function && s.Kind != syntax.Method || args < 0 {
		return true
	}
	return args >= int(s.least) && (s.most < 0 || args <= int(s.most))
}

// Size is about how many bytes of memory a file takes.
func (f *File) Size() int { return len(f.packed) + 100*len(f.Symbols) + 100*len(f.Imports) + 300 }

// Packed is all that a source says, for Open.
func (f *File) Packed() []byte { return f.packed }

// Of keeps what a source says.
func Of(f *syntax.File) *File {
	out, err := Open(Pack(f))
	if err != nil { // it is ours from one line above
		return &File{Path: f.Path, Language: f.Language, Cut: err.Error()}
	}
	return out
}
