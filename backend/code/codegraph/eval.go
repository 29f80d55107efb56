package codegraph

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// valueKind is what a path leads to.
type valueKind uint8

const (
	isUnknown  valueKind = iota // nobody can say
	isOutside                   // something that is not of this project
	isNode                      // the thing itself that is declared somewhere
	isInstance                  // a value of a type
	isSpace                     // a module or package
)

// value is what a path leads to.
type value struct {
	kind  valueKind
	nodes []NodeID // several of one name
	typ   typ
	of    typ // of a member: the type that it is declared in, of the value whose member it is
	self  typ // of a member: the type of that value itself, which may have it from others
	space *space
	tier  Tier
}

const deepest = 24 // names that are followed for one

// eval follows a path.
func (r *resolver) eval(at place, path string) value {
	if r.depth >= deepest {
		return value{}
	}
	r.depth++
	defer func() { r.depth-- }()
	if rest, ok := strings.CutPrefix(path, ":"); ok {
		t := rest[:typeEnd(rest)]
		return r.steps(at, value{kind: isInstance, typ: typ{text: t, at: at}}, rest[len(t):])
	}
	if number, ok := strings.CutPrefix(path, "="); ok {
		return r.numbered(at, number)
	}
	if rest, ok := strings.CutPrefix(path, "!"); ok {
		path, at.at = rest, -1
	}
	root := path[:stepAt(path)]
	if root == "" || root == "?" {
		return value{}
	}
	if root[0] == '\'' {
		return value{kind: isOutside}
	}
	rest, from := path[len(root):], at
	if strings.HasPrefix(rest, "()") && rulesOf(r.graph.Files[at.file].Language).traits().apart {
		from.at = -1
	}
	return r.steps(at, r.lookup(from, root), rest)
}

// typeEnd is where a type ends that a path begins with: at the first step that is
// not within its brackets.
func typeEnd(s string) int {
	depth, at := 0, 0
	if strings.HasPrefix(s, "[]") {
		at = 2
	}
	for i := at; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			if i > 0 && s[i-1] != '-' {
				depth--
			}
		case '(', '[', '{', '#', '^':
			if depth == 0 && !(i == 0 && s[i] == '(') {
				return i
			}
			if s[i] == '(' {
				depth++
			}
		case ')':
			depth--
		case '.':
			// A dot after a lower-case package's name belongs to the type: pkg.T.
			if depth == 0 && i > 0 && (s[i-1] == '>' || !qualifies(s[:i])) {
				return i
			}
		}
	}
	return len(s)
}

// qualifies reports whether what stands before a dot is a package's name, as far
// as its spelling tells: types begin with a capital letter.
func qualifies(s string) bool {
	if i := strings.LastIndexAny(s, ".<,>"); i >= 0 {
		s = s[i+1:]
	}
	return s != "" && (s[0] >= 'a' && s[0] <= 'z' || s[0] == '_')
}

// stepAt is where the next step of a path begins. A # is one where a number
// follows; else it belongs to a name.
func stepAt(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', '(', '[', '{', '^':
			return i
		case '#':
			if i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				return i
			}
		}
	}
	return len(s)
}

// numbered is a symbol of the same file.
func (r *resolver) numbered(at place, number string) value {
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(r.graph.Files[at.file].Symbols) {
		return value{}
	}
	return value{kind: isNode, nodes: []NodeID{r.graph.node(at.file, i)}}
}

// steps follows what comes after a path's first name.
func (r *resolver) steps(at place, v value, rest string) value {
	for rest != "" && v.kind != isUnknown && v.kind != isOutside {
		switch {
		case rest[0] == '.':
			end := stepAt(rest[1:]) + 1
			v, rest = r.member(v, rest[1:end]), rest[end:]
		case strings.HasPrefix(rest, "()"):
			v, rest = r.called(v), rest[2:]
		case strings.HasPrefix(rest, "[]"):
			v, rest = r.element(v), rest[2:]
		case strings.HasPrefix(rest, "{}"):
			v, rest = r.made(v), rest[2:]
		case rest[0] == '#':
			n := 1
			for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
				n++
			}
			i, _ := strconv.Atoi(rest[1:n])
			v, rest = r.nth(v, i), rest[n:]
		case rest[0] == '^':
			v, rest = r.awaited(v), rest[1:]
		default:
			return value{}
		}
	}
	return v
}

// lookup finds what a name means at a place.
func (r *resolver) lookup(at place, name string) value {
	if v, ok := r.find(at, name); ok {
		return v
	}
	return value{kind: isOutside}
}

