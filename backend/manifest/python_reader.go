package manifest

import "strings"

// pyReader reads logical lines one by one and remembers where it stands.
type pyReader struct {
	src        PythonSource
	function   string // top-level function around, "" for none
	class      bool   // in a top-level class
	spent      int    // tokens of arguments read so far
	mainIndent int    // of "if __name__ ==" while below it, else -1
}

func (r *pyReader) line(l pyLine) {
	t := l.tokens
	if len(t) == 0 {
		return
	}
	if l.indent == 0 {
		r.function, r.class = "", false
	}
	if r.mainIndent >= 0 && l.indent <= r.mainIndent {
		r.mainIndent = -1
	}
	switch first := t[0]; {
	case first.is("import"):
		r.imports(t[1:])
		return
	case first.is("from"):
		r.fromImport(t[1:])
		return
	case first.is("def"), first.is("class"), first.is("async") && len(t) > 1 && t[1].is("def"):
		r.define(l)
	case first.is("if") && len(t) > 3 && (t[1].is("__name__") || t[1].Text == "__main__"):
		r.src.Main, r.mainIndent = first.Line, l.indent
	case first.is("while") && len(t) > 1 && (t[1].is("True") || t[1].Text == "1"):
		r.src.Loop = true
	case first.Kind == PyName && !r.class:
		r.assign(t)
	}
	r.calls(t)
}

func (t PyToken) is(name string) bool { return t.Kind == PyName && t.Text == name }

func (t PyToken) op(c string) bool { return t.Kind == PyOp && t.Text == c }

// dotted reads "a.b.c" from the start of tokens and says how many it took.
func dotted(t []PyToken) (string, int) {
	if len(t) == 0 || t[0].Kind != PyName {
		return "", 0
	}
	name, n := t[0].Text, 1
	for n+1 < len(t) && t[n].op(".") && t[n+1].Kind == PyName {
		if n < mostPyDots {
			name += "." + t[n+1].Text
		}
		n += 2
	}
	return name, n
}

// imports reads "a.b as c, d".
func (r *pyReader) imports(t []PyToken) {
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
		if len(t) > 1 && t[0].is("as") {
			r.src.Names[t[1].Text] = module
			t = t[2:]
		} else {
			head, _, _ := strings.Cut(module, ".")
			r.src.Names[head] = head
		}
		if len(t) == 0 || !t[0].op(",") {
			return
		}
		t = t[1:]
	}
}

// fromImport reads "..a.b import (c as d, e)".
func (r *pyReader) fromImport(t []PyToken) {
	module := ""
	for len(t) > 0 && t[0].op(".") {
		module += "."
		t = t[1:]
	}
	name, n := dotted(t)
	if len(t) > 0 && t[0].is("import") {
		name, n = "", 0
	}
	module, t = module+name, t[n:]
	if len(t) == 0 || !t[0].is("import") || len(r.src.Modules) >= mostPyFacts {
		return
	}
	r.src.Modules = append(r.src.Modules, module)
	prefix := module
	if !strings.HasSuffix(prefix, ".") {
		prefix += "."
	}
	for t = t[1:]; len(t) > 0; t = t[1:] {
		if t[0].op("*") {
			r.src.Stars = append(r.src.Stars, module)
		}
		if t[0].Kind != PyName || len(r.src.Names) >= mostPyFacts {
			continue
		}
		local := t[0].Text
		if len(t) > 2 && t[1].is("as") {
			r.src.Names[t[2].Text] = prefix + local
			t = t[2:]
			continue
		}
		r.src.Names[local] = prefix + local
	}
}

