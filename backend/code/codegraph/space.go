package codegraph

import (
	"slices"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// space is where names stand together: a package of Go or Java, a module of
// Python, JavaScript or Rust.
type space struct {
	key      string
	language string
	files    []int
	of       *typ     // the type whose members it is, where it is no package
	names    byName   // declared at the top
	asked    []string // names that somebody looks for in it: it may take them from itself, in a circle
	inner    bool     // a part of a file: what the file imports is not its
	given    *given   // what its files hand on; nil before somebody asks
	either   []*space // those of which one is meant, and nothing says which; its files are all of theirs
}

// rules are what differs between languages.
type rules interface {
	// key names the space that a file belongs to.
	key(r *resolver, f *facts.File) string
	// module is the space that an import names; nil for one outside of the project.
	module(r *resolver, file int, i *syntax.Import) *space
	// below is the space of a name within a space; nil for none.
	below(r *resolver, s *space, name string) *space
	// traits of the language
	traits() traits
}

// traits are what languages differ in by a word.
type traits struct {
	apart       bool // functions have names of their own: a variable of the same name does not hide one
	overloads   bool // functions of one name are told apart by what they are given
	lazyStars   bool // importing all of something loads what of it is named
	ownMembers  bool // within a type its members are named without saying whose
	declares    bool // a name that is used is declared, imported or the language's own
	openImports bool // what a module imports can be taken from it
	replaces    bool // what is declared again takes the place of what was
	common      map[string]bool

	directImports bool // an import is of the file that it names, not of those that this takes its names from
	guessOne      bool // a name that several have says nothing
	callMakes     bool // a type or a variant that is called is made: that is a use
	heldFunctions bool // functions are values: who calls a variable calls what it holds

	reopens     bool   // what is declared under one name in several places is one thing
	ownFiles    bool   // what is static at the top of a file is for that file, unless others read it in
	bareCalls   bool   // a function that is named alone is called
	constructor string // the method that makes a value of a type
	inside      bool   // what says whose member it is names the others as if it lay in that type
	fieldsApart bool   // fields are named with their value alone, even within their type
	walls       bool   // what is written in a module of a file sees no names from around the module
	starsPublic bool   // importing all of something brings what that says is for others
	importsHide bool   // a name that a file imports hides what other files of its package declare under it
	embeds      bool   // what a type has its members from is a field of it, too, by its own name
}

// libraried are rules that know types of their language's library.
type libraried interface {
	// ofLibrary is a member of a value whose type is not the project's; not ok where
	// they know nothing of that type.
	ofLibrary(r *resolver, t typ, name string, tier Tier) (value, bool)
}

// derived are rules of a language whose types have members that nobody wrote, some
// of which give a value of the type itself.
type derived interface{ givesItself(name string) bool }

var _ = []libraried{java{}, javascript{}, python{}, rust{}}

// pathed are rules of a language whose imports name things by paths, through
// modules and types alike.
type pathed interface {
	importedValue(r *resolver, file int, i *syntax.Import) value
}

// rooted are rules of a language in which some names mean something everywhere.
type rooted interface {
	root(r *resolver, at place, name string) (value, bool)
}

// wholesome are rules of a language whose modules can be one thing.
type wholesome interface {
	// whole is what a module is, or gives under a name that it does not have.
	whole(r *resolver, s *space, name string) (value, bool)
}

// given are the exports and imports of a space's files that others can take from
// there: of a hundred files of a namespace perhaps none.
type given struct{ exports, named, all []handed }

// handed is one of a file's exports or imports.
type handed struct{ file, at int32 }

func (r *resolver) givenBy(s *space) *given {
	if s.given != nil {
		return s.given
	}
	s.given = &given{}
	open := rulesOf(s.language).traits().openImports
	for _, i := range s.files {
		f := r.graph.Files[i]
		for j := range f.Exports {
			if f.Exports[j].Path != "" {
				s.given.exports = append(s.given.exports, handed{int32(i), int32(j)})
			}
		}
		for j := range f.Imports {
			switch im := &f.Imports[j]; {
			case !im.Exported && !open:
			case im.As != "":
				s.given.named = append(s.given.named, handed{int32(i), int32(j)})
			case im.Name == "*":
				s.given.all = append(s.given.all, handed{int32(i), int32(j)})
			}
		}
	}
	return s.given
}

// spaceOf is the space of a key, made where there is none.
func (r *resolver) spaceOf(key string) *space {
	s := r.spaces[key]
	if s == nil {
		s = &space{key: key}
		r.spaces[key] = s
	}
	return s
}

// either is one of several spaces of one language where nothing says which: what
// only one of them has is that one's, and what several have is ambiguous. Nil for
// none, and for so many that it says nothing.
func (r *resolver) either(of []*space) *space {
	switch {
	case len(of) == 0 || len(of) > mostCandidates:
		return nil
	case len(of) == 1:
		return of[0]
	}
	key := of[0].language + "\x00\x00either"
	for _, s := range of {
		key += "\x00" + s.key
	}
	s := r.spaceOf(key)
	if s.either == nil {
		s.language, s.either = of[0].language, of
		for _, one := range of {
			s.files = append(s.files, one.files...)
		}
	}
	return s
}

// hasEither finds a name in one of several spaces.
func (r *resolver) hasEither(s *space, name string) (value, bool) {
	var found []value
	var below []*space
	out := value{kind: isNode, tier: Ambiguous}
	for _, one := range s.either {
		v, ok := r.has(one, name)
		if !ok || v.kind == isOutside {
			continue
		}
		found = append(found, v)
		switch v.kind {
		case isNode:
			out.nodes = append(out.nodes, v.nodes...)
		case isSpace:
			below = append(below, v.space)
		}
	}
	switch {
	case len(found) == 0:
		return value{}, false
	case len(found) == 1:
		return found[0], true
	case len(below) == len(found):
		s := r.either(below)
		return value{kind: isSpace, space: s}, s != nil
	}
	return out, len(out.nodes) > 0
}

// settle puts every file into its space.
func (r *resolver) settle() {
	for i, f := range r.graph.Files {
		rules := rulesOf(f.Language)
		if rules == nil {
			r.home = append(r.home, nil)
			continue
		}
		s := r.spaceOf(family(f.Language) + "\x00" + rules.key(r, f))
		s.language = f.Language
		s.files = append(s.files, i)
		r.home = append(r.home, s)
		r.reopened(i, f)
		for j, symbol := range f.Symbols {
			if symbol.Owner == syntax.Nobody && !symbol.Local && symbol.Of() == "" && symbol.Kind != syntax.Impl {
				s.names.add(r.graph.node(i, j))
			}
		}
	}
}

// has finds a name in a space as those see it who import from there.
func (r *resolver) has(s *space, name string) (value, bool) {
	if s == nil || slices.Contains(s.asked, name) {
		return value{}, false
	}
	if s.of != nil {
		v := r.inherited(s.of.node, name, 0)
		return v, v.kind == isNode
	}
	if s.either != nil {
		return r.hasEither(s, name)
	}
	s.asked = append(s.asked, name)
	defer func() { s.asked = s.asked[:len(s.asked)-1] }()
	rules, given := rulesOf(s.language), r.givenBy(s)
	for _, h := range given.exports {
		if e := &r.graph.Files[h.file].Exports[h.at]; e.Name == name {
			return r.eval(place{file: int(h.file), symbol: syntax.Nobody, at: -1}, e.Path), true
		}
	}
	if nodes := s.names.of(r.graph, name); len(nodes) > 0 || s.inner {
		return value{kind: isNode, nodes: nodes}, len(nodes) > 0
	}
	outside := false
	for _, h := range given.named {
		if im := &r.graph.Files[h.file].Imports[h.at]; im.As == name {
			if v := r.imported(int(h.file), im); v.kind != isOutside {
				return v, true
			}
			outside = true // unless what lies below has the name: a package that imports its own part
		}
	}
	if below := rules.below(r, s, name); below != nil {
		return value{kind: isSpace, space: below}, true
	}
	if outside {
		return value{kind: isOutside}, true
	}
	return r.hasOfAll(s, name)
}

// hasOfAll finds a name among those of which a space imports everything.
func (r *resolver) hasOfAll(s *space, name string) (value, bool) {
	rules, outside := rulesOf(s.language), false
	for _, h := range r.givenBy(s).all {
		v, ok := r.hasForAll(rules.module(r, int(h.file), &r.graph.Files[h.file].Imports[h.at]), name)
		if ok && v.kind != isOutside {
			return v, true
		}
		outside = outside || ok // unless the next has it: one may itself take it from here
	}
	if outside {
		return value{kind: isOutside}, true
	}
	return value{}, false
}

// hasForAll finds a name in a space as those see it who import all of it.
func (r *resolver) hasForAll(s *space, name string) (value, bool) {
	v, ok := r.has(s, name)
	if ok && v.kind == isNode && rulesOf(s.language).traits().starsPublic {
		hidden := func(n NodeID) bool {
			symbol := r.graph.Symbol(n)
			return symbol != nil && !symbol.Exported && slices.Contains(s.files, r.graph.Nodes[n].File)
		}
		if v.nodes = slices.DeleteFunc(slices.Clone(v.nodes), hidden); len(v.nodes) == 0 {
			return value{}, false
		}
	}
	return v, ok
}

// imported is what an import brings.
func (r *resolver) imported(file int, im *syntax.Import) value {
	rules := rulesOf(r.graph.Files[file].Language)
	if p, ok := rules.(pathed); ok {
		return p.importedValue(r, file, im)
	}
	s := rules.module(r, file, im)
	switch {
	case s == nil:
		return value{kind: isOutside}
	case im.Name == "" || im.Name == "*":
		if w, ok := rules.(wholesome); ok {
			if v, ok := w.whole(r, s, ""); ok {
				return v
			}
		}
		return value{kind: isSpace, space: s}
	}
	if v, ok := r.has(s, im.Name); ok {
		return v
	}
	if w, ok := rules.(wholesome); ok {
		if v, ok := w.whole(r, s, im.Name); ok {
			return v
		}
	}
	return value{kind: isOutside}
}

// importsFiles adds the edges of a file's imports.
func (r *resolver) importsFiles(file int) {
	f := r.graph.Files[file]
	rules := rulesOf(f.Language)
	for j := range f.Imports {
		im := &f.Imports[j]
		s := rules.module(r, file, im)
		if im.Name == "*" && s != nil && s.of == nil && rules.traits().lazyStars {
			continue
		}
		var to []int
		tier := Exact
		if im.Name != "" && im.Name != "*" && !rules.traits().directImports {
			if v := r.imported(file, im); v.kind == isNode || v.kind == isSpace {
				to = r.filesOf(v)
				if v.tier == Ambiguous || v.kind == isSpace && v.space.either != nil {
					tier = Ambiguous
				}
			}
		}
		if len(to) == 0 && s != nil && (im.Name == "" || s.of != nil || !rules.traits().lazyStars) {
			to = s.files
			if s.either != nil {
				tier = Ambiguous
			}
		}
		for _, t := range to {
			if t != file && !isTest(r.graph.Files[t].Path) {
				r.edge(r.graph.FileNode(file), r.graph.FileNode(t), Imports, tier, im.Line)
			}
		}
	}
}

// filesOf are the files in which a value is declared.
func (r *resolver) filesOf(v value) []int {
	if v.kind == isSpace {
		return v.space.files
	}
	var out []int
	for _, n := range v.nodes {
		if f := r.graph.Nodes[n].File; !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
