// Package reader makes facts of a syntax tree, a file a language. Each knows its
// language's rules and nothing of other files.
package reader

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"aipack/backend/syntax"
	"aipack/backend/syntax/tree"
)

const (
	deepest       = 1500 // levels of a tree that are gone down; people write a few dozen
	mostProblems  = 50
	mostSignature = 400  // bytes
	mostDoc       = 2000 // bytes
	mostPath      = 300  // bytes; nobody follows more
	mostType      = 1000 // bytes
)

// languages are the readers by the name of the grammar.
var languages = map[string]func(*reading){
	"go":         readGo,
	"java":       readJava,
	"javascript": readJavaScript, "typescript": readJavaScript, "tsx": readJavaScript,
	"python": readPython,
	"rust":   readRust,
}

// Read says what a text says.
func Read(t *tree.Flat) syntax.File {
	f := syntax.File{Language: t.Language.Name, Lines: lines(t.Text)}
	r := &reading{tree: t, file: &f, owner: syntax.Nobody, scope: scope{to: len(t.Text)}}
	if t.Cut {
		f.Cut = "it has more parts than are read"
	}
	r.problems()
	r.spans()
	if read := languages[t.Language.Name]; read != nil {
		read(r)
	}
	return f
}

func lines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// reading is one file while it is read.
type reading struct {
	tree  *tree.Flat
	file  *syntax.File
	owner int // the symbol within which the walk is
	scope scope
	depth int
}

// scope is the part of the text in which a local name holds.
type scope struct {
	to    int
	names []string // that hold here; an inner scope begins with those of the outer
}

// within walks a part of the tree, unless it lies too deep.
func (r *reading) within(walk func()) {
	if r.depth++; r.depth > deepest {
		r.file.Cut = "it is nested more deeply than is read"
	} else {
		walk()
	}
	r.depth--
}

// inScope walks with a scope of its own, which ends with a node.
func (r *reading) inScope(of tree.At, walk func()) {
	before := r.scope
	r.scope = scope{to: int(of.Node().End), names: slices.Clip(before.names)}
	r.within(walk)
	r.scope = before
}

// inSymbol walks what lies in a symbol.
func (r *reading) inSymbol(symbol int, walk func()) {
	before := r.owner
	r.owner = symbol
	walk()
	r.owner = before
}

// declare adds a symbol, and gives its place.
func (r *reading) declare(at, name tree.At, s syntax.Symbol) int {
	if s.Name == "" {
		s.Name = name.Text()
	}
	s.Owner = r.owner
	n := at.Node()
	s.Line, s.EndLine, s.Start, s.End = at.Line(), at.EndLine(), int(n.Start), int(n.End)
	if name.There() {
		s.Line = name.Line()
	}
	if s.Signature == "" {
		s.Signature = r.signature(at, at.Field("body"))
	}
	r.file.Symbols = append(r.file.Symbols, s)
	return len(r.file.Symbols) - 1
}

// local adds a name that holds from after a node to the end of the scope.
func (r *reading) local(name string, after tree.At, l syntax.Local) {
	if name == "" || name == "_" {
		return
	}
	l.Name, l.From, l.To = name, int(after.Node().End), r.scope.to
	r.file.Locals = append(r.file.Locals, l)
	r.scope.names = append(r.scope.names, name)
}

// endless reports whether a type is longer than people write: each of its levels
// would be written out again for the next.
func endless(at tree.At) bool { n := at.Node(); return n.End-n.Start > mostType }

// isLocal reports whether a name is one of the scopes around.
func (r *reading) isLocal(name string) bool { return slices.Contains(r.scope.names, name) }

// use adds a place that names something.
func (r *reading) use(kind syntax.UseKind, path string, at tree.At) {
	r.add(syntax.Use{Kind: kind, Path: path}, at)
}

// call adds a call with so many values.
func (r *reading) call(path string, at tree.At, args int) {
	r.add(syntax.Use{Kind: syntax.Calls, Path: path, Args: args}, at)
}

// useType adds a place that names a type.
func (r *reading) useType(path string, at tree.At) {
	r.add(syntax.Use{Kind: syntax.Uses, Path: path, Typed: true}, at)
}

func (r *reading) add(u syntax.Use, at tree.At) {
	if u.Path == "" || u.Path == "?" || len(u.Path) > mostPath || strings.HasPrefix(u.Path, "'") {
		return
	}
	u.Symbol, u.Line, u.At = r.owner, at.Line(), int(at.Node().Start)
	r.file.Uses = append(r.file.Uses, u)
}

// signature is the text of a declaration up to its body, on one line.
func (r *reading) signature(at, body tree.At) string {
	n := at.Node()
	end := n.End
	if body.There() {
		end = body.Node().Start
	}
	return cut(strings.Join(strings.Fields(string(r.tree.Text[n.Start:end])), " "), mostSignature)
}

// cut shortens a text without cutting a letter.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// problems notes where the text fits no rule.
func (r *reading) problems() {
	for i, n := range r.tree.Nodes {
		if n.Flags&(tree.Wrong|tree.Missing) == 0 {
			continue
		}
		if len(r.file.Problems) == mostProblems {
			return
		}
		p := syntax.Problem{Line: int(n.Row) + 1}
		if n.Flags&tree.Missing != 0 {
			p.Text = "there is no " + r.tree.Node(i).Kind()
		} else {
			text, _, _ := strings.Cut(strings.TrimSpace(string(r.tree.Text[n.Start:n.End])), "\n")
			p.Text = "unexpected " + cut(text, 60)
		}
		r.file.Problems = append(r.file.Problems, p)
	}
}

// spans notes the comments, and the texts of several lines: strings, templates,
// here-documents, the text between tags.
func (r *reading) spans() {
	for i := 0; i < len(r.tree.Nodes); {
		at := r.tree.Node(i)
		n := at.Node()
		kind := at.Kind()
		span := syntax.Span{Start: int(n.Start), End: int(n.End)}
		switch {
		case !at.Named() || n.Size == 0:
		case strings.HasSuffix(kind, "comment"):
			r.file.Comments = append(r.file.Comments, span)
			i += int(n.Size)
			continue
		case isVerbatim(kind) && bytes.IndexByte(r.tree.Text[span.Start:span.End], '\n') >= 0:
			r.file.Verbatim = append(r.file.Verbatim, span)
			i += int(n.Size)
			continue
		}
		i++
	}
}

func isVerbatim(kind string) bool {
	for _, part := range []string{"string", "heredoc", "jsx_text", "char_literal", "regex", "text_block", "quoted", "sigil"} {
		if strings.Contains(kind, part) {
			return true
		}
	}
	return false
}

// docAbove is the comment directly above a declaration.
func docAbove(before []tree.At, at tree.At) string {
	var lines []string
	next := at.Line()
	for i := len(before) - 1; i >= 0 && before[i].EndLine() >= next-1 && before[i].Leads(); i-- {
		lines = append(lines, before[i].Text())
		next = before[i].Line()
	}
	slices.Reverse(lines)
	return cut(unmark(strings.Join(lines, "\n")), mostDoc)
}

// unmark takes the marks of comments away: //, ///, //!, /* */, #.
func unmark(comment string) string {
	var out []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"/**", "/*!", "/*", "///", "//!", "//", "*/", "*", "#"} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				line = rest
				break
			}
		}
		out = append(out, strings.TrimSpace(strings.TrimSuffix(line, "*/")))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
