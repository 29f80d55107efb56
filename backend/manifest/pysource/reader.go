// Package pysource reads Python source without running it: imports, calls with
// their arguments, assignments, functions. It follows no import and knows no
// framework. Its tokens serve languages whose lines are made alike, such as R.
package pysource

import "strings"

// reader reads logical lines one by one and remembers where it stands.
type reader struct {
	src        Source
	function   string // top-level function around, "" for none
	class      bool   // in a top-level class
	spent      int    // tokens of arguments read so far
	mainIndent int    // of "if __name__ ==" while below it, else -1
}

func (r *reader) line(l Line) {
	t := l.Tokens
	if len(t) == 0 {
		return
	}
	if l.Indent == 0 {
		r.function, r.class = "", false
	}
	if r.mainIndent >= 0 && l.Indent <= r.mainIndent {
		r.mainIndent = -1
	}
	switch first := t[0]; {
	case first.Is("import"):
		r.imports(t[1:])
		return
	case first.Is("from"):
		r.fromImport(t[1:])
		return
	case first.Is("def"), first.Is("class"), first.Is("async") && len(t) > 1 && t[1].Is("def"):
		r.define(l)
	case first.Is("if") && len(t) > 3 && (t[1].Is("__name__") || t[1].Text == "__main__"):
		r.src.Main, r.mainIndent = first.Line, l.Indent
	case first.Is("while") && len(t) > 1 && (t[1].Is("True") || t[1].Text == "1"):
		r.src.Loop = true
	case first.Kind == Name && !r.class:
		r.assign(t)
	}
	r.calls(t)
}

// Is reports whether the token is that name.
func (t Token) Is(name string) bool { return t.Kind == Name && t.Text == name }

// Op reports whether the token is that operator.
func (t Token) Op(c string) bool { return t.Kind == Op && t.Text == c }

// dotted reads "a.b.c" from the start of tokens and says how many it took.
func dotted(t []Token) (string, int) {
	if len(t) == 0 || t[0].Kind != Name {
		return "", 0
	}
	name, n := t[0].Text, 1
	for n+1 < len(t) && t[n].Op(".") && t[n+1].Kind == Name {
		if n < mostPyDots {
			name += "." + t[n+1].Text
		}
		n += 2
	}
	return name, n
}

// imports reads "a.b as c, d".
func (r *reader) imports(t []Token) {
	for len(t) > 0 {
		module, n := dotted(t)
		if n == 0 {
			return
		}
		t = t[n:]
		if len(r.src.Modules) >= mostPyFacts {
			return
		}
		r.src.Modules = append(r.src.Modules, module)
		if len(t) > 1 && t[0].Is("as") {
			r.src.Names[t[1].Text] = module
			t = t[2:]
		} else {
			head, _, _ := strings.Cut(module, ".")
			r.src.Names[head] = head
		}
		if len(t) == 0 || !t[0].Op(",") {
			return
		}
		t = t[1:]
	}
}

// fromImport reads "..a.b import (c as d, e)".
func (r *reader) fromImport(t []Token) {
	dots := 0
	for dots < len(t) && t[dots].Op(".") {
		dots++
	}
	module := strings.Repeat(".", dots)
	t = t[dots:]
	name, n := dotted(t)
	if len(t) > 0 && t[0].Is("import") {
		name, n = "", 0
	}
	module, t = module+name, t[n:]
	if len(t) == 0 || !t[0].Is("import") || len(r.src.Modules) >= mostPyFacts {
		return
	}
	r.src.Modules = append(r.src.Modules, module)
	prefix := module
	if !strings.HasSuffix(prefix, ".") {
		prefix += "."
	}
	for t = t[1:]; len(t) > 0; t = t[1:] {
		if t[0].Op("*") {
			r.src.Stars = append(r.src.Stars, module)
		}
		if t[0].Kind != Name || len(r.src.Names) >= mostPyFacts {
			continue
		}
		local := t[0].Text
		if len(t) > 2 && t[1].Is("as") {
			r.src.Names[t[2].Text] = prefix + local
			t = t[2:]
			continue
		}
		r.src.Names[local] = prefix + local
	}
}

