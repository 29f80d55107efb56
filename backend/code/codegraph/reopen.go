package codegraph

import (
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// one is the node that stands for all that are declared under one name, where a
// language says that those are one thing.
func (r *resolver) one(n NodeID) NodeID {
	if first, ok := r.same[n]; ok {
		return first
	}
	return n
}

// reopened notes which of a file's types and modules were declared elsewhere, too.
func (r *resolver) reopened(i int, f *facts.File) {
	if !isReopening(f.Language) {
		return
	}
	names := make([]string, len(f.Symbols))
	for j := range f.Symbols {
		s := &f.Symbols[j]
		if !s.Kind.IsType() && s.Kind != syntax.Module || s.Local || s.Kind == syntax.Type {
			continue
		}
		name := s.Name
		if s.Of() != "" {
			name = s.Of() + "." + name
		}
		switch {
		case s.Owner == syntax.Nobody:
		case names[s.Owner] == "": // it lies in something that is no type
			continue
		default:
			name = names[s.Owner] + "." + name
		}
		names[j] = name
		key := family(f.Language) + "\x00" + f.Package + "\x00" + name
		n := r.graph.node(i, j)
		if r.firsts == nil {
			r.firsts, r.same = map[string]NodeID{}, map[NodeID]NodeID{}
		}
		first, ok := r.firsts[key]
		if !ok {
			r.firsts[key] = n
			continue
		}
		r.same[n] = first
		for _, b := range s.Bases() {
			r.bases[first] = append(r.bases[first], based{b.Type, place{i, int(s.Owner), int(s.Start)}})
		}
	}
}

func isReopening(language string) bool {
	rules := rulesOf(language)
	return rules != nil && rules.traits().reopens
}

// fromInside finds a name among the members of the type that a function says it
// belongs to, and of what that lies in.
func (r *resolver) fromInside(at place, name string) value {
	f := r.graph.Files[at.file]
	for s := at.symbol; s >= 0; s = int(f.Symbols[s].Owner) {
		if f.Symbols[s].Of() == "" || r.depth >= deepest {
			continue
		}
		n := r.typeNode(typ{text: f.Symbols[s].Of(), at: place{at.file, int(f.Symbols[s].Owner), -1}})
		for n != None && r.graph.Symbol(n) != nil {
			if v := r.inherited(n, name, 0); v.kind == isNode {
				return v
			}
			n = r.graph.Nodes[n].Owner
		}
	}
	return value{}
}

func (r *resolver) areFields(nodes []NodeID) bool {
	return !slices.ContainsFunc(nodes, func(n NodeID) bool { return r.graph.Nodes[n].Kind != syntax.Field })
}

// belongingsOfReopened notes whose members the symbols are of languages in which a
// type may be added to from anywhere: first what lies within one, then what says
// that it belongs to one, the outer before the inner.
func (r *resolver) belongingsOfReopened() {
	deepest := 0
	each := func(want func(*facts.Symbol) bool) {
		for i, f := range r.graph.Files {
			if r.home[i] != nil && rulesOf(f.Language).traits().reopens {
				r.belongings(i, f, want)
			}
		}
	}
	each(func(s *facts.Symbol) bool {
		if s.Of() != "" {
			deepest = max(deepest, 1+strings.Count(s.Of(), "."))
		}
		return s.Of() == ""
	})
	for depth := 1; depth <= deepest; depth++ {
		for i, f := range r.graph.Files {
			if r.home[i] != nil && rulesOf(f.Language).traits().reopens {
				r.prefixes(i, f, depth)
			}
		}
		each(func(s *facts.Symbol) bool { return s.Of() != "" && 1+strings.Count(s.Of(), ".") == depth })
	}
}

// prefixes makes spaces of what stands before the names of types and is declared
// nowhere: of Shop in Shop.Orders.
func (r *resolver) prefixes(i int, f *facts.File, depth int) {
	for j := range f.Symbols {
		s := &f.Symbols[j]
		if s.Of() == "" || 1+strings.Count(s.Of(), ".") != depth || !s.Kind.IsType() && s.Kind != syntax.Module {
			continue
		}
		if r.typeNode(typ{text: s.Of(), at: place{i, j, -1}}) != None {
			continue
		}
		space := r.prefix(f.Language, s.Of())
		space.names.add(r.graph.node(i, j))
	}
}

// prefix is the space of names that begin alike, with those of what it begins with.
func (r *resolver) prefix(language, name string) *space {
	s := r.spaceOf(prefixKey(family(language), name))
	s.language = language
	if above, _, ok := cutLast(name); ok {
		r.prefix(language, above)
	}
	return s
}

func prefixKey(family, name string) string { return family + "\x00\x00prefix\x00" + name }

func cutLast(name string) (above, last string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// belowPrefix is the space of a name after another.
func (r *resolver) belowPrefix(s *space, name string) *space {
	at := strings.Index(s.key, "\x00\x00prefix\x00")
	if at < 0 {
		return nil
	}
	return r.spaces[s.key+"."+name]
}

// ofType are the members of a type by its whole name; nil for one that is not the
// project's.
func ofType(r *resolver, family, key, name string) *space {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		pack := r.spaces[family+"\x00"+name[:end]]
		if pack == nil || end == len(name) {
			continue
		}
		var found []NodeID
		for i, part := range strings.Split(name[end+1:], ".") {
			if i == 0 {
				found = pack.names.of(r.graph, part)
			} else {
				found = r.members[member{r.one(found[0]), part}]
			}
			if len(found) == 0 {
				return nil
			}
		}
		return r.typeSpace(key, found[0])
	}
	return nil
}

// typeSpace are the members of a type as something that can be imported.
func (r *resolver) typeSpace(key string, n NodeID) *space {
	s := r.spaceOf(key)
	node := r.graph.Nodes[n]
	s.language, s.of, s.files = r.graph.Files[node.File].Language, &typ{node: r.one(n), known: true}, []int{node.File}
	return s
}
