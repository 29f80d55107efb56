// Package reading is one source while it is read: what has been said of it, within
// which symbol and which names the walk is, and the limits that hold for any text.
// It knows no language.
package reading

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/tree"
)

const (
	deepest       = 1500 // levels of a tree that are gone down; people write a few dozen
	mostProblems  = 50
	MostSignature = 400  // bytes
	MostDoc       = 2000 // bytes
	MostPath      = 300  // bytes; nobody follows more
	mostType      = 1000 // bytes
)

func lines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// Begin begins with a tree: it has noted what is said of a file in any language.
func Begin(t *tree.Flat) *Source {
	f := &syntax.File{Language: t.Language.Name, Lines: lines(t.Text)}
	if t.Cut {
		f.Cut = "it has more parts than are read"
	}
	r := &Source{Tree: t, File: f, Owner: syntax.Nobody, Scope: scope{To: len(t.Text)}}
	r.problems()
	r.spans()
	return r
}

// Source is one file while it is read.
type Source struct {
	Tree  *tree.Flat
	File  *syntax.File
	Owner int // the symbol within which the walk is
	Scope scope
	depth int
}

// scope is the part of the text in which a local name holds.
type scope struct {
	To    int
	Names []string // that hold here; an inner scope begins with those of the outer
}

// Within walks a part of the tree, unless it lies too deep.
func (r *Source) Within(walk func()) {
	if r.depth++; r.depth > deepest {
		r.File.Cut = "it is nested more deeply than is read"
	} else {
		walk()
	}
	r.depth--
}

// InScope walks with a scope of its own, which ends with a node.
func (r *Source) InScope(of tree.At, walk func()) {
	before := r.Scope
	r.Scope = scope{To: int(of.Node().End), Names: slices.Clip(before.Names)}
	r.Within(walk)
	r.Scope = before
}

// InSymbol walks what lies in a symbol.
func (r *Source) InSymbol(symbol int, walk func()) {
	before := r.Owner
	r.Owner = symbol
	walk()
	r.Owner = before
}

// nameless is the name of what has none, in a text that somebody is still writing: the
// parser takes it for a declaration all the same. Nobody can write it.
const nameless = "?"

// line is the line of a node. What the parser puts in after the last one belongs to
// that.
func (r *Source) line(at tree.At) int { return min(at.Line(), max(r.File.Lines, 1)) }

// Declare adds a symbol, and gives its place.
func (r *Source) Declare(at, name tree.At, s syntax.Symbol) int {
	if s.Name == "" {
		s.Name = cmp.Or(name.Text(), nameless)
	}
	s.Owner = r.Owner
	n := at.Node()
	s.Line, s.Start, s.End = r.line(at), int(n.Start), int(n.End)
	if name.There() {
		s.Line = r.line(name)
	}
	s.EndLine = max(s.Line, at.EndLine())
	if s.Signature == "" {
		s.Signature = r.Signature(at, at.Field("body"))
	}
	r.File.Symbols = append(r.File.Symbols, s)
	return len(r.File.Symbols) - 1
}

// Local adds a name that holds from after a node to the end of the scope.
func (r *Source) Local(name string, after tree.At, l syntax.Local) {
	if name == "" || name == "_" {
		return
	}
	l.Name, l.From, l.To = name, int(after.Node().End), r.Scope.To
	if l.Type != "" {
		l.Value = ""
	}
	r.File.Locals = append(r.File.Locals, l)
	r.Scope.Names = append(r.Scope.Names, name)
}

// Endless reports whether a type is longer than people write: each of its levels
// would be written out again for the next.
func Endless(at tree.At) bool { n := at.Node(); return n.End-n.Start > mostType }

// IsLocal reports whether a name is one of the scopes around.
func (r *Source) IsLocal(name string) bool { return slices.Contains(r.Scope.Names, name) }