func (r *reader) define(l Line) {
	t := l.Tokens
	if l.Indent > 0 || len(r.src.Functions) >= mostPyFacts {
		return
	}
	f := Function{Line: t[0].Line, Class: t[0].Is("class"), Async: t[0].Is("async")}
	if f.Async {
		t = t[1:]
	}
	if len(t) < 2 {
		return
	}
	f.Name = t[1].Text
	if len(t) > 2 && t[2].Op("(") {
		for _, a := range Args(t[3:]) {
			switch {
			case len(a.Tokens) == 0:
			case f.Class && a.Name == "":
				if base, n := dotted(a.Tokens); n > 0 {
					f.Bases = append(f.Bases, r.src.Resolve(base))
				}
			case a.Name != "":
				f.Params = append(f.Params, a.Name)
			case a.Tokens[0].Kind == Name:
				f.Params = append(f.Params, a.Tokens[0].Text)
			}
		}
	}
	r.src.Functions = append(r.src.Functions, f)
	r.class = f.Class
	if !f.Class {
		r.function = f.Name
	}
}

// assign reads "a = value", "a: T = value" and "a = b = value"; of "a, b =
// value" it takes the first target.
func (r *reader) assign(t []Token) {
	var targets []string
	value := t
	for len(targets) < mostPyTargets {
		target, n := dotted(value)
		rest := value[n:]
		for n > 0 && len(rest) > 2 && rest[0].Op(",") && rest[1].Kind == Name {
			_, m := dotted(rest[1:])
			rest = rest[1+m:]
		}
		if len(targets) == 0 && len(rest) > 1 && rest[0].Op(":") {
			for len(rest) > 0 && !rest[0].Op("=") {
				rest = rest[1:]
			}
		}
		if n == 0 || len(rest) < 2 || !rest[0].Op("=") || rest[1].Op("=") {
			break
		}
		targets = append(targets, target)
		value = rest[1:]
	}
	if len(targets) == 0 || len(r.src.Assigns) >= mostPyFacts {
		return
	}
	a := Assign{Value: value[:min(len(value), mostPyArgTokens)], Line: t[0].Line, Function: r.function}
	if value[0].Is("await") {
		value = value[1:]
	}
	if name, m := dotted(value); m > 0 && m < len(value) && value[m].Op("(") {
		a.Call = &Call{
			Name: name, Full: r.src.Resolve(name), Args: r.args(value[m+1:]), Line: t[0].Line,
			Function: r.function, InMain: r.mainIndent >= 0,
		}
	}
	for _, target := range targets {
		a.Target = target
		r.src.Assigns = append(r.src.Assigns, a)
	}
}

// args reads the arguments of a call, as long as the file's budget lasts:
// calls within calls are read once for each call around them.
func (r *reader) args(t []Token) []Arg {
	if r.spent > mostPyTokens {
		return nil
	}
	args := Args(t)
	for _, a := range args {
		r.spent += len(a.Tokens) + 1
	}
	return args
}

// calls finds every call of a dotted name in a line.
func (r *reader) calls(t []Token) {
	for i := 0; i < len(t); {
		name, n := dotted(t[i:])
		if n == 0 {
			i++
			continue
		}
		if i+n < len(t) && t[i+n].Op("(") && len(r.src.Calls) < mostPyCalls {
			after := i == 0 || !t[i-1].Is("def") && !t[i-1].Is("class")
			if after && (i == 0 || !t[i-1].Op(".")) {
				r.src.Calls = append(r.src.Calls, Call{
					Name: name, Full: r.src.Resolve(name), Args: r.args(t[i+n+1:]), Line: t[i].Line,
					Function: r.function, InMain: r.mainIndent >= 0, Decorator: i == 1 && t[0].Op("@"),
				})
			}
		}
		i += n
	}
}

// Args reads arguments up to the closing bracket.
func Args(t []Token) []Arg {
	var args []Arg
	var cur Arg
	depth := 0
	for i, tok := range t {
		if i >= mostPyArgTokens {
			break
		}
		switch {
		case tok.Op("(") || tok.Op("[") || tok.Op("{"):
			depth++
		case tok.Op(")") || tok.Op("]") || tok.Op("}"):
			depth--
		}
		switch {
		case depth < 0:
			return appendArg(args, cur)
		case depth == 0 && tok.Op(","):
			args, cur = appendArg(args, cur), Arg{}
		case depth == 0 && tok.Op("=") && cur.Name == "" && len(cur.Tokens) == 1 && cur.Tokens[0].Kind == Name:
			cur.Name, cur.Tokens = cur.Tokens[0].Text, nil
		default:
			cur.Tokens = append(cur.Tokens, tok)
		}
	}
	return appendArg(args, cur)
}

func appendArg(args []Arg, a Arg) []Arg {
	if len(a.Tokens) == 0 {
		return args
	}
	return append(args, a)
}