// find finds what declares a name that can be used at a place.
func (r *resolver) find(at place, name string) (value, bool) {
	f := r.graph.Files[at.file]
	if v, ok := r.local(at, name); ok {
		return v, true
	}
	traits := rulesOf(f.Language).traits()
	switch name {
	case "this", "self", "Self", "super":
		if v, ok := r.own(at, name); ok {
			return v, true
		}
	}
	wall := syntax.Nobody
	for s := at.symbol; s >= 0 && wall == syntax.Nobody; s = int(f.Symbols[s].Owner) {
		if k := f.Symbols[s].Kind; k == syntax.Variable || k == syntax.Constant || k == syntax.Field {
			continue // its members are named with it alone
		}
		owner := r.one(r.graph.node(at.file, s))
		if isTyped := f.Symbols[s].Kind.IsType(); !isTyped || traits.ownMembers {
			if nodes := r.members[member{owner, name}]; len(nodes) > 0 && !(traits.fieldsApart && r.areFields(nodes)) {
				return value{kind: isNode, nodes: nodes, of: typ{node: owner, known: true}}, true
			}
			if isTyped && !traits.fieldsApart {
				if v := r.inherited(owner, name, 0); v.kind == isNode {
					return v, true
				}
			}
		}
		if traits.walls && f.Symbols[s].Kind == syntax.Module {
			wall = s
		}
	}
	if traits.inside {
		if v := r.fromInside(at, name); v.kind == isNode {
			return v, true
		}
	}
	if v, ok := r.atTop(at, f, name, wall); ok {
		return v, true
	}
	if rules, ok := rulesOf(f.Language).(rooted); ok {
		return rules.root(r, at, name)
	}
	return value{}, false
}

// atTop finds a name among what a file declares and imports. What is imported for a
// part of the file hides what the file declares. In Java what it imports by name hides
// what other files of its package declare. Behind a wall are those alone that the
// module imports which is written there.
func (r *resolver) atTop(at place, f *facts.File, name string, wall int) (value, bool) {
	pos := at.at
	if pos < 0 && at.symbol >= 0 {
		pos = int(f.Symbols[at.symbol].Start)
	}
	holds := func(im *syntax.Import) bool {
		if wall != syntax.Nobody && (im.To == 0 || im.From < int(f.Symbols[wall].Start)) {
			return false
		}
		return im.To == 0 || pos >= im.From && pos < im.To
	}
	var whole *syntax.Import
	for j := range f.Imports {
		switch im := &f.Imports[j]; {
		case r.nameOf(at.file, im) != name || !holds(im):
		case im.To != 0:
			return r.imported(at.file, im), true
		case whole == nil:
			whole = im
		}
	}
	var nodes []NodeID
	if wall == syntax.Nobody {
		nodes = r.seen(at.file, r.home[at.file].names.of(r.graph, name))
	}
	if whole != nil && rulesOf(f.Language).traits().importsHide {
		nodes = slices.DeleteFunc(slices.Clone(nodes), func(n NodeID) bool { return r.graph.Nodes[n].File != at.file })
	}
	if len(nodes) > 0 {
		return value{kind: isNode, nodes: nodes}, true
	}
	if whole != nil {
		return r.imported(at.file, whole), true
	}
	for j := range f.Imports {
		im := &f.Imports[j]
		if im.Name == "*" && im.As == "" && holds(im) {
			if v, ok := r.hasForAll(rulesOf(f.Language).module(r, at.file, im), name); ok {
				if rulesOf(f.Language).traits().lazyStars && at.file == r.at {
					for _, to := range r.filesOf(v) {
						r.edge(r.graph.FileNode(at.file), r.graph.FileNode(to), Imports, Exact, im.Line)
					}
				}
				return v, true
			}
		}
	}
	return value{}, false
}

// nameOf is the name that an import has in its file.
func (r *resolver) nameOf(file int, im *syntax.Import) string {
	if im.As != "" || im.Name != "" {
		return im.As
	}
	if f := r.graph.Files[file]; f.Language == "go" {
		if s := rulesOf("go").module(r, file, im); s != nil {
			return r.graph.Files[s.files[0]].Package
		}
		return goName(im.Module)
	}
	return ""
}

// local finds a name that holds in a part of the file alone.
func (r *resolver) local(at place, name string) (value, bool) {
	if at.at < 0 {
		return value{}, false
	}
	f := r.unpacked.of(r.graph.Files[at.file])
	best := int32(-1)
	for _, i := range f.locals[name] {
		l := &f.Locals[i]
		if l.From <= at.at && at.at < l.To && (best < 0 || l.From >= f.Locals[best].From) {
			best = i
		}
	}
	if best < 0 {
		return value{}, false
	}
	l := &f.Locals[best]
	before := place{at.file, at.symbol, l.From - 1}
	switch {
	case l.Type != "":
		return value{kind: isInstance, typ: typ{text: l.Type, at: before}}, true
	case l.Value != "" && l.Value != "?":
		v := r.eval(before, l.Value)
		if v.kind == isNode && len(v.nodes) > 0 && l.Value[0] != '=' {
			v.tier = max(v.tier, Syntactic)
		}
		return v, true
	}
	return value{}, true
}