func (r *pyReader) define(l pyLine) {
	t := l.tokens
	if l.indent > 0 || len(r.src.Functions) >= mostPyFacts {
		return
	}
	f := PyFunction{Line: t[0].Line, Class: t[0].is("class"), Async: t[0].is("async")}
	if f.Async {
		t = t[1:]
	}
	if len(t) < 2 {
		return
	}
	f.Name = t[1].Text
	if len(t) > 2 && t[2].op("(") {
		for _, a := range pyArgs(t[3:]) {
			switch {
			case len(a.Tokens) == 0:
			case f.Class && a.Name == "":
				if base, n := dotted(a.Tokens); n > 0 {
					f.Bases = append(f.Bases, r.src.Resolve(base))
				}
			case a.Name != "":
				f.Params = append(f.Params, a.Name)
			case a.Tokens[0].Kind == PyName:
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
func (r *pyReader) assign(t []PyToken) {
	var targets []string
	value := t
	for len(targets) < mostPyTargets {
		target, n := dotted(value)
		rest := value[n:]
		for n > 0 && len(rest) > 2 && rest[0].op(",") && rest[1].Kind == PyName {
			_, m := dotted(rest[1:])
			rest = rest[1+m:]
		}
		if len(targets) == 0 && len(rest) > 1 && rest[0].op(":") {
			for len(rest) > 0 && !rest[0].op("=") {
				rest = rest[1:]
			}
		}
		if n == 0 || len(rest) < 2 || !rest[0].op("=") || rest[1].op("=") {
			break
		}
		targets = append(targets, target)
		value = rest[1:]
	}
	if len(targets) == 0 || len(r.src.Assigns) >= mostPyFacts {
		return
	}
	a := PyAssign{Value: value[:min(len(value), mostPyArgTokens)], Line: t[0].Line, Function: r.function}
	if value[0].is("await") {
		value = value[1:]
	}
	if name, m := dotted(value); m > 0 && m < len(value) && value[m].op("(") {
		a.Call = &PyCall{
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
func (r *pyReader) args(t []PyToken) []PyArg {
	if r.spent > mostPyTokens {
		return nil
	}
	args := pyArgs(t)
	for _, a := range args {
		r.spent += len(a.Tokens) + 1
	}
	return args
}

// calls finds every call of a dotted name in a line.
func (r *pyReader) calls(t []PyToken) {
	for i := 0; i < len(t); {
		name, n := dotted(t[i:])
		if n == 0 {
			i++
			continue
		}
		if i+n < len(t) && t[i+n].op("(") && len(r.src.Calls) < mostPyCalls {
			after := i == 0 || !t[i-1].is("def") && !t[i-1].is("class")
			if after && (i == 0 || !t[i-1].op(".")) {
				r.src.Calls = append(r.src.Calls, PyCall{
					Name: name, Full: r.src.Resolve(name), Args: r.args(t[i+n+1:]), Line: t[i].Line,
					Function: r.function, InMain: r.mainIndent >= 0, Decorator: i == 1 && t[0].op("@"),
				})
			}
		}
		i += n
	}
}

// pyArgs reads arguments up to the closing bracket.
func pyArgs(t []PyToken) []PyArg {
	var args []PyArg
	var cur PyArg
	depth := 0
	for i, tok := range t {
		if i >= mostPyArgTokens {
			break
		}
		switch {
		case tok.op("(") || tok.op("[") || tok.op("{"):
			depth++
		case tok.op(")") || tok.op("]") || tok.op("}"):
			depth--
		}
		switch {
		case depth < 0:
			return appendArg(args, cur)
		case depth == 0 && tok.op(","):
			args, cur = appendArg(args, cur), PyArg{}
		case depth == 0 && tok.op("=") && cur.Name == "" && len(cur.Tokens) == 1 && cur.Tokens[0].Kind == PyName:
			cur.Name, cur.Tokens = cur.Tokens[0].Text, nil
		default:
			cur.Tokens = append(cur.Tokens, tok)
		}
	}
	return appendArg(args, cur)
}

func appendArg(args []PyArg, a PyArg) []PyArg {
	if len(a.Tokens) == 0 {
		return args
	}
	return append(args, a)
}
