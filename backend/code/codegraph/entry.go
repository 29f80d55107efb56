package codegraph

import "path"

// Entry is a file or symbol as programs read it.
type Entry struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	EndLine   int    `json:"end_line"`
	Signature string `json:"signature"` // "" for a file
	Language  string `json:"language"`
}

// Entry describes a node.
func (g *Graph) Entry(n NodeID) Entry {
	out := Entry{ID: g.ID(n), Kind: g.Nodes[n].Kind.String(), Path: g.Path(n), Language: g.Language(n)}
	if s := g.Symbol(n); s != nil {
		out.Name, out.Line, out.EndLine = s.Name, int(s.Line), int(s.EndLine)
		out.Signature, _ = g.Says(n)
	} else {
		out.Name, out.Line, out.EndLine = path.Base(out.Path), 1, max(g.Files[g.Nodes[n].File].Lines, 1)
	}
	return out
}
