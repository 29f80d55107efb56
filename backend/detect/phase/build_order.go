package phase

import (
	"context"
	"slices"
	"sort"

	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
)

// BuildOrder sorts the projects so that each comes after what it needs.
type BuildOrder struct{}

// Name is the phase's id.
func (BuildOrder) Name() string { return "build_order" }

// Describe says what was found.
func (BuildOrder) Describe(a *pipeline.AnalysisContext) string {
	if o := a.BuildOrder(); len(o.Cycle) > 0 {
		return "a cycle among " + plural.Of(len(o.Cycle), "project")
	}
	return plural.Of(len(a.BuildOrder().Paths), "project") + " in order"
}

// Execute sorts topologically, by path among equals; the members of a cycle
// come together, in the order of their paths, and are named.
func (BuildOrder) Execute(_ context.Context, a *pipeline.AnalysisContext) error {
	st, deps := a.Structure(), a.Dependencies()
	var paths []string
	for _, p := range st.Libraries {
		paths = append(paths, p.Path)
	}
	for _, s := range st.Services {
		paths = append(paths, s.Path)
	}
	sort.Strings(paths)
	a.SetBuildOrder(order(paths, deps.Internal))
	return nil
}

func order(paths []string, needs map[string][]string) *pipeline.BuildOrder {
	const (
		entered = 1
		left    = 2
	)
	out := &pipeline.BuildOrder{}
	state := map[string]int{}
	var trail []string
	var visit func(string)
	visit = func(p string) {
		switch state[p] {
		case left:
			return
		case entered:
			if out.Cycle == nil {
				out.Cycle = slices.Clone(trail[slices.Index(trail, p):])
			}
			return
		}
		state[p] = entered
		trail = append(trail, p)
		for _, n := range needs[p] {
			visit(n)
		}
		trail = trail[:len(trail)-1]
		state[p] = left
		out.Paths = append(out.Paths, p)
	}
	for _, p := range paths {
		visit(p)
	}
	return out
}
