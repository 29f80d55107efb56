package codegraph

import (
	"path"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// modular are the rules of Ruby and Elixir: modules and types have names that the
// whole project knows, wherever they lie.
type modular struct{ marks traits }

func (m modular) traits() traits {
	m.marks.common = plainCommon()
	return m.marks
}

func (modular) key(*resolver, *facts.File) string { return "" }

func (modular) below(r *resolver, s *space, name string) *space { return r.belowPrefix(s, name) }

func (m modular) root(r *resolver, at place, name string) (value, bool) {
	s := r.spaces[prefixKey(family(r.graph.Files[at.file].Language), name)]
	return value{kind: isSpace, space: s}, s != nil
}

// module is a file that is required, or a module by its whole name.
func (m modular) module(r *resolver, file int, i *syntax.Import) *space {
	f := r.graph.Files[file]
	if f.Language == "ruby" {
		return m.required(r, file, strings.TrimSuffix(i.Module, ".rb"))
	}
	name := i.Module
	if i.Name != "" && i.Name != "*" {
		name = strings.TrimPrefix(name+"."+i.Name, ".")
	}
	key := f.Language + "\x00\x00module\x00" + name
	if s, ok := r.spaces[key]; ok {
		return s
	}
	var s *space
	if v := r.whole(file, name); v.kind == isNode && len(v.nodes) > 0 {
		s = r.typeSpace(key, v.nodes[0])
	}
	r.spaces[key] = s
	return s
}

// required is the file that Ruby reads: beside the one that says so, or in a
// folder lib.
func (modular) required(r *resolver, file int, name string) *space {
	from := r.graph.Files[file].Path
	if strings.HasPrefix(name, ".") {
		if at, ok := r.graph.files[path.Join(path.Dir(from), name)+".rb"]; ok {
			return r.fileSpace(at)
		}
		return nil
	}
	for _, dir := range []string{"lib", "app", ".", "test", "spec"} {
		if at, ok := r.graph.files[path.Join(dir, name)+".rb"]; ok {
			return r.fileSpace(at)
		}
	}
	return r.fileSpace(r.ending(file, "lib/"+name+".rb"))
}

// importedValue is what an alias stands for.
func (m modular) importedValue(r *resolver, file int, i *syntax.Import) value {
	if r.graph.Files[file].Language == "ruby" {
		return value{kind: isOutside}
	}
	name := i.Module
	if i.Name != "" && i.Name != "*" {
		name = strings.TrimPrefix(name+"."+i.Name, ".")
	}
	return r.whole(file, name)
}

// whole is what a whole name means, whatever the file around calls so.
func (r *resolver) whole(file int, name string) value {
	first, rest, more := strings.Cut(name, ".")
	v := value{kind: isOutside}
	if nodes := r.home[file].names.of(r.graph, first); len(nodes) > 0 {
		v = value{kind: isNode, nodes: nodes}
	} else if s := r.spaces[prefixKey(family(r.graph.Files[file].Language), first)]; s != nil {
		v = value{kind: isSpace, space: s}
	}
	if more {
		v = r.steps(place{file, syntax.Nobody, -1}, v, "."+rest)
	}
	return v
}

var (
	_ rooted = modular{}
	_ pathed = modular{}
)
