package codegraph

import (
	"path"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// zig are the rules of Zig: a file is a module, which others import by its path.
type zig struct{}

func (zig) traits() traits {
	return traits{ownMembers: true, openImports: true, fieldsApart: true, callMakes: true, heldFunctions: true, guessOne: true, common: plainCommon()}
}

func (zig) key(_ *resolver, f *facts.File) string { return f.Path }

func (zig) below(*resolver, *space, string) *space { return nil }

func (zig) module(r *resolver, file int, i *syntax.Import) *space {
	from := r.graph.Files[file].Path
	if !strings.HasSuffix(i.Module, ".zig") {
		return nil
	}
	return r.spaces["zig\x00"+path.Join(path.Dir(from), i.Module)]
}
