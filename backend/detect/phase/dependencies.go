package phase

import (
	"context"
	"slices"
	"sort"

	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// Dependencies reads what every project declares, and which projects of the
// repository need which others.
type Dependencies struct{}

// Name is the phase's id.
func (Dependencies) Name() string { return "dependencies" }

// Describe says what was found.
func (Dependencies) Describe(a *pipeline.AnalysisContext) string {
	n := 0
	for _, s := range a.Structure().Services {
		n += len(s.Deps)
	}
	return plural.Of(n, "declared package")
}

// Execute fills in Deps of all services, libraries and what stands beside
// them.
func (Dependencies) Execute(ctx context.Context, a *pipeline.AnalysisContext) error {
	st := a.Structure()
	projects := slices.Clone(st.Libraries)
	for _, s := range st.Services {
		projects = append(projects, s.Project)
	}
	out := &pipeline.Dependencies{Internal: map[string][]string{}}
	for _, p := range projects {
		if err := ctx.Err(); err != nil {
			return err
		}
		read(p)
		for _, b := range p.Beside {
			read(b)
		}
	}
	link(out, projects)
	a.SetDependencies(out)
	return nil
}

func read(p *language.Project) {
	if p.Language.Dependencies != nil {
		p.Deps = p.Language.Dependencies(p)
	}
}

// link finds a dependency's project by the folder that it names, else by the
// name under which a member of the same workspace is known.
func link(out *pipeline.Dependencies, projects []*language.Project) {
	byName, byPath := map[string]string{}, map[string]bool{}
	for _, p := range projects {
		byPath[p.Path] = true
		if p.Claim.Name != "" && p.Workspace != nil {
			byName[p.Workspace.Root+"\x00"+p.Claim.Name] = p.Path
		}
	}
	for _, p := range projects {
		for _, d := range p.Deps {
			to := d.Local
			if to == "" && p.Workspace != nil {
				to = byName[p.Workspace.Root+"\x00"+d.Name]
			}
			if to != "" && to != p.Path && byPath[to] && !slices.Contains(out.Internal[p.Path], to) {
				out.Internal[p.Path] = append(out.Internal[p.Path], to)
			}
		}
		sort.Strings(out.Internal[p.Path])
	}
}
