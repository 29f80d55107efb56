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

// serversOf gives the projects that say themselves which front ends beside them
// they serve, out of the folders that these are built into, by the front ends' paths.
func serversOf(dirs []string, found map[string]*language.Project) map[string]*language.Project {
	servers := map[string]*language.Project{}
	for _, dir := range dirs {
		server := found[dir]
		for _, part := range server.Claim.Parts {
			inner := found[part]
			if inner != nil && inner != server && servers[part] == nil && speaksLike(server, inner) {
				servers[part] = server
			}
		}
	}
	return servers
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
