package reader

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/tree"
)

// macro is the call of a macro. What it is given is not parsed: the calls in it
// are those that look like calls.
func (x *rustReader) macro(at tree.At) {
	name := at.Field("macro")
	last := name
	if name.Is("scoped_identifier") {
		last = name.Field("name")
	}
	x.Call(x.path(name)+"!", last, -1)
	if list := at.First("token_tree"); list.There() {
		x.InScope(list, func() { x.tokens(list) })
	}
}

// tokens goes through what a macro is given, part by part. Marks and most of the
// keywords are no parts of the tree: they are the text between parts.
func (x *rustReader) tokens(list tree.At) {
	var parts []tree.At
	for c := range list.Children() {
		if c.Named() {
			parts = append(parts, c)
		}
	}
	t := tokenPath{}
	end := list.Node().Start + 1
	for i, c := range parts {
		gap := string(x.Tree.Text[end:c.Node().Start])
		end = c.Node().End
		if c.Is("line_comment", "block_comment") {
			t.held += gap + " "
			continue
		}
		t.join(t.held+gap, i == 0)
		t.held = ""
		next := byte(0) // the bracket that follows directly
		after := ""
		if i+1 < len(parts) {
			after = strings.TrimSpace(string(x.Tree.Text[end:parts[i+1].Node().Start]))
			if after == "" && parts[i+1].Is("token_tree") {
				next = parts[i+1].Text()[0]
			}
		}
		switch {
		case c.Is("token_tree"):
			t.list(c.Text()[0])
			x.InScope(c, func() { x.tokens(c) })
		case c.Is("primitive_type") && t.typed > 0, c.Is("mutable_specifier"):
		case c.Is("integer_literal") && t.path != "" && t.follows:
			t.add(c.Text())
		case c.Is("identifier", "self", "crate", "super", "primitive_type"):
			x.token(&t, c, next, after)
		default:
			t.path = ""
		}
	}
}

// token is one name in what a macro is given.
func (x *rustReader) token(t *tokenPath, c tree.At, next byte, after string) {
	name := c.Text()
	switch {
	case t.typed > 0: // within ::<>
		if isUpper(name) {
			x.UseType(name, c)
		}
		return
	case t.binds:
		x.Local(name, c, syntax.Local{})
		t.path = ""
		return
	case t.declares:
		t.path = ""
		return
	}
	if name == "super" {
		name = "super!"
	}
	t.add(name)
	switch {
	case strings.HasPrefix(after, "!") && !strings.HasPrefix(after, "!="):
		x.Call(t.path+"!", c, -1)
		t.path = ""
	case next == '(' || strings.HasPrefix(after, "::<") && !isUpper(name):
		x.Call(t.path, c, -1)
	case strings.HasPrefix(after, "::"), c.Is("primitive_type", "self", "crate", "super"):
	case strings.HasPrefix(after, ":"), strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") && !strings.ContainsRune(t.path, '.'):
		t.path = "" // the name of a field or of a value that is given
	case strings.ContainsRune(t.path, '.') || !x.IsLocal(t.path):
		x.Use(syntax.Uses, t.path, c)
	}
}

// tokenPath is the path that the parts of a macro's list make so far.
type tokenPath struct {
	path     string
	held     string // text before and between comments
	typed    int    // brackets of ::<> that are open
	follows  bool   // the next name is a step of the path
	binds    bool   // the next name is one that is declared here
	listed   bool   // within the names that a closure is given
	declares bool   // the next name is that of a function or type
}

// join takes the text between two parts.
func (t *tokenPath) join(gap string, first bool) {
	gap = strings.TrimSpace(gap)
	if gap == "" && t.binds { // let mut
		return
	}
	t.follows, t.binds, t.declares = false, false, false
	if t.typed > 0 || strings.HasPrefix(gap, "::<") && t.path != "" {
		closed := strings.LastIndexByte(strings.ReplaceAll(gap, "->", "  "), '>')
		t.typed += strings.Count(gap, "<") - strings.Count(strings.ReplaceAll(gap, "->", ""), ">")
		if t.typed > 0 {
			return
		}
		t.typed = 0
		gap = strings.TrimSpace(gap[closed+1:])
	}
	if t.path != "" {
		gap = t.opened(gap)
	}
	switch last := gap[strings.LastIndexAny(gap, " \t\n,;|&=>{}")+1:]; {
	case gap == "":
		return // a bracket may follow
	case gap == "." || gap == "::":
		if t.follows = true; t.path == "" {
			t.path = "?"
		}
		return
	case strings.HasSuffix(gap, "::") && !strings.HasSuffix(gap, ">::"):
		t.path = "" // ::name, from the root of crates
		return
	case strings.HasSuffix(gap, ".") && !strings.HasSuffix(gap, ".."), strings.HasSuffix(gap, ">::"):
		t.path, t.follows = "?", true
		return
	case last == "fn", last == "struct", last == "enum", last == "trait", last == "mod", last == "type", last == "const", last == "static":
		t.declares = true
	case last == "let", last == "for", last == "ref":
		t.binds = true
	}
	t.path = ""
	t.closure(gap, first)
}

// closure notes where the names are that a closure is given. A mark for or stands
// between two things, that of a closure does not.
func (t *tokenPath) closure(gap string, first bool) {
	bars := strings.Count(strings.ReplaceAll(gap, "||", ""), "|")
	switch {
	case t.listed && bars == 0:
		t.binds = strings.HasPrefix(gap, ",")
	case t.listed:
		t.listed = false
	case bars == 1 && (first || len(gap) > 1) && strings.HasSuffix(strings.TrimRight(gap, "& \t"), "|"):
		t.listed, t.binds = true, true
	}
}

// opened takes ? and .await, which say nothing of whose name follows.
func (t *tokenPath) opened(gap string) string {
	for {
		if rest, ok := strings.CutPrefix(gap, "?"); ok {
			t.path += "^"
			gap = strings.TrimSpace(rest)
			continue
		}
		after, dot := strings.CutPrefix(gap, ".")
		rest, ok := strings.CutPrefix(strings.TrimSpace(after), "await")
		if !dot || !ok {
			return gap
		}
		gap = strings.TrimSpace(rest)
	}
}

// list is a list in brackets.
func (t *tokenPath) list(bracket byte) {
	switch {
	case t.path == "" || t.typed > 0:
	case bracket == '(':
		t.path += "()"
	case bracket == '[':
		t.path += "[]"
	default:
		t.path = ""
	}
}

func (t *tokenPath) add(name string) {
	if t.follows {
		t.path += "." + name
	} else {
		t.path = name
	}
}
