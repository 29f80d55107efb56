package codegraph

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// rust are the rules of Rust: a file is a module, that of the folder above or of
// the file beside it declares it (doc.rust-lang.org/reference/items/modules.html),
// and Cargo.toml names crates.
type rust struct{}

// rustCommon are names of methods that types of the standard library and of the
// best known crates have.
var rustCommon = words(`add all and_then any append apply as_bytes as_deref as_mut as_ref as_slice as_str await bind body borrow borrow_mut build
	build_server by_ref bytes call capacity chain chars check chunks clear clone cloned close cmp collect commit concat connect contains contains_key
	context copied count create debug default delete deref display downcast drain drop entry enumerate eq err error execute exists expect extend fetch
	fetch_all fetch_one fetch_optional file_name fill filter filter_map find first flat_map flatten flush fmt fold for_each format from from_str get
	get_mut get_or_insert_with handle hash header headers id index info init insert into into_inner into_iter is_dir is_empty is_err is_file is_none
	is_ok is_some iter iter_mut join json keys kind kill last layer len lines listen load local_addr lock log map map_err max merge message metadata
	method min modified name new next next_back nth ok ok_or ok_or_else open or or_else or_insert_with parse path peek poll poll_next pop port position
	pow push push_str query read read_dir read_line read_to_end read_to_string recv remove rename replace reserve resolve respond rest retain rev
	rollback route routes run save send serialize serve service set set_body set_len sort sort_by spawn split split_at start starts_with state status
	stop store strip_prefix sub sum swap sync sync_all take tap then text to_lowercase to_owned to_path_buf to_str to_string trim trim_end truncate
	try_from try_into type unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else update url uri validate value values verify version wait
	with_context with_state write write_all write_str zip`)

func (rust) traits() traits {
	return traits{common: rustCommon, openImports: true, guessOne: true, callMakes: true, walls: true}
}

func (rust) key(_ *resolver, f *facts.File) string { return moduleKey(f.Path) }

// moduleKey is a module's path without what names its file: a.rs and a/mod.rs
// are the same.
func moduleKey(p string) string {
	return strings.TrimSuffix(strings.TrimSuffix(p, ".rs"), "/mod")
}

// childrenOf is the folder in which the modules lie that a file declares.
func (r *resolver) childrenOf(p string) string {
	if slices.ContainsFunc(r.layout.Crates, func(c Root) bool { return c.Main == p }) {
		return path.Dir(p)
	}
	switch path.Base(p) {
	case "mod.rs", "lib.rs", "main.rs", "build.rs":
		return path.Dir(p)
	}
	switch path.Base(path.Dir(p)) { // each file is a program of its own
	case "bin", "tests", "examples", "benches":
		return path.Dir(p)
	}
	return strings.TrimSuffix(p, ".rs")
}

// parentOf is the file of the module above: that which declares the module; "" for
// a crate's own. Of several crates that declare one file it is the library, or the
// first.
func (r *resolver) parentOf(p string) string {
	if r.rustParents == nil {
		r.rustParents = map[string]string{}
		for i, f := range r.graph.Files {
			for j := range f.Imports {
				im := &f.Imports[j]
				if f.Language != "rust" || !strings.HasPrefix(im.Module, "mod ") {
					continue
				}
				s := rust{}.module(r, i, im)
				if s == nil || len(s.files) == 0 || s == r.home[i] {
					continue
				}
				below := r.graph.Files[s.files[0]].Path
				if before := r.rustParents[below]; before == "" || path.Base(f.Path) == "lib.rs" && path.Base(before) == "main.rs" {
					r.rustParents[below] = f.Path
				}
			}
		}
	}
	return r.rustParents[p]
}

// crateOf is the module at the top of a file's crate.
func (r *resolver) crateOf(file int) *space {
	p := r.graph.Files[file].Path
	for range deepest {
		above := r.parentOf(p)
		if above == "" {
			break
		}
		p = above
	}
	return r.moduleOf(p)
}

func (r *resolver) moduleOf(p string) *space { return r.spaces["rust\x00"+moduleKey(p)] }

// crateNamed is the library of the project that has a name.
func (r *resolver) crateNamed(name string) *space {
	for _, c := range r.layout.Crates {
		if c.Name == name && c.Main != "" {
			return r.moduleOf(c.Main)
		}
	}
	return nil
}

func (rust) below(r *resolver, s *space, name string) *space {
	if name == "super!" && len(s.files) > 0 {
		if above := r.parentOf(r.graph.Files[s.files[0]].Path); above != "" {
			return r.moduleOf(above)
		}
	}
	return nil
}

func (l rust) module(r *resolver, file int, i *syntax.Import) *space {
	if name, ok := strings.CutPrefix(i.Module, "mod "); ok {
		p := r.graph.Files[file].Path
		if strings.HasSuffix(name, ".rs") {
			return r.moduleOf(path.Join(path.Dir(p), name))
		}
		return r.spaces["rust\x00"+path.Join(r.childrenOf(p), name)]
	}
	v := r.used(file, i.From, i.Module)
	switch {
	case v.kind == isSpace:
		return v.space
	case v.kind == isNode && len(v.nodes) == 1:
		return r.spaceIn(v.nodes[0])
	}
	return nil
}

