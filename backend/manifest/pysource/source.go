package pysource

import (
	"maps"
	"slices"
	"strings"
)

// Source is what one Python file says at a glance: what it imports,
// what it calls and what it names. Nothing is run and nothing is followed.
type Source struct {
	Names     map[string]string // local name to what it was imported as: "Flask" to "flask.Flask"
	Modules   []string          // modules imported, absolute ones as written, relative ones with their dots
	Stars     []string          // modules of which everything is imported
	Assigns   []Assign
	Functions []Function // top-level functions and, with Class, classes
	Calls     []Call
	Main      int  // line of if __name__ == "__main__", 0 for none
	Loop      bool // a "while True" stands somewhere
}

// Assign is "target = value" outside classes.
type Assign struct {
	Target   string // dotted: "app", "self.app"
	Value    []Token
	Call     *Call // where the value is one call
	Line     int
	Function string // the top-level function it stands in, "" for none
}

// Function is a top-level def or class.
type Function struct {
	Name   string
	Params []string // names of the parameters
	Class  bool
	Bases  []string // of a class, resolved
	Line   int
	Async  bool
}

// Call is a call of a dotted name.
type Call struct {
	Name      string // as written: "app.run"
	Full      string // with imports resolved: "uvicorn.run"
	Args      []Arg
	Line      int
	Function  string // the top-level function it stands in
	InMain    bool   // below if __name__ == "__main__"
	Decorator bool
}

// Arg is one argument of a call.
type Arg struct {
	Name   string // "" for a positional one
	Tokens []Token
}

// Bounds on what is read of one file: enough for real sources, too little for
// a hostile one to cost anything.
const (
	mostPyCalls     = 4000
	mostPyFacts     = 3000 // imports, assignments, functions: of each so many
	mostPyDots      = 20   // parts of a dotted name
	mostPyTargets   = 8    // of one assignment
	mostPyArgTokens = 2000
	mostPyTokens    = 100_000 // of all arguments together
)

// Parse reads a Python file. It never fails.
func Parse(content string) (Source, error) {
	r := reader{src: Source{Names: map[string]string{}}, mainIndent: -1}
	for _, line := range Lines(content) {
		r.line(line)
	}
	return r.src, nil
}

// Resolve replaces the first part of a dotted name by what it was imported as.
func (s Source) Resolve(name string) string {
	head, rest, dotted := strings.Cut(name, ".")
	full, ok := s.Names[head]
	switch {
	case !ok:
		return name
	case dotted:
		return full + "." + rest
	}
	return full
}

// With is the source as it is where more names are known: those that it takes
// over by importing everything of a module, by what each was imported as. What it
// imports by name or defines itself keeps its meaning.
func (s Source) With(names map[string]string) Source {
	more := maps.Clone(names)
	for _, f := range s.Functions {
		delete(more, f.Name)
	}
	for _, a := range s.Assigns {
		delete(more, a.Target)
	}
	maps.Copy(more, s.Names)
	s.Names, names = more, s.Names
	resolve := func(full, written string) string {
		if head, _, _ := strings.Cut(written, "."); names[head] == "" {
			return s.Resolve(written)
		}
		return full
	}
	s.Functions, s.Assigns, s.Calls = slices.Clone(s.Functions), slices.Clone(s.Assigns), slices.Clone(s.Calls)
	for i := range s.Functions {
		bases := slices.Clone(s.Functions[i].Bases)
		for n, base := range bases {
			bases[n] = resolve(base, base)
		}
		s.Functions[i].Bases = bases
	}
	for i := range s.Assigns {
		if made := s.Assigns[i].Call; made != nil {
			call := *made
			call.Full = resolve(call.Full, call.Name)
			s.Assigns[i].Call = &call
		}
	}
	for i, c := range s.Calls {
		s.Calls[i].Full = resolve(c.Full, c.Name)
	}
	return s
}

// Imports reports whether the file imports a module or anything below it.
func (s Source) Imports(module string) bool {
	for _, m := range s.Modules {
		if m == module || strings.HasPrefix(m, module+".") {
			return true
		}
	}
	return false
}

// Arg gives a keyword argument.
func (c Call) Arg(name string) (Arg, bool) {
	for _, a := range c.Args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}

// Text gives the argument's string, where it is nothing but one.
func (a Arg) Text() (string, bool) { return Text(a.Tokens) }

// Strings gives every plain string in the argument, in order.
func (a Arg) Strings() []string { return Strings(a.Tokens) }

// Text joins string literals that stand side by side; ok is false where there
// is anything else.
func Text(tokens []Token) (string, bool) {
	if len(tokens) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, t := range tokens {
		if t.Kind != String {
			return "", false
		}
		b.WriteString(t.Text)
	}
	return b.String(), true
}

// Strings lists the string literals among the tokens.
func Strings(tokens []Token) []string {
	var out []string
	for _, t := range tokens {
		if t.Kind == String {
			out = append(out, t.Text)
		}
	}
	return out
}

// Literal follows a bare name to the literal a top-level assignment gave it.
func (s Source) Literal(tokens []Token) []Token {
	if len(tokens) != 1 || tokens[0].Kind != Name {
		return tokens
	}
	for _, a := range slices.Backward(s.Assigns) {
		if a.Target == tokens[0].Text && a.Function == "" {
			return a.Value
		}
	}
	return tokens
}
