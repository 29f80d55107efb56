package codegraph

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// clang are the rules of C and C++: a program's functions and types are one space;
// what is included says which file it stands in, and what is static is for its
// file alone.
type clang struct{}

func (clang) traits() traits {
	return traits{ownMembers: true, directImports: true, reopens: true, ownFiles: true, inside: true, callMakes: true, guessOne: true, common: plainCommon()}
}

func (clang) key(*resolver, *facts.File) string { return "" }

func (clang) below(r *resolver, s *space, name string) *space { return r.belowPrefix(s, name) }

func (clang) root(r *resolver, _ place, name string) (value, bool) {
	s := r.spaces[prefixKey("c", name)]
	return value{kind: isSpace, space: s}, s != nil
}

// module is a file that is included, or a namespace that is used.
func (clang) module(r *resolver, file int, i *syntax.Import) *space {
	if i.Name != "" {
		v := r.whole(file, i.Module)
		if v.kind != isNode || len(v.nodes) == 0 {
			return nil
		}
		s := r.typeSpace("c\x00\x00namespace\x00"+i.Module, v.nodes[0])
		s.files = nil // a name that is used says no file
		return s
	}
	name, system := strings.CutPrefix(i.Module, "<")
	name = strings.TrimSuffix(name, ">")
	if at, ok := r.graph.files[path.Join(path.Dir(r.graph.Files[file].Path), name)]; ok && !system {
		return r.fileSpace(at)
	}
	if system && !strings.Contains(name, "/") { // a name alone is the system's
		return nil
	}
	return r.fileSpace(r.ending(file, name))
}

var _ rooted = clang{}

// seen leaves of the things of one name those that a file may name: of other
// files' not what is static there, nor variables that no declaration says are to
// be known elsewhere, nor constants and macros of what is no header.
func (r *resolver) seen(file int, nodes []NodeID) []NodeID {
	if len(nodes) == 0 || !rulesOf(r.graph.Files[file].Language).traits().ownFiles {
		return nodes
	}
	told := slices.ContainsFunc(nodes, func(n NodeID) bool { s := r.graph.Symbol(n); return s != nil && s.Declared })
	out := make([]NodeID, 0, len(nodes))
	for _, n := range nodes {
		at, s := r.graph.Nodes[n].File, r.graph.Symbol(n)
		header := isHeader(r.graph.Files[at].Path)
		hidden := s.Static && !header
		switch s.Kind {
		case syntax.Variable:
			hidden = hidden || !told
		case syntax.Constant, syntax.Macro:
			hidden = hidden || !told && !header
		}
		if at == file || !hidden {
			out = append(out, n)
		}
	}
	return out
}

func isHeader(p string) bool { return strings.HasPrefix(path.Ext(p), ".h") }

// written leaves of several things of one name those that are written there, not
// only said; and of those that are called not the types, where functions may have
// the names of types.
func (r *resolver) written(nodes []NodeID, kind EdgeKind) []NodeID {
	if len(nodes) < 2 {
		return nodes
	}
	if r.graph.Files[r.graph.Nodes[nodes[0]].File].Language == "c" && kind == Calls {
		nodes = slices.DeleteFunc(slices.Clone(nodes), func(n NodeID) bool { return r.graph.Nodes[n].Kind.IsType() })
	}
	out := make([]NodeID, 0, len(nodes))
	for _, n := range nodes {
		if n = r.one(n); slices.Contains(out, n) {
			continue
		}
		s := r.graph.Symbol(n)
		elsewhere := s != nil && s.Declared && slices.ContainsFunc(nodes, func(o NodeID) bool {
			w := r.graph.Symbol(o)
			return w != nil && !w.Declared && w.Params() == s.Params()
		})
		if !elsewhere {
			out = append(out, n)
		}
	}
	// What is said in several places and written in none is the first of them.
	if len(out) > 1 && !slices.ContainsFunc(out, func(n NodeID) bool { s := r.graph.Symbol(n); return s == nil || !s.Declared }) {
		return out[:1]
	}
	return out
}
