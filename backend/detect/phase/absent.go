package phase

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/checkout"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// notThere ends what is said of a folder in which a checkout has nothing.
const notThere = ", which is not there"

// mostAbsent bounds what is said of one service.
const mostAbsent = 10

// absent says what the service's build asks for and does not find: what its manifests
// and those of its neighbours take from a path, members of its workspace, submodules
// and large files that were not fetched.
func absent(s *pipeline.ServiceContext, projects map[string]*language.Project) []universalbuild.Warning {
	var out []universalbuild.Warning
	lacks := checkout.Of(s.Reader())
	said := map[string]bool{} // submodules
	add := func(w universalbuild.Warning, at string) {
		if module, ok := lacks.Submodule(at); ok {
			said[module] = true
			w.Code, w.Fix = "submodule_missing", checkout.FixSubmodules
			w.Message = strings.TrimSuffix(w.Message, notThere) + ", a submodule that is not checked out"
		}
		out = append(out, w)
	}
	dirs, deps := closureOf(s.Project, projects)
	for _, d := range deps {
		if d.Absent != "" && !d.Optional {
			add(notFound(d.Path, d.Line, d.Name, d.Absent), path.Join(path.Dir(d.Path), d.Absent))
		}
	}
	if w := s.Workspace; w != nil {
		for _, member := range w.Absent {
			add(universalbuild.Warning{
				Code: "member_missing", Path: w.Why.Path, Line: w.Why.Line,
				Message: fmt.Sprintf("%s names the member %s", w.Why.Path, member) + notThere,
				Fix:     "check it out (git sparse-checkout may leave it out), or take it off the list",
			}, path.Join(w.Root, member))
		}
	}
	for _, w := range lacks.Below(append(dirs, cmp.Or(s.Recipe.Build.Context, s.Path))...) {
		if !said[w.Path] {
			out = append(out, w.Warning)
		}
	}
	return out[:min(len(out), mostAbsent)]
}

// notFound says that a dependency is not where a manifest takes it from.
func notFound(manifest string, line int, name, from string) universalbuild.Warning {
	w := universalbuild.Warning{Path: manifest, Line: line}
	switch {
	case strings.HasPrefix(from, "workspace:"):
		w.Code = "dependency_missing"
		w.Message = fmt.Sprintf("%s takes %s from the workspace, which has no package of that name", manifest, name)
		w.Fix = "check its folder out, or correct the name"
	case language.Outside(path.Join(path.Dir(manifest), strings.ReplaceAll(from, `\`, "/"))):
		w.Code = "dependency_outside"
		w.Message = fmt.Sprintf("%s takes %s from %s, outside of this folder: a build cannot reach it", manifest, name, from)
		w.Fix = "open the folder that holds both"
	default:
		w.Code = "dependency_missing"
		w.Message = fmt.Sprintf("%s takes %s from %s", manifest, name, from) + notThere
		w.Fix = "check it out, or correct the path"
	}
	return w
}

// closureOf gives a project and those of the repository that it is built with, each with
// what it depends on.
func closureOf(p *language.Project, projects map[string]*language.Project) (dirs []string, deps []language.Dependency) {
	dirs = []string{p.Path}
	for i := 0; i < len(dirs); i++ {
		p := projects[dirs[i]]
		if p == nil || p.Language.Dependencies == nil {
			continue
		}
		if p.Deps == nil { // neither a service nor called a library
			read(p)
		}
		deps = append(deps, p.Deps...)
		for _, d := range p.Deps {
			if d.Local != "" && !slices.Contains(dirs, d.Local) {
				dirs = append(dirs, d.Local)
			}
		}
	}
	return dirs, deps
}

// projectsOf are all projects of a repository by their folders.
func projectsOf(c *pipeline.Classification) map[string]*language.Project {
	out := map[string]*language.Project{}
	for _, p := range c.Projects {
		out[p.Path] = p
	}
	return out
}
