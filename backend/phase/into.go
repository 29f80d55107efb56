package phase

import (
	"path"
	"slices"

	"aipack/backend/language"
)

// takerOf finds the project of the same world that a front end writes its pages
// into: it serves them, and the front end is no service of its own. The root of
// a workspace is none: its members may all write into one folder there.
func takerOf(inner *language.Project, found map[string]*language.Project) *language.Project {
	into := inner.Claim.Into
	if into == "" {
		return nil
	}
	for up := into; ; up = path.Dir(up) {
		taker := found[up]
		switch {
		case taker == inner:
			return nil
		case taker != nil && taker.Claim.Role >= language.Program && speaksLike(taker, inner) && !holds(taker, inner):
			return taker
		case taker != nil || up == ".":
			return nil
		}
	}
}

// speaksLike reports whether two projects are built by the same world of tools.
func speaksLike(a, b *language.Project) bool {
	return slices.ContainsFunc(a.Language.Systems, func(s language.System) bool { return s.ID == b.Claim.System })
}

// holds reports whether a project is the root of a workspace that another one
// is a member of.
func holds(root, member *language.Project) bool {
	if root.Language.Workspace == nil {
		return false
	}
	w, ok := root.Language.Workspace(root.Folder)
	return ok && slices.Contains(w.Members, member.Path)
}
