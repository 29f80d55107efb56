package phase

import (
	"context"
	"slices"
	"sort"
	"strconv"

	"aipack/backend/base/finding"
	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

// EnvVars finds the environment variables the service reads, and the services
// it leans on.
type EnvVars struct{}

// Name is the phase's id.
func (EnvVars) Name() string { return "env_vars" }

// Execute reads example files and the source.
func (EnvVars) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	s.Vars = s.Facts.Env()
	if s.Language.Variables != nil {
		more := s.Language.Variables(s.Project)
		ownDefaults(s.Vars, more, s.Facts.Around.Cluster.Names)
		s.Vars = joinVariables(s.Vars, more)
	}
	tellAddress(s)
	if !s.Recipe.Static { // files that a web server hands out talk to no database, whatever their workspace installs
		s.Backing = s.Facts.Backing()
	}
	return pipeline.ServicePhaseResult{Result: plural.Of(len(s.Vars), "variable") + ", " + plural.Of(len(s.Backing), "backing service")}, nil
}

// tellAddress sets the variable that alone says where the program listens, where nothing
// gives it a value: it would be asked for what only the plan can know.
func tellAddress(s *pipeline.ServiceContext) {
	if s.Language.Address == nil || s.Port.Value == 0 {
		return
	}
	a := s.Language.Address(s.Project)
	for i := range s.Vars {
		if v := &s.Vars[i].Value; a.Open && v.Name == a.HostVariable && v.Default == "" {
			v.Required, v.Default = false, "0.0.0.0:"+strconv.Itoa(s.Port.Value)
			set(s, v.Name, v.Default, a.Why)
		}
	}
}

// ownDefaults puts the defaults that a framework has by itself in place of
// addresses that hold in one cluster alone.
func ownDefaults(known, more []finding.Finding[universalbuild.Variable], inCluster func(string) bool) {
	for i := range known {
		k := &known[i].Value
		at := slices.IndexFunc(more, func(m finding.Finding[universalbuild.Variable]) bool { return m.Value.Name == k.Name })
		if at < 0 || more[at].Value.Default == "" || !inCluster(k.Default) {
			continue
		}
		m := more[at]
		k.Default, k.Path, k.Line = m.Value.Default, m.Value.Path, m.Value.Line
		known[i].Evidence = append(slices.Clone(m.Evidence), known[i].Evidence...)
	}
}

// joinVariables adds what a framework reads by itself. Of one that is known
// already only the need for it is taken over.
func joinVariables(known, more []finding.Finding[universalbuild.Variable]) []finding.Finding[universalbuild.Variable] {
	for _, m := range more {
		i := slices.IndexFunc(known, func(k finding.Finding[universalbuild.Variable]) bool { return k.Value.Name == m.Value.Name })
		if i < 0 {
			known = append(known, m)
			continue
		}
		known[i].Value.Required = known[i].Value.Required || m.Value.Required && known[i].Value.Default == ""
		known[i].Value.Secret = known[i].Value.Secret || m.Value.Secret
	}
	sort.SliceStable(known, func(i, j int) bool { return known[i].Value.Name < known[j].Value.Name })
	return known
}
