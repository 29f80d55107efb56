package codemap

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/facts"
)

// mostRows is how many rows of one folder or file the outline lists.
const mostRows = 500

// folders are the folders of a graph, with how much hangs on each and how many
// symbols are in it. The files of a folder are nodes.
type folders struct {
	by map[string]*dir // path, "" the top
}

type dir struct {
	path    string
	folders []*dir
	files   []codegraph.NodeID
	symbols int
	rank    float64
}

func (m *Map) grow() *folders {
	t := &folders{by: map[string]*dir{"": {}}}
	graph, ranks := m.graph, m.ranks()
	for i, f := range graph.Files {
		n := graph.FileNode(i)
		d := t.folder(path.Dir(f.Path))
		d.files = append(d.files, n)
		for {
			d.symbols += listed(f)
			d.rank += ranks[n]
			if d.path == "" {
				break
			}
			d = t.folder(path.Dir(d.path))
		}
	}
	return t
}

func (t *folders) folder(p string) *dir {
	if p == "." {
		p = ""
	}
	d := t.by[p]
	if d == nil {
		d = &dir{path: p}
		t.by[p] = d
		up := t.folder(path.Dir(p))
		up.folders = append(up.folders, d)
	}
	return d
}

// listed is how many symbols of a file are shown.
func listed(f *facts.File) int {
	n := 0
	for _, s := range f.Symbols {
		if !s.Local {
			n++
		}
	}
	return n
}

// Outline lists what is below a folder, file or symbol of the outline, "" for the
// top: by how much hangs on it, or by path.
func (v *View) Outline(below string, byPath bool) (Rows, error) {
	out := Rows{Rows: []Row{}}
	known := v.Map
	if d := known.folders().by[strings.TrimSuffix(below, "/")]; below == "" || d != nil && strings.HasSuffix(below, "/") {
		v.rowsOf(&out, known, d, byPath)
		return out, nil
	}
	if strings.HasSuffix(below, "/") {
		return out, &fault.Fault{Code: fault.FileNotFound, Message: "There are no sources in " + below + " any more", Hint: "They were moved or deleted."}
	}
	g, n, err := v.find(below)
	if err != nil {
		return out, err
	}
	nodes := membersOf(g, n)
	if !byPath {
		ranks := known.ranks()
		slices.SortStableFunc(nodes, func(a, b codegraph.NodeID) int { return cmp.Compare(ranks[b], ranks[a]) })
	}
	out.More = max(0, len(nodes)-mostRows)
	for _, m := range nodes[:min(len(nodes), mostRows)] {
		inner := membersOf(g, m)
		out.Rows = append(out.Rows, Row{Node: v.node(g, m), Symbols: len(inner), Holds: len(inner) > 0})
	}
	return out, nil
}

// rowsOf lists folders, then files.
func (v *View) rowsOf(out *Rows, known *Map, d *dir, byPath bool) {
	ranks := known.ranks()
	folders, files := slices.Clone(d.folders), slices.Clone(d.files)
	slices.SortFunc(folders, func(a, b *dir) int {
		if !byPath && a.rank != b.rank {
			return cmp.Compare(b.rank, a.rank)
		}
		return strings.Compare(a.path, b.path)
	})
	if !byPath {
		slices.SortStableFunc(files, func(a, b codegraph.NodeID) int { return cmp.Compare(ranks[b], ranks[a]) })
	}
	for _, f := range folders {
		out.Rows = append(out.Rows, Row{
			Node:   Node{Entry: codegraph.Entry{ID: f.path + "/", Kind: "folder", Name: path.Base(f.path), Path: f.path}, Evidence: []Use{}},
			Folder: true, Symbols: f.symbols, Holds: true,
		})
	}
	g := known.graph
	for _, n := range files {
		symbols := listed(g.Files[g.Nodes[n].File])
		out.Rows = append(out.Rows, Row{Node: v.node(g, n), Symbols: symbols, Holds: symbols > 0})
	}
	if len(out.Rows) > mostRows {
		out.More = len(out.Rows) - mostRows
		out.Rows = out.Rows[:mostRows]
	}
}

// membersOf are the symbols that lie directly in a file or symbol, in the order
// of the text. Methods that stand beside their type, as Go and Rust have them, lie
// in it.
func membersOf(g *codegraph.Graph, n codegraph.NodeID) []codegraph.NodeID {
	types := map[string]codegraph.NodeID{}
	file := g.FileNode(g.Nodes[n].File)
	all := g.Within(file)[1:]
	for _, w := range all {
		if s := g.Symbol(w); g.Nodes[w].Owner == file && s.Kind.IsType() {
			types[s.Name] = w
		}
	}
	var out []codegraph.NodeID
	for _, w := range all {
		s, owner := g.Symbol(w), g.Nodes[w].Owner
		if t, ok := types[s.Of()]; ok && s.Of() != "" {
			owner = t
		}
		if owner == n && !s.Local {
			out = append(out, w)
		}
	}
	return out
}
