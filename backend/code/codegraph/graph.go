// Package codegraph knows who names whom in a project: it takes the facts of
// its sources (package syntax) and finds what each name means, by the rules of
// its language, through imports and declared types. It reads no files and keeps
// none.
package codegraph

import (
	"strconv"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Tier says how sure it is that a name means a thing.
type Tier uint8

// The tiers, the surest first.
const (
	Exact     Tier = iota // by declarations alone: scopes, imports, types that the text says
	Syntactic             // by following values: what a variable was given, what a function returns
	ByName                // nothing says so but that only one thing has this name
	Ambiguous             // one of a few that have it
)

// String is the tier's word in documents.
func (t Tier) String() string { return [...]string{"exact", "syntactic", "name", "ambiguous"}[t] }

// EdgeKind is how one thing names another.
type EdgeKind uint8

// The kinds of edges.
const (
	Calls EdgeKind = iota
	Imports
	Inherits
	Uses
)

// String is the kind's word in documents.
func (k EdgeKind) String() string { return [...]string{"calls", "imports", "inherits", "uses"}[k] }

// NodeID is the place of a node in Graph.Nodes.
type NodeID int32

// None is no node.
const None NodeID = -1

// FileKind is the kind of the node of a file.
const FileKind = syntax.Source

// Node is a file or a symbol.
type Node struct {
	Kind   syntax.Kind
	File   int    // its place in Graph.Files
	Symbol int    // its place in the file's Symbols; -1 for the file itself
	Owner  NodeID // that it lies in: a symbol, or its file; None for files
}

// Edge says that one node names another.
type Edge struct {
	From, To NodeID
	File     int32 // in which it does; of an impl that may be another than From's
	Line     int32 // in that file, from 1
	Kind     EdgeKind
	Tier     Tier
}

// Graph is a project's sources and what they name in each other. It never
// changes once made.
type Graph struct {
	Files []*facts.File // sorted by path
	Nodes []Node        // a file, then its symbols, file by file
	Edges []Edge        // sorted by From, File, Line, To

	files    map[string]int   // by path
	again    map[NodeID]int32 // see number
	first    []NodeID         // the node of each file
	of       []NodeID         // the type whose member each node is
	out      []int32          // where the edges of each node begin; one more than nodes
	in       []int32          // where those to each node begin in inbound; one more than nodes
	inbound  []int32          // places in Edges
	resolver *resolver        // that found them
}

// FileNode is the node of a file.
func (g *Graph) FileNode(file int) NodeID { return g.first[file] }

// node is the node of a file's symbol.
func (g *Graph) node(file, symbol int) NodeID { return g.first[file] + 1 + NodeID(symbol) }

// Symbol is what a node declares; nil for a file.
func (g *Graph) Symbol(n NodeID) *facts.Symbol {
	if s := g.Nodes[n].Symbol; s >= 0 {
		return &g.Files[g.Nodes[n].File].Symbols[s]
	}
	return nil
}

// All is all that a file says. It must not be changed.
func (g *Graph) All(file int) *syntax.File { return g.resolver.unpacked.of(g.Files[file]).File }

// Says is how a symbol is declared, on one line without its body, and what its author
// says of it.
func (g *Graph) Says(n NodeID) (signature, doc string) {
	if s := g.Nodes[n].Symbol; s >= 0 {
		if all := g.All(g.Nodes[n].File).Symbols; s < len(all) {
			return all[s].Signature, all[s].Doc
		}
	}
	return "", ""
}

// Path is the file of a node.
func (g *Graph) Path(n NodeID) string { return g.Files[g.Nodes[n].File].Path }

// From are the edges that begin at a node.
func (g *Graph) From(n NodeID) []Edge { return g.Edges[g.out[n]:g.out[n+1]] }

// to are the places of the edges that end at a node.
func (g *Graph) to(n NodeID) []int32 { return g.inbound[g.in[n]:g.in[n+1]] }

// ID is the id of a node, the same for the same text: the path, then #, then names
// from the outside in. What has the same name in the same place is told apart by its
// number: ~2.
func (g *Graph) ID(n NodeID) string {
	return string(g.appendID(nil, n))
}

func (g *Graph) appendID(b []byte, n NodeID) []byte {
	s := g.Symbol(n)
	if s == nil {
		return append(b, g.Path(n)...)
	}
	owner := g.Nodes[n].Owner
	b = g.appendID(b, owner)
	switch {
	case g.Nodes[owner].Symbol < 0:
		b = append(b, '#')
	default:
		b = append(b, '.')
	}
	if s.Of() != "" && (g.Nodes[owner].Symbol < 0 || g.Nodes[owner].Kind == syntax.Module && isReopening(g.Files[g.Nodes[n].File].Language)) {
		b = append(append(b, s.Of()...), '.')
	}
	b = append(b, s.Name...)
	if again := g.again[n]; again > 0 {
		b = strconv.AppendInt(append(b, '~'), int64(again), 10)
	}
	return b
}

// number tells apart what has the same name in the same place.
func (g *Graph) number() {
	g.again = map[NodeID]int32{}
	seen := map[string]int32{}
	var b []byte
	for i := range g.Nodes {
		if g.Nodes[i].Symbol < 0 {
			clear(seen) // what lies in another file has another id
			continue
		}
		b = g.appendID(b[:0], NodeID(i))
		id := string(b)
		if seen[id]++; seen[id] > 1 {
			g.again[NodeID(i)] = seen[id]
		}
	}
}

// File is the place of a file by its path.
func (g *Graph) File(path string) (int, bool) {
	i, ok := g.files[path]
	return i, ok
}

// Within are a node and all that lie in it.
func (g *Graph) Within(n NodeID) []NodeID {
	out := []NodeID{n}
	inside := map[NodeID]bool{n: true}
	for i := n + 1; int(i) < len(g.Nodes) && g.Nodes[i].File == g.Nodes[n].File; i++ {
		if inside[g.Nodes[i].Owner] {
			inside[i] = true
			out = append(out, i)
		}
	}
	return out
}
