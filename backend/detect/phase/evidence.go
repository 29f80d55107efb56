package phase

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

// evidence says for each field of the document why it is what it is, in the
// order of the fields' pointers.
func evidence(s *pipeline.ServiceContext, d universalbuild.UniversalBuild, values map[string]finding.Finding[string]) []universalbuild.Evidence {
	w := &witness{}
	same := func(v string) string { return v }
	claim := finding.Finding[string]{Value: s.Language.ID, Confidence: s.Confidence, Source: finding.Rule, Evidence: s.Why}
	explain(w, "/metadata/language", claim, same)
	claim.Value, claim.Evidence, claim.Alternatives = s.Claim.System, s.Claim.Why, s.Claim.Alternatives
	explain(w, "/metadata/build_system", claim, same)
	explain(w, "/metadata/runtime_version", s.Version, same)
	explain(w, "/metadata/framework", s.Framework, same)
	if s.Workspace != nil {
		explain(w, "/metadata/workspace_tool", finding.Of(s.Workspace.Tool, finding.Certain, s.Workspace.Why), same)
	}
	if !s.Recipe.Static {
		explain(w, "/runtime/command", s.Start, startText)
	}
	if len(d.Runtime.Ports) > 0 {
		explain(w, "/runtime/ports/0/port", s.Port, strconv.Itoa)
	}
	if d.Runtime.Healthcheck != nil {
		explain(w, "/runtime/healthcheck", s.Health, same)
	}
	for i, b := range s.Backing {
		explain(w, fmt.Sprintf("/metadata/backing_services/%d", i), b, same)
	}
	for i, one := range setups(s) {
		explain(w, fmt.Sprintf("/metadata/data_setup/%d", i), one, setupText)
	}
	packages(w, "/build/system_packages", d.Build.SystemPackages, s.Systems.Build)
	packages(w, "/runtime/system_packages", d.Runtime.SystemPackages, s.Systems.Runtime)
	for _, r := range s.Recipe.Why {
		r.Field = numbered(r.Field, "/runtime/system_packages/", d.Runtime.SystemPackages)
		explain(w, r.Field, from(r.Source, finding.Of(fieldText(d, r.Field), r.Confidence, r.Evidence)), same)
	}
	for _, set := range s.Settings {
		explain(w, "/runtime/environment/"+universalbuild.Token(set.Name), finding.Of(set.Value, finding.Likely, set.Why), same)
	}
	for i, v := range s.Vars {
		explain(w, fmt.Sprintf("/runtime/variables/%d", i), v, func(v universalbuild.Variable) string { return v.Name })
		explain(w, fmt.Sprintf("/runtime/variables/%d/value", i), values[v.Value.Name], same)
	}
	rest(w, s, d)
	sort.SliceStable(w.list, func(i, j int) bool { return w.list[i].Field < w.list[j].Field })
	return w.list
}

// numbered gives the pointer of a package that a recipe can only name: packages
// are sorted when all are known.
func numbered(field, list string, names []string) string {
	if i := slices.Index(names, strings.TrimPrefix(field, list)); i >= 0 && strings.HasPrefix(field, list) {
		return list + strconv.Itoa(i)
	}
	return field
}

// from says who found it, where no rule did.
func from(source finding.Source, f finding.Finding[string]) finding.Finding[string] {
	if source != "" {
		f.Source = source
	}
	return f
}

type witness struct{ list []universalbuild.Evidence }

func explain[T any](w *witness, field string, f finding.Finding[T], text func(T) string) {
	if !f.Found() {
		return
	}
	e := universalbuild.Evidence{Field: field, Value: text(f.Value), Confidence: f.Confidence, Source: string(f.Source)}
	for _, l := range f.Alternatives {
		e.Alternatives = append(e.Alternatives, universalbuild.Alternative{
			Value: l.Value, Confidence: l.Confidence, Rule: l.Rule, Path: l.Path, Line: l.Line,
		})
	}
	places := f.Evidence
	if len(places) == 0 {
		places = []finding.Evidence{{}}
	}
	for i, p := range places {
		e.Rule, e.Path, e.Line, e.Excerpt = p.Rule, p.Path, p.Line, p.Excerpt
		if i > 0 {
			e.Alternatives = nil // said once
		}
		w.list = append(w.list, e)
	}
}

func packages(w *witness, field string, all []string, asked []pipeline.Package) {
	for i, name := range all {
		for _, p := range asked {
			if p.Name == name {
				explain(w, fmt.Sprintf("%s/%d", field, i), from(p.Source, finding.Of(name, finding.Likely, p.Why)), func(v string) string { return v })
				break
			}
		}
	}
}

// fieldText renders the fields that recipes give reasons for.
func fieldText(d universalbuild.UniversalBuild, field string) string {
	switch field {
	case "/build/base_image":
		return d.Build.BaseImage
	case "/runtime/base_image":
		return d.Runtime.BaseImage
	case "/build/pre_build_commands":
		return strings.Join(d.Build.PreBuildCommands, " && ")
	case "/build/build_commands":
		return strings.Join(d.Build.BuildCommands, " && ")
	case "/build/artifacts":
		return strings.Join(d.Build.Artifacts, " ")
	case "/runtime/copy":
		return strings.Join(copies(d.Runtime.Copy), " ")
	}
	for i, line := range d.Runtime.Setup {
		if field == "/runtime/setup/"+strconv.Itoa(i) {
			return line
		}
	}
	for i, name := range d.Runtime.SystemPackages {
		if field == "/runtime/system_packages/"+strconv.Itoa(i) {
			return name
		}
	}
	return ""
}