// spaceIn are the names within a module that is written out, or an enum.
func (r *resolver) spaceIn(n NodeID) *space {
	node := r.graph.Nodes[n]
	if node.Kind != syntax.Module && node.Kind != syntax.Enum {
		return nil
	}
	key := "rust\x00#" + r.graph.ID(n)
	if s := r.spaces[key]; s != nil {
		return s
	}
	s := r.spaceOf(key)
	s.language, s.inner = "rust", true
	s.files = []int{node.File}
	for j, symbol := range r.graph.Files[node.File].Symbols {
		if int(symbol.Owner) == node.Symbol {
			s.names.add(r.graph.node(node.File, j))
		}
	}
	return s
}

// importedValue is what a use declaration brings.
func (l rust) importedValue(r *resolver, file int, i *syntax.Import) value {
	if strings.HasPrefix(i.Module, "mod ") {
		if s := l.module(r, file, i); s != nil {
			return value{kind: isSpace, space: s}
		}
		return value{kind: isOutside}
	}
	if i.Name == "" || i.Name == "*" {
		return r.used(file, i.From, i.Module)
	}
	return r.used(file, i.From, i.Module+"."+i.Name)
}

// used is what the path of a use declaration means. It begins at the crate, at a
// crate's name, or with what the module declares itself.
func (r *resolver) used(file, at int, p string) value {
	if r.depth >= deepest {
		return value{}
	}
	r.depth++
	defer func() { r.depth-- }()
	first, rest, more := strings.Cut(p, ".")
	if more {
		rest = "." + rest
	}
	v := value{kind: isOutside}
	f := r.graph.Files[file]
	inner := modulesAt(f, at)
	switch {
	case first == "crate" || first == "super!":
		v, _ = r.above(file, inner, first)
	default:
		for i := len(inner) - 1; i >= 0 && v.kind == isOutside; i-- {
			if nodes := r.members[member{r.graph.node(file, inner[i]), first}]; len(nodes) > 0 {
				v = value{kind: isNode, nodes: nodes}
			}
		}
		if v.kind != isOutside {
			break
		}
		if nodes := r.home[file].names.of(r.graph, first); len(nodes) > 0 && len(inner) == 0 {
			v = value{kind: isNode, nodes: nodes}
		} else if i := slices.IndexFunc(f.Imports, func(i syntax.Import) bool { return i.As == first && strings.HasPrefix(i.Module, "mod ") }); i >= 0 {
			v = rust{}.importedValue(r, file, &f.Imports[i])
		} else if s := r.crateNamed(first); s != nil {
			v = value{kind: isSpace, space: s}
		}
	}
	return r.steps(place{file, syntax.Nobody, -1}, v, rest)
}

// modulesAt are the modules written out around a place, the outermost first.
func modulesAt(f *facts.File, at int) []int {
	var out []int
	for i, s := range f.Symbols {
		if s.Kind == syntax.Module && at > 0 && int(s.Start) <= at && at < int(s.End) {
			out = append(out, i)
		}
	}
	return out
}

// above is the crate, or the module above.
func (r *resolver) above(file int, inner []int, word string) (value, bool) {
	var s *space
	switch {
	case word == "crate":
		s = r.crateOf(file)
	case len(inner) > 1:
		return value{kind: isNode, nodes: []NodeID{r.graph.node(file, inner[len(inner)-2])}}, true
	case len(inner) == 1:
		s = r.home[file]
	default:
		s = rust{}.below(r, r.home[file], "super!")
	}
	if s == nil {
		return value{kind: isOutside}, true
	}
	return value{kind: isSpace, space: s}, true
}

// root is what a name means that is nothing's in its file.
func (rust) root(r *resolver, at place, name string) (value, bool) {
	f := r.graph.Files[at.file]
	switch {
	case name == "crate", name == "super!":
		pos := at.at
		if pos < 0 && at.symbol >= 0 {
			pos = int(f.Symbols[at.symbol].Start)
		}
		return r.above(at.file, modulesAt(f, pos), name)
	case strings.HasSuffix(name, "!"):
		return r.macro(at.file, name)
	}
	if s := r.crateNamed(name); s != nil {
		return value{kind: isSpace, space: s}, true
	}
	return value{}, false
}

// macro is the one macro of a name in a crate: what a file declares holds in those
// that come after it. In other crates it is the one that is exported.
func (r *resolver) macro(file int, name string) (value, bool) {
	var found, exported []NodeID
	crate := r.crateOf(file)
	for _, n := range r.named.of(r.graph, name) {
		if r.crateOf(r.graph.Nodes[n].File) == crate {
			found = append(found, n)
		} else if r.graph.Symbol(n).Exported {
			exported = append(exported, n)
		}
	}
	if len(found) == 0 {
		found = exported
	}
	if len(found) != 1 {
		return value{}, false
	}
	return value{kind: isNode, nodes: found}, true
}
