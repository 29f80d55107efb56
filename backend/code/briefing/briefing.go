// Package briefing writes what a model must know of a project's code within a
// number of tokens: the map of it all, and the context of one thing in two
// levels. It decides nothing about who is asked or what for.
package briefing

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/compress"
	"aipack/backend/code/syntax"
)

// Counter counts the tokens of a text; see conversation.Counter.
type Counter interface {
	Count(text string) int
}

// Sources gives the text of a file.
type Sources func(path string) ([]byte, error)

// The shares of a budget, in per cent; the rest is for prompts and answers
// (requirements C013 to C015).
const (
	immediateShare = 40
	relatedShare   = 30
)

// The headings of the two levels (requirement C019).
const (
	ImmediateHeading = "=== IMMEDIATE CONTEXT (Full Code) ==="
	RelatedHeading   = "=== RELATED CONTEXT (Signatures Only) ==="
)

// Context is what is around one thing.
type Context struct {
	Immediate []Part // whole code: the thing itself, and what it names
	Related   []Part // signatures: what those name, and who names it
}

// Part is one symbol or file in a context.
type Part struct {
	Node   codegraph.NodeID
	Path   string
	Line   int // from 1
	Text   string
	Tokens int
	Whole  int // tokens that it would have if it were not compressed
}

// Options say how much a context may be.
type Options struct {
	Tokens   int  // of all: see the shares
	Compress bool // code without comments, blank lines and half of its indentation
}

// Compressed is by how much the code is shorter than it was, from 0 to 1.
func (c *Context) Compressed() float64 {
	whole, is := 0, 0
	for _, p := range c.Immediate {
		whole += p.Whole
		is += p.Tokens
	}
	if whole == 0 {
		return 0
	}
	return 1 - float64(is)/float64(whole)
}

// Tokens are those of all parts.
func (c *Context) Tokens() int {
	sum := 0
	for _, p := range append(slices.Clone(c.Immediate), c.Related...) {
		sum += p.Tokens
	}
	return sum
}

// String is the context as a model reads it; "" where there is nothing.
func (c *Context) String() string {
	var b strings.Builder
	write := func(heading string, parts []Part, between string) {
		if len(parts) == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(heading + "\n")
		for _, p := range parts {
			b.WriteString(p.Text + between)
		}
	}
	write(ImmediateHeading, c.Immediate, "\n")
	write(RelatedHeading, c.Related, "")
	return b.String()
}

// assembling is a context while it is made.
type assembling struct {
	graph   *codegraph.Graph
	sources Sources
	counter Counter
	options Options
	texts   map[string][]byte
	inside  []span                    // what is in the first level
	related map[codegraph.NodeID]bool // what is in the second
	context *Context
}

// span is a part of a file.
type span struct{ file, start, end int }

// Assemble makes the context of a symbol or file within a budget of tokens. What
// does not fit into the first level with its code is in the second with its
// signature, as far as that has room. The error is that the thing's own file
// cannot be read.
func Assemble(g *codegraph.Graph, sources Sources, counter Counter, target codegraph.NodeID, options Options) (*Context, error) {
	a := &assembling{
		graph: g, sources: sources, counter: counter, options: options, texts: map[string][]byte{},
		related: map[codegraph.NodeID]bool{}, context: &Context{},
	}
	// Headings and what stands between the parts count: a level is sent as it is written.
	room := options.Tokens*immediateShare/100 - counter.Count(ImmediateHeading+"\n")
	own, err := a.code(target)
	if err != nil {
		return nil, err
	}
	between := counter.Count("\n")
	var further []codegraph.NodeID
	if own.Tokens+between <= room {
		room -= own.Tokens + between
		a.take(own)
	} else {
		further = append(further, target)
	}
	for _, n := range a.named([]codegraph.NodeID{target}) {
		if a.has(n) {
			continue
		}
		part, err := a.code(n)
		if err != nil || part.Tokens+between > room {
			further = append(further, n) // what cannot be read any more has its signature
			continue
		}
		room -= part.Tokens + between
		a.take(part)
	}
	a.relate(target, further, options.Tokens*relatedShare/100-counter.Count("\n"+RelatedHeading+"\n"))
	return a.context, nil
}

// remark begins a comment to the end of the line.
func remark(language string) string {
	switch language {
	case "python", "ruby", "elixir":
		return "#"
	}
	return "//"
}

