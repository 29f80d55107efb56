package phase

import (
	"context"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/base/plural"
	"aipack/backend/detect/healthcheck"
	"aipack/backend/detect/namecase"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/wiring"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Assemble makes a document of everything that was found about a service.
type Assemble struct{}

// Name is the phase's id.
func (Assemble) Name() string { return "assemble" }

// Describe says what was made.
func (Assemble) Describe(a *pipeline.AnalysisContext) string {
	return plural.Of(len(a.Documents()), "document")
}

// Execute makes one document a service, in the order of their paths.
func (Assemble) Execute(_ context.Context, a *pipeline.AnalysisContext) error {
	docs := []universalbuild.UniversalBuild{}
	n, paths, projects := neighbours(a), map[string]bool{}, projectsOf(a.Classification())
	for _, s := range a.Analyses() {
		paths[s.Service.Path] = true
	}
	for _, s := range a.Analyses() {
		docs = append(docs, document(s.Context, a, n, paths, projects))
	}
	a.SetDocuments(docs)
	return nil
}

func document(s *pipeline.ServiceContext, a *pipeline.AnalysisContext, n *wiring.Neighbours, services map[string]bool, projects map[string]*language.Project) universalbuild.UniversalBuild {
	d := universalbuild.UniversalBuild{Version: universalbuild.Version}
	values := wire(s, n)
	d.Metadata = metadata(s, a, services)
	d.Build = s.Recipe.Build
	d.Build.CachePaths = s.Caches
	d.Build.SystemPackages = merge(d.Build.SystemPackages, s.Systems.Build)
	d.Runtime = runtime(s)
	d.Evidence = evidence(s, d, values)
	d.Warnings = append(warnings(s), absent(s, projects)...)
	d.Metadata.Confidence = confidence(s, d.Warnings...)
	d.Metadata.Reasoning = reasoning(s, d)
	return d
}

func metadata(s *pipeline.ServiceContext, a *pipeline.AnalysisContext, services map[string]bool) universalbuild.Metadata {
	m := universalbuild.Metadata{
		ProjectName: nameOf(s.Service), Path: s.Path,
		Language: s.Language.ID, BuildSystem: s.Claim.System, PackageManager: s.Claim.PackageManager,
		Kind: s.Kind, Framework: s.Framework.Value, RuntimeVersion: s.Version.Value,
		StaticSite: s.Recipe.Static, Variant: s.Claim.Variant,
	}
	if m.PackageManager == "" {
		m.PackageManager = s.Claim.System
	}
	if s.Workspace != nil {
		m.WorkspaceTool = s.Workspace.Tool
	}
	for _, b := range s.Beside {
		if b.Language.ID != s.Language.ID && b.Claim.Role > language.Unknown {
			m.Languages = append(m.Languages, b.Language.ID)
		}
	}
	m.Languages = unique(m.Languages)
	for _, b := range s.Backing {
		m.BackingServices = append(m.BackingServices, b.Value)
	}
	for _, one := range setups(s) {
		m.DataSetup = append(m.DataSetup, one.Value)
	}
	for _, path := range unique(slices.Concat(a.Dependencies().Internal[s.Path], s.Facts.DependsOn(), reached(s))) {
		if services[path] {
			m.DependsOn = append(m.DependsOn, path)
		}
	}
	return m
}

func runtime(s *pipeline.ServiceContext) universalbuild.Runtime {
	r := s.Recipe.Runtime
	r.SystemPackages = merge(r.SystemPackages, s.Systems.Runtime)
	if !s.Recipe.Static {
		r.Command, r.Release = releasedAt(s)
		r.Processes = s.Start.Value.Processes
	}
	for _, v := range s.Vars {
		r.Variables = append(r.Variables, v.Value)
	}
	if s.Port.Found() {
		r.Ports = []universalbuild.Port{{Port: s.Port.Value, Protocol: "tcp"}}
		r.Healthcheck = healthcheck.Of(r.BaseImage, portWord(s, r), s.Health.Value)
		if f, ok := s.KnownFramework(); ok && f.StartPeriod != "" && r.Healthcheck != nil {
			r.Healthcheck.StartPeriod = f.StartPeriod
		}
	}
	env := map[string]string{}
	if s.Kind == universalbuild.Web && s.Port.Found() && asksPortOf(s, r) {
		env["PORT"] = strconv.Itoa(s.Port.Value)
	}
	for _, set := range s.Settings {
		env[set.Name] = set.Value
	}
	maps.Copy(env, r.Environment)
	r.Environment = env
	return r
}

// asksPortOf reports whether anything in the image reads PORT: the program, its
// command, or a file of the recipe.
func asksPortOf(s *pipeline.ServiceContext, r universalbuild.Runtime) bool {
	return s.PortTold == "PORT" || asksPort(s.Start.Value) || slices.ContainsFunc(r.Files, func(f universalbuild.File) bool { return strings.Contains(f.Content, "${PORT}") })
}

// portWord is the port as the health check asks for it: what the variable says
// that tells it to the program, else the number alone.
func portWord(s *pipeline.ServiceContext, r universalbuild.Runtime) string {
	number := strconv.Itoa(s.Port.Value)
	switch {
	case asksPortOf(s, r):
		return "${PORT:-" + number + "}"
	case s.PortTold != "" && s.Kind == universalbuild.Web:
		return "${" + s.PortTold + ":-" + number + "}"
	}
	return number
}

// merge adds the packages that dependencies ask for, sorted, once each.
func merge(have []string, more []pipeline.Package) []string {
	out := slices.Clone(have)
	for _, p := range more {
		out = append(out, p.Name)
	}
	sort.Strings(out)
	return slices.Compact(out)
}

// confidence is the mean of what the plan stands on: that this is a project of
// that kind (counted twice), its command, its port where it needs one, and the
// runtime's version. A service that is itself doubtful stays below one half.
func confidence(s *pipeline.ServiceContext, said ...universalbuild.Warning) float64 {
	sum, n := 2*s.Confidence, 2.0
	add := func(c float64) { sum, n = sum+c, n+1 }
	if !s.Recipe.Static {
		add(s.Start.Confidence)
	}
	if s.Kind == universalbuild.Web {
		add(s.Port.Confidence)
	}
	add(max(s.Version.Confidence, finding.Guess))
	c := sum / n
	if contested(s.Start) || s.Secured.Value.Verified || s.Recipe.Doubtful ||
		slices.ContainsFunc(said, func(w universalbuild.Warning) bool { return hopeless[w.Code] }) {
		c = min(c, belowHigh)
	}
	if unwired(s) || untabled(s) {
		c = min(c, belowSure)
	}
	if s.Confidence < 0.5 {
		c = min(c, s.Confidence)
	}
	return math.Round(c*100) / 100
}

// belowHigh is the most that a plan counts beside whose start another is as likely, or
// whose data service the program refuses, or that is not built as it is: what is called
// high (0.8) is a promise, whatever is sure of the rest.
const belowHigh = 0.79

// hopeless are the warnings of what cannot be built, or not reached, until somebody changes
// the project.
var hopeless = map[string]bool{
	"loopback_only": true, "submodule_missing": true, "lfs_pointers": true, "member_missing": true, "adapter_of_platform": true, "name_case": true,
	"start_missing": true, "django_settings_missing": true,
}

// belowSure is the most that a plan counts which leaves to a person what the program
// needs: 0.9 and more says that it comes up as it is.
const belowSure = 0.89

// unwired reports whether the plan gives nothing for a variable that the program
// needs, or has a data service to which nothing that it gives leads.
func unwired(s *pipeline.ServiceContext) bool {
	leads := ""
	for _, v := range s.Vars {
		if v.Value.Required && v.Value.Default == "" && v.Value.Value == "" && !setAlready(s, v.Value.Name) {
			return true
		}
		leads += v.Value.Value
	}
	for _, set := range s.Settings {
		leads += set.Value
	}
	return slices.ContainsFunc(s.Backing, func(b finding.Finding[string]) bool { return !strings.Contains(leads, "{"+b.Value+".") })
}

// contested reports whether another answer lost that was as sure.
func contested[T any](f finding.Finding[T]) bool {
	return f.Source == finding.Rule && slices.ContainsFunc(f.Alternatives, func(l finding.Alternative) bool { return l.Confidence > f.Confidence })
}

func reasoning(s *pipeline.ServiceContext, d universalbuild.UniversalBuild) string {
	var b strings.Builder
	b.WriteString(s.Language.Name)
	if s.Framework.Found() {
		b.WriteString(" with " + s.Framework.Value)
	}
	if d.Metadata.BuildSystem != "" {
		b.WriteString(", built with " + systemName(s.Project))
	}
	if len(s.Claim.Why) > 0 && s.Claim.Why[0].Path != "" {
		b.WriteString(", because of " + s.Claim.Why[0].Path)
	}
	if text := startText(s.Start.Value); text != "" && !s.Recipe.Static {
		b.WriteString("; started by `" + text + "`")
		if len(s.Start.Evidence) > 0 && s.Start.Evidence[0].Path != "" {
			b.WriteString(" from " + s.Start.Evidence[0].Path)
		}
		for _, l := range s.Start.Alternatives {
			if l.Confidence > s.Start.Confidence && s.Start.Source == finding.Rule {
				b.WriteString(", though `" + l.Value + "`")
				if l.Path != "" {
					b.WriteString(" from " + l.Path)
				}
				b.WriteString(" is as likely")
				break
			}
		}
	}
	b.WriteString(".")
	return b.String()
}

func systemName(p *language.Project) string {
	if n := p.System().Name; n != "" {
		return n
	}
	return p.Claim.System
}

func warnings(s *pipeline.ServiceContext) []universalbuild.Warning {
	out := slices.Clone(s.Claim.Warnings)
	out = append(out, s.Reader().Warnings(s.Path)...)
	if s.Facts != nil && s.Facts.Around != nil {
		out = append(out, s.Facts.Around.RemarksOf(s.Path)...)
	}
	if s.Facts != nil {
		out = append(out, namecase.Warnings(s.Project, s.Facts.Sources.Set, s.Recipe.Build.BaseImage != "")...)
	}
	for _, g := range s.Gaps {
		out = append(out, universalbuild.Warning{Code: "unknown", Message: g})
	}
	return slices.CompactFunc(out, func(a, b universalbuild.Warning) bool { return a == b })
}
