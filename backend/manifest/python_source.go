package manifest

import "strings"

// PythonSource is what one Python file says at a glance: what it imports,
// what it calls and what it names. Nothing is run and nothing is followed.
type PythonSource struct {
	Names     map[string]string // local name to what it was imported as: "Flask" to "flask.Flask"
	Modules   []string          // modules imported, absolute ones as written, relative ones with their dots
	Stars     []string          // modules of which everything is imported
	Assigns   []PyAssign
	Functions []PyFunction // top-level functions and, with Class, classes
	Calls     []PyCall
	Main      int  // line of if __name__ == "__main__", 0 for none
	Loop      bool // a "while True" stands somewhere
}

// PyAssign is "target = value" outside classes.
type PyAssign struct {
	Target   string // dotted: "app", "self.app"
	Value    []PyToken
	Call     *PyCall // where the value is one call
	Line     int
	Function string // the top-level function it stands in, "" for none
}

// PyFunction is a top-level def or class.
type PyFunction struct {
	Name   string
	Params []string // names of the parameters
	Class  bool
	Bases  []string // of a class, resolved
	Line   int
	Async  bool
}

// PyCall is a call of a dotted name.
type PyCall struct {
	Name      string // as written: "app.run"
	Full      string // with imports resolved: "uvicorn.run"
	Args      []PyArg
	Line      int
	Function  string // the top-level function it stands in
	InMain    bool   // below if __name__ == "__main__"
	Decorator bool
}

// PyArg is one argument of a call.
type PyArg struct {
	Name   string // "" for a positional one
	Tokens []PyToken
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

// ParsePython reads a Python file. It never fails.
func ParsePython(content string) (PythonSource, error) {
	r := pyReader{src: PythonSource{Names: map[string]string{}}, mainIndent: -1}
	for _, line := range pyLines(content) {
		r.line(line)
	}
	return r.src, nil
}

// Resolve replaces the first part of a dotted name by what it was imported as.
func (s PythonSource) Resolve(name string) string {
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

// Imports reports whether the file imports a module or anything below it.
func (s PythonSource) Imports(module string) bool {
	for _, m := range s.Modules {
		if m == module || strings.HasPrefix(m, module+".") {
			return true
		}
	}
	return false
}

// Arg gives a keyword argument.
func (c PyCall) Arg(name string) (PyArg, bool) {
	for _, a := range c.Args {
		if a.Name == name {
			return a, true
		}
	}
	return PyArg{}, false
}

// Text gives the argument's string, where it is nothing but one.
func (a PyArg) Text() (string, bool) { return pyText(a.Tokens) }

// Strings gives every plain string in the argument, in order.
func (a PyArg) Strings() []string { return pyStrings(a.Tokens) }

func pyText(tokens []PyToken) (string, bool) {
	if len(tokens) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, t := range tokens {
		if t.Kind != PyString {
			return "", false
		}
		b.WriteString(t.Text)
	}
	return b.String(), true
}

func pyStrings(tokens []PyToken) []string {
	var out []string
	for _, t := range tokens {
		if t.Kind == PyString {
			out = append(out, t.Text)
		}
	}
	return out
}
