package codegraph

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Touched are the files other than its own in which somebody would notice a
// change of a node or of what lies in it, directly or through others, sorted.
func (g *Graph) Touched(n NodeID) []NodeID {
	var out []NodeID
	seen := make([]bool, len(g.Nodes))
	known := make([]bool, len(g.Files))
	known[g.Nodes[n].File] = true
	level := g.Within(n)
	for _, w := range level {
		seen[w] = true
	}
	for len(level) > 0 {
		var further []NodeID
		for _, l := range level {
			for _, e := range g.to(l) {
				from := g.Edges[e].From
				if seen[from] {
					continue
				}
				seen[from] = true
				further = append(further, from)
				if file := g.Nodes[from].File; !known[file] {
					known[file] = true
					out = append(out, g.first[file])
				}
			}
		}
		level = further
	}
	slices.Sort(out)
	return out
}

// ByID is the node of an id.
func (g *Graph) ByID(id string) (NodeID, bool) {
	if file, ok := g.files[id]; ok {
		return g.first[file], true
	}
	for i, r := range id {
		if r != '#' {
			continue // names of files may have one, too
		}
		file, ok := g.files[id[:i]]
		if !ok {
			continue
		}
		for n := g.first[file]; int(n) < len(g.Nodes) && g.Nodes[n].File == file; n++ {
			if g.ID(n) == id {
				return n, true
			}
		}
	}
	return None, false
}

// At is the innermost symbol that a line of a file lies in, else the file.
func (g *Graph) At(file, line int) NodeID {
	best := g.first[file]
	for i, s := range g.Files[file].Symbols {
		if int(s.Line) > line || line > int(max(s.EndLine, s.Line)) || s.Local {
			continue
		}
		if b := g.Symbol(best); b == nil || s.Line >= b.Line && s.EndLine <= b.EndLine {
			best = g.node(file, i)
		}
	}
	return best
}

// IsTest reports whether a file is there for tests, by its name and place as the
// tools of its language have it.
func (g *Graph) IsTest(file int) bool {
	p := g.Files[file].Path
	name := path.Base(p)
	if isOfTests(p) || strings.Contains(p, "__tests__/") || strings.HasPrefix(p, "src/test/") || strings.Contains(p, "/src/test/") {
		return true
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	return strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") || path.Ext(name) == ".java" && strings.HasSuffix(stem, "Test")
}

// Unnamed are symbols that nothing in the project names though nothing outside
// of it can: they may be left over. Whoever is started by a runtime or a test
// runner is not among them.
func (g *Graph) Unnamed() []NodeID {
	var out []NodeID
	for i := range g.Nodes {
		n := NodeID(i)
		s := g.Symbol(n)
		if s == nil || s.Exported || s.Local || !canBeLeftOver(s) || g.IsTest(g.Nodes[n].File) || s.Owner == syntax.Nobody && g.Files[g.Nodes[n].File].Language == "go" && elsewhere(g.Path(n)) {
			continue
		}
		inside := g.Within(n)
		named := slices.ContainsFunc(inside, func(w NodeID) bool {
			return slices.ContainsFunc(g.to(w), func(e int32) bool { return !slices.Contains(inside, g.Edges[e].From) })
		})
		if !named {
			out = append(out, n)
		}
	}
	return out
}

func canBeLeftOver(s *facts.Symbol) bool {
	switch s.Kind {
	case syntax.Function:
	case syntax.Class, syntax.Interface, syntax.Struct, syntax.Trait, syntax.Enum, syntax.Type, syntax.Constant:
		if s.Owner != syntax.Nobody {
			return false
		}
	default: // of methods nobody can say who calls them through an interface
		return false
	}
	return s.Name != "main" && s.Name != "init" && s.Name != "_" && s.Name != "" && !strings.HasPrefix(s.Name, "__")
}

// Alone are files that neither name another file of the project nor are named by
// one.
func (g *Graph) Alone() []NodeID {
	var out []NodeID
	for i := range g.Files {
		alone := true
		for n := g.first[i]; alone && int(n) < len(g.Nodes) && g.Nodes[n].File == i; n++ {
			alone = !slices.ContainsFunc(g.From(n), func(e Edge) bool { return g.Nodes[e.To].File != i }) &&
				!slices.ContainsFunc(g.to(n), func(e int32) bool { return g.Nodes[g.Edges[e].From].File != i })
		}
		if alone && len(g.Files) > 1 {
			out = append(out, g.first[i])
		}
	}
	return out
}