// Use adds a place that names something.
func (r *Source) Use(kind syntax.UseKind, path string, at tree.At) {
	r.Add(syntax.Use{Kind: kind, Path: path}, at)
}

// Call adds a call with so many values.
func (r *Source) Call(path string, at tree.At, args int) {
	r.Add(syntax.Use{Kind: syntax.Calls, Path: path, Args: args}, at)
}

// UseType adds a place that names a type.
func (r *Source) UseType(path string, at tree.At) {
	r.Add(syntax.Use{Kind: syntax.Uses, Path: path, Typed: true}, at)
}

func (r *Source) Add(u syntax.Use, at tree.At) {
	if u.Path == "" || u.Path == "?" || len(u.Path) > MostPath || strings.HasPrefix(u.Path, "'") {
		return
	}
	if !at.There() || strings.HasSuffix(u.Path, ".") {
		return // somebody is still writing the name
	}
	u.Symbol, u.Line, u.At = r.Owner, r.line(at), int(at.Node().Start)
	r.File.Uses = append(r.File.Uses, u)
}

// Signature is the text of a declaration up to its body, on one line and without the
// mark that ends it.
func (r *Source) Signature(at, body tree.At) string {
	n := at.Node()
	end := n.End
	if body.There() {
		end = body.Node().Start
	}
	return Cut(strings.TrimSuffix(strings.Join(strings.Fields(string(r.Tree.Text[n.Start:end])), " "), ";"), MostSignature)
}

// Cut shortens a text without cutting a letter.
func Cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// problems notes where the text fits no rule.
func (r *Source) problems() {
	for i, n := range r.Tree.Nodes {
		if n.Flags&(tree.Wrong|tree.Missing) == 0 {
			continue
		}
		if len(r.File.Problems) == mostProblems {
			return
		}
		p := syntax.Problem{Line: r.line(r.Tree.Node(i))}
		if n.Flags&tree.Missing != 0 {
			p.Text = "there is no " + r.Tree.Node(i).Kind()
		} else {
			text, _, _ := strings.Cut(strings.TrimSpace(string(r.Tree.Text[n.Start:n.End])), "\n")
			p.Text = "unexpected " + Cut(text, 60)
		}
		r.File.Problems = append(r.File.Problems, p)
	}
}

// spans notes the comments, and the texts of several lines: strings, templates,
// here-documents, the text between tags.
func (r *Source) spans() {
	for i := 0; i < len(r.Tree.Nodes); {
		at := r.Tree.Node(i)
		n := at.Node()
		kind := at.Kind()
		span := syntax.Span{Start: int(n.Start), End: int(n.End)}
		switch {
		case !at.Named() || n.Size == 0:
		case strings.HasSuffix(kind, "comment"):
			r.File.Comments = append(r.File.Comments, span)
			i += int(n.Size)
			continue
		case isVerbatim(kind) && bytes.IndexByte(r.Tree.Text[span.Start:span.End], '\n') >= 0:
			r.File.Verbatim = append(r.File.Verbatim, span)
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
	return kind == "text" // a page around PHP
}

// DocAbove is the comment directly above a declaration.
func DocAbove(before []tree.At, at tree.At) string {
	var lines []string
	next := at.Line()
	for i := len(before) - 1; i >= 0 && before[i].EndLine() >= next-1 && before[i].Leads(); i-- {
		lines = append(lines, before[i].Text())
		next = before[i].Line()
	}
	slices.Reverse(lines)
	return Cut(unmark(strings.Join(lines, "\n")), MostDoc)
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

// Literal is the path of a value that has no members of ours.
const Literal = "'"

// Count is how many parts a list has.
func Count(list tree.At) int {
	n := 0
	for range list.Parts() {
		n++
	}
	return n
}

// SetOf makes a set of words.
func SetOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// SplitType is a type without what it is made of.
func SplitType(t string) (head, rest string) {
	head, rest, _ = strings.Cut(t, "<")
	return head, rest
}
