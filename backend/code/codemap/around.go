package codemap

import (
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
)

// Bounds of the graph: with more nodes nobody sees anything, and more links than
// that cannot be told apart.
const (
	mostNodes    = 150
	mostOfStep   = 10 // new ones of a step to one side: a column of the graph
	mostLinks    = 600
	mostOutside  = 12 // packages
	mostDeep     = 3
	outsideWords = "packages" // the kind of link to what is not in the folder
)

var edgeKinds = map[string]codegraph.EdgeKind{
	"calls": codegraph.Calls, "imports": codegraph.Imports, "inherits": codegraph.Inherits, "uses": codegraph.Uses,
}

// Around gives what is around a focus: files or symbols, so many steps deep, by
// some kinds of edges. Those that are opened show their neighbours however far.
func (v *View) Around(focus string, files bool, depth int, kinds, open []string) (Vicinity, error) {
	g, n, err := v.find(focus)
	if err != nil {
		return Vicinity{}, err
	}
	q := codegraph.Around{
		Focus: n, Files: files || g.Symbol(n) == nil, Depth: max(1, min(depth, mostDeep)),
		Kinds: map[codegraph.EdgeKind]bool{}, Most: mostNodes, Each: mostOfStep,
	}
	for _, k := range kinds {
		if kind, ok := edgeKinds[k]; ok {
			q.Kinds[kind] = true
		}
	}
	for _, id := range open {
		if o, ok := g.ByID(id); ok { // one that is gone has no neighbours
			q.Open = append(q.Open, o)
		}
	}
	near := g.Around(q)
	if q.Files && len(near.Nodes) == 1 && g.Symbol(n) != nil {
		q.Files = false // all that has to do with it is in its own file
		near = g.Around(q)
	}
	out := Vicinity{Focus: v.node(g, n), Nodes: []Near{}, Links: []Link{}, LeftOut: near.LeftOut, Most: mostNodes}
	for _, one := range near.Nodes {
		out.Nodes = append(out.Nodes, v.near(g, n, one))
	}
	for _, l := range near.Links[:min(len(near.Links), mostLinks)] {
		out.Links = append(out.Links, linkOf(g, l))
	}
	if slices.Contains(kinds, outsideWords) {
		v.addPackages(&out, g, n)
	}
	return out, nil
}

// near says beside a node which name leads to it.
func (v *View) near(g *codegraph.Graph, focus codegraph.NodeID, one codegraph.Near) Near {
	out := Near{Node: v.node(g, one.Node), Level: one.Level, More: one.More}
	e := one.First
	switch {
	case one.Level == 0 && one.Node != focus: // the focus' file stands for it
		if s := g.Symbol(focus); s != nil {
			out.Via, out.ViaKind, out.ViaLine = s.Name, s.Kind.String(), int(s.Line)
		}
	case one.Level < 0:
		out.ViaKind, out.ViaLine = e.Kind.String(), int(e.Line)
		if s := g.Symbol(e.From); s != nil {
			out.Via = s.Name
			if s.Kind == syntax.Function || s.Kind == syntax.Method {
				out.Via += "()"
			}
		}
	case one.Level > 0:
		out.ViaKind = e.Kind.String()
		if s := g.Symbol(e.To); s != nil {
			out.Via, out.ViaLine = s.Name, int(s.Line)
		}
	}
	return out
}

func linkOf(g *codegraph.Graph, l codegraph.Link) Link {
	out := Link{
		From: g.ID(l.From), To: g.ID(l.To), Kinds: []string{}, Tier: l.Tier.String(), Times: l.Times,
		Path: g.Files[l.First.File].Path, Line: int(l.First.Line),
	}
	for kind := range l.Kinds {
		out.Kinds = append(out.Kinds, kind.String())
	}
	slices.Sort(out.Kinds)
	return out
}

// addPackages adds what the focus takes from outside of the folder: of a file all
// that it imports, of a symbol what it names.
func (v *View) addPackages(out *Vicinity, g *codegraph.Graph, focus codegraph.NodeID) {
	file := g.Files[g.Nodes[focus].File]
	inner := resolved(g, g.Nodes[focus].File)
	seen := map[string]bool{}
	for _, i := range file.Imports {
		if seen[i.Module] || inner[i.Line] != "" || strings.HasPrefix(i.Module, ".") || g.Symbol(focus) != nil && !namesImport(g, focus, i) {
			continue
		}
		seen[i.Module] = true
		if len(seen) > mostOutside || len(out.Nodes) >= mostNodes {
			out.LeftOut++
			continue
		}
		id := "package:" + i.Module
		out.Nodes = append(out.Nodes, Near{
			Node:  Node{Entry: codegraph.Entry{ID: id, Kind: "package", Name: i.Module, Line: i.Line, Path: file.Path, Language: g.Language(focus)}, Evidence: []Use{}},
			Level: 1, ViaKind: "imports", ViaLine: i.Line, Outside: true,
		})
		out.Links = append(out.Links, Link{
			From: out.Nodes[0].ID, To: id, Kinds: []string{"imports"}, Tier: codegraph.Exact.String(),
			Times: 1, Path: file.Path, Line: i.Line,
		})
	}
}

// resolved are the files of the folder that imports lead to, by the import's line.
func resolved(g *codegraph.Graph, file int) map[int]string {
	out := map[int]string{}
	for _, e := range g.From(g.FileNode(file)) {
		if e.Kind == codegraph.Imports && out[int(e.Line)] == "" {
			out[int(e.Line)] = g.Path(e.To)
		}
	}
	return out
}

// namesImport reports whether a symbol names what an import brings.
func namesImport(g *codegraph.Graph, n codegraph.NodeID, i syntax.Import) bool {
	name := i.As
	if name == "" {
		name = i.Name
	}
	if name == "" || name == "*" {
		name = i.Module[strings.LastIndexAny(i.Module, "/.")+1:]
	}
	s := g.Symbol(n)
	for _, u := range g.All(g.Nodes[n].File).Uses {
		first := u.Path
		if end := strings.IndexAny(first, ".([{#^"); end >= 0 {
			first = first[:end]
		}
		if first == name && u.Line >= int(s.Line) && u.Line <= int(s.EndLine) {
			return true
		}
	}
	return false
}

// places are edges as the page lists them, each by its other end.
func (v *View) places(g *codegraph.Graph, edges []codegraph.Edge, from bool, most int) []Place {
	out := []Place{}
	for _, e := range edges[:min(len(edges), most)] {
		other := e.To
		if from {
			other = e.From
		}
		p := Place{
			ID: g.ID(other), Kind: e.Kind.String(), Tier: e.Tier.String(), Path: g.Files[e.File].Path, Line: int(e.Line),
			Test: g.IsTest(int(e.File)),
		}
		if s := g.Symbol(other); s != nil {
			p.Name = s.Name
		} else {
			p.Name = g.Path(other)
		}
		out = append(out, p)
	}
	return out
}