// take adds a part to the first level.
func (a *assembling) take(p Part) {
	a.context.Immediate = append(a.context.Immediate, p)
	a.inside = append(a.inside, spanOf(a.graph, p.Node))
}

func spanOf(g *codegraph.Graph, n codegraph.NodeID) span {
	node := g.Nodes[n]
	if s := g.Symbol(n); s != nil {
		return span{node.File, int(s.Start), int(s.End)}
	}
	return span{node.File, 0, 1 << 40}
}

func (s span) holds(o span) bool { return s.file == o.file && s.start <= o.start && o.end <= s.end }

// has reports whether the first level has a node's code already.
func (a *assembling) has(n codegraph.NodeID) bool {
	want := spanOf(a.graph, n)
	return slices.ContainsFunc(a.inside, func(s span) bool { return s.holds(want) })
}

// code is the whole text of a symbol or file, with a line that says where it is
// from.
func (a *assembling) code(n codegraph.NodeID) (Part, error) {
	path := a.graph.Path(n)
	text, ok := a.texts[path]
	if !ok {
		var err error
		if text, err = a.sources(path); err != nil {
			return Part{}, err
		}
		a.texts[path] = text
	}
	f := a.graph.All(a.graph.Nodes[n].File)
	p := Part{Node: n, Path: path, Line: 1}
	start, end, last := 0, len(text), f.Lines
	if s := a.graph.Symbol(n); s != nil {
		start, end, p.Line, last = int(s.Start), int(s.End), int(s.Line), int(s.EndLine)
	}
	if start > end || end > len(text) || changed(f, len(text)) {
		return Part{}, fmt.Errorf("%s is another than the one that was read", path)
	}
	write := func(code []byte) string {
		return fmt.Sprintf("%s %s, lines %d-%d\n%s\n", remark(a.graph.Language(n)), path, p.Line, max(last, p.Line), bytes.TrimRight(code, "\n"))
	}
	p.Text = write(text[start:end])
	p.Whole = a.counter.Count(p.Text)
	if a.options.Compress {
		p.Text = write(compress.Text(f, text, start, end))
	}
	p.Tokens = a.counter.Count(p.Text)
	return p, nil
}

// changed reports whether a text is too short for what was read of it.
func changed(f *syntax.File, length int) bool {
	for _, spans := range [][]syntax.Span{f.Comments, f.Verbatim} {
		if len(spans) > 0 && spans[len(spans)-1].End > length {
			return true
		}
	}
	return false
}

// named are those that nodes, or what lies in them, name: what is called before
// what is used, the oftener the earlier.
func (a *assembling) named(nodes []codegraph.NodeID) []codegraph.NodeID {
	type naming struct {
		node  codegraph.NodeID
		first codegraph.EdgeKind
		times int
	}
	var all []naming
	at := map[codegraph.NodeID]int{}
	for _, n := range nodes {
		for _, within := range a.graph.Within(n) {
			for _, e := range a.graph.From(within) {
				if a.graph.Symbol(e.To) == nil || e.Tier == codegraph.Ambiguous {
					continue
				}
				to := a.meant(e.To)
				i, ok := at[to]
				if !ok {
					i = len(all)
					at[to] = i
					all = append(all, naming{node: to, first: e.Kind})
				}
				all[i].times++
				all[i].first = min(all[i].first, e.Kind)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b naming) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(b.times, a.times))
	})
	out := make([]codegraph.NodeID, 0, len(all))
	for _, n := range all {
		out = append(out, n.node)
	}
	return out
}

// meant is what has to be known of a node: of a field the type that it is in.
func (a *assembling) meant(n codegraph.NodeID) codegraph.NodeID {
	if a.graph.Nodes[n].Kind == syntax.Field && a.graph.Symbol(a.graph.Nodes[n].Owner) != nil {
		return a.graph.Nodes[n].Owner
	}
	return n
}

// Has reports whether a node can be read in a context: its code in that of the
// first level, or its signature.
func (c *Context) Has(g *codegraph.Graph, n codegraph.NodeID) bool {
	want := spanOf(g, n)
	if slices.ContainsFunc(c.Immediate, func(p Part) bool { return spanOf(g, p.Node).holds(want) }) {
		return true
	}
	return slices.ContainsFunc(c.Related, func(p Part) bool { return p.Node == n })
}
