package codegraph

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Unknown is a name that nothing within its reach declares. It may be one that
// its language declares everywhere.
type Unknown struct {
	File int // its place in Graph.Files
	Use  syntax.Use
	Name string // the first of what the use names
}

// Unknown are the names that nothing declares, file by file in the order of the
// text. Where a file takes all names of something that is not the project's, or a
// type has members from there, nobody can say what is declared: those uses are
// left out. So are languages of whose names the graph does not know enough.
func (g *Graph) Unknown() []Unknown {
	r := newResolver(g, g.resolver.layout)
	var out []Unknown
	for i, f := range g.Files {
		rules := rulesOf(f.Language)
		if rules == nil || !rules.traits().declares || f.Cut != "" {
			continue
		}
		for _, u := range r.unpacked.of(f).Uses {
			name := firstName(u)
			at := place{i, u.Symbol, u.At}
			if name == "" || r.opaque(at) || r.isLocalAnywhere(i, name) {
				continue
			}
			if u.Typed {
				if _, ok := r.letter(at, name); ok {
					continue
				}
			}
			if _, ok := r.find(at, name); !ok {
				out = append(out, Unknown{File: i, Use: u, Name: name})
			}
		}
	}
	return out
}

// isLocalAnywhere reports whether a file has a local name like it, wherever it
// holds: a closure may name what is declared below it.
func (r *resolver) isLocalAnywhere(file int, name string) bool {
	if len(r.unpacked.of(r.graph.Files[file]).locals[name]) > 0 {
		return true
	}
	return slices.ContainsFunc(r.graph.Files[file].Symbols, func(s facts.Symbol) bool { return s.Local && s.Name == name })
}

// firstName is the name that a use begins with; "" where it begins with none.
func firstName(u syntax.Use) string {
	name := u.Path
	if u.Typed {
		name, _ = split(name)
		name, _, _ = strings.Cut(name, ".")
	} else {
		name = name[:stepAt(name)]
	}
	if name == "" || strings.ContainsAny(name[:1], "?!:='\"([#<-") {
		return ""
	}
	return name
}

// opaque reports whether a place sees names that the graph cannot know.
func (r *resolver) opaque(at place) bool {
	f := r.graph.Files[at.file]
	rules := rulesOf(f.Language)
	if family(f.Language) == "javascript" && len(f.Imports) == 0 && len(f.Exports) == 0 && !exportsAny(f) {
		return true // a script: what other scripts of its page declare is there, too
	}
	for j := range f.Imports {
		im := &f.Imports[j]
		if im.Name == "*" && im.As == "" && (im.To == 0 || at.at >= im.From && at.at < im.To) && r.hides(rules, at.file, im) {
			return true
		}
	}
	if !rules.traits().ownMembers {
		return false
	}
	for s := at.symbol; s >= 0; s = int(f.Symbols[s].Owner) {
		if f.Symbols[s].Kind.IsType() && r.hasForeignBases(r.graph.node(at.file, s), nil) {
			return true
		}
	}
	return false
}

func exportsAny(f *facts.File) bool {
	return slices.ContainsFunc(f.Symbols, func(s facts.Symbol) bool { return s.Exported && s.Owner == syntax.Nobody })
}

// hides reports whether importing all of something brings names that the graph
// does not know, now or further on.
func (r *resolver) hides(rules rules, file int, im *syntax.Import) bool {
	s := rules.module(r, file, im)
	if s == nil {
		return true
	}
	if slices.Contains(s.asked, "*") {
		return false
	}
	s.asked = append(s.asked, "*")
	defer func() { s.asked = s.asked[:len(s.asked)-1] }()
	for _, i := range s.files {
		f := r.graph.Files[i]
		for j := range f.Imports {
			if im := &f.Imports[j]; im.Name == "*" && im.As == "" && r.hides(rules, i, im) {
				return true
			}
		}
	}
	return false
}

// hasForeignBases reports whether a type has members from one that is not the
// project's.
func (r *resolver) hasForeignBases(n NodeID, seen []NodeID) bool {
	if slices.Contains(seen, n) {
		return false
	}
	node, s := r.graph.Nodes[n], r.graph.Symbol(n)
	for _, b := range r.basesOf(n, node, s) {
		base := r.typeNode(typ{text: b.text, at: b.at})
		if base == None || r.hasForeignBases(base, append(seen, n)) {
			return true
		}
	}
	return false
}

// Outgoing is an import of something that is not the project's.
type Outgoing struct {
	File   int // its place in Graph.Files
	Import syntax.Import
}

// Outgoing are the imports that lead to no source of the project, file by file in
// the order of the text.
func (g *Graph) Outgoing() []Outgoing {
	r := newResolver(g, g.resolver.layout)
	var out []Outgoing
	for i, f := range g.Files {
		rules := rulesOf(f.Language)
		if rules == nil {
			continue
		}
		for j := range f.Imports {
			if im := &f.Imports[j]; rules.module(r, i, im) == nil {
				out = append(out, Outgoing{i, *im})
			}
		}
	}
	return out
}
