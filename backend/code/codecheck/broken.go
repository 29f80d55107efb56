package codecheck

import (
	"fmt"
	"slices"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// Broken says which symbols that other files use went with a change, or take
// other values than these files give them. Uses in files that changed as well
// count as mended with it: their own names are checked by Check.
func Broken(before, after *codegraph.Graph) []Problem {
	now := map[string]codegraph.NodeID{}
	for i := range after.Nodes {
		now[after.ID(codegraph.NodeID(i))] = codegraph.NodeID(i)
	}
	var out []Problem
	for i := range before.Nodes {
		id := codegraph.NodeID(i)
		s := before.Symbol(id)
		if s == nil || !s.Exported {
			continue
		}
		users := users(before, after, id)
		if len(users) == 0 {
			continue
		}
		name := before.ID(id)
		is, there := now[name]
		if !there {
			out = append(out, Problem{Rule: BreakingChange, Path: users[0].path, Line: users[0].line, Message: name + " went, and is used " + places(len(users))})
			continue
		}
		for _, u := range users {
			if u.args >= 0 && s.Takes(u.args) && !after.Symbol(is).Takes(u.args) {
				out = append(out, Problem{
					Rule: BreakingChange, Path: u.path, Line: u.line,
					Message: fmt.Sprintf("%s takes %s now, and is given %d here", name, count(after.Symbol(is)), u.args),
				})
			}
		}
	}
	return sorted(out)
}

// user is a place that uses a symbol.
type user struct {
	path string
	line int
	args int // of a call; -1 where that is not known
}

// users are the uses of a symbol in other files, which say the same as before.
func users(before, after *codegraph.Graph, n codegraph.NodeID) []user {
	var out []user
	for _, e := range before.To(n) {
		f := before.Files[e.File]
		if int(e.File) == before.Nodes[n].File || e.Tier >= codegraph.ByName || e.Kind == codegraph.Imports {
			continue
		}
		i, ok := after.File(f.Path)
		if !ok || !slices.Equal(after.All(i).Uses, before.All(int(e.File)).Uses) {
			continue
		}
		u := user{f.Path, int(e.Line), -1}
		if e.Kind == codegraph.Calls {
			u.args = argsAt(before.All(int(e.File)), int(e.Line), before.Symbol(n).Name)
		}
		out = append(out, u)
	}
	return out
}

// argsAt is how many values the call of a name on a line gives; -1 where there are
// several that differ.
func argsAt(f *syntax.File, line int, name string) int {
	args := -1
	for _, u := range f.Uses {
		if u.Kind != syntax.Calls || u.Line != line || lastName(u.Path) != name {
			continue
		}
		if args >= 0 && args != u.Args {
			return -1
		}
		args = u.Args
	}
	return args
}

func lastName(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if c := path[i]; c == '.' || c == ')' || c == ']' || c == '}' {
			return path[i+1:]
		}
	}
	return path
}

func count(s *facts.Symbol) string {
	least, most := s.Arity()
	switch {
	case most < 0:
		return fmt.Sprintf("%d or more", least)
	case least == most:
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

func places(n int) string {
	if n == 1 {
		return "here"
	}
	return fmt.Sprintf("here and at %d more places", n-1)
}
