package phase

import (
	"slices"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/language"
)

// divided replaces a project of several programs that are deployed each for
// itself by those, a service each. A Procfile names processes of one image.
func divided(r *language.Reader, c deployment.Composition, projects []*language.Project) []*language.Project {
	var out []*language.Project
	for _, p := range projects {
		if len(p.Claim.Programs) < 2 || p.Has("Procfile") {
			out = append(out, p)
			continue
		}
		apart := c.Apart(p.Folder, p.Claim.Programs)
		if len(apart) == 0 {
			out = append(out, p)
			continue
		}
		first := true
		for _, one := range p.Claim.Programs {
			if why := apart[one.Dir]; why.Rule != "" {
				out = append(out, program(r, p, one, why, first))
				first = false
			}
		}
	}
	return out
}

// program is one program of a project as a project of its own. What stands
// beside the whole stands beside those that are made with it; what none is made
// with, beside the first.
func program(r *language.Reader, whole *language.Project, one language.Command, why finding.Evidence, first bool) *language.Project {
	p := &language.Project{
		Folder: r.Folder(one.Dir), Language: whole.Language, Claim: whole.Claim, Workspace: whole.Workspace,
		Home: whole.Folder, Program: one.Dir,
	}
	p.Claim.Name, p.Claim.Kind, p.Claim.Role, p.Claim.RoleWhy = one.Name, one.Kind, language.Service, one.Why
	p.Claim.Why = append(slices.Clone(whole.Claim.Why), why)
	p.Claim.Parts, p.Claim.Programs = one.Parts, nil
	for _, b := range whole.Beside {
		if slices.Contains(one.Parts, b.Path) || first && !slices.Contains(whole.Claim.Parts, b.Path) {
			p.Beside = append(p.Beside, b)
		}
	}
	return p
}
