package phase

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

// rest explains the fields that no finding stands for: the service's name and
// kind, and what follows from its build system alone. The reason of the latter
// is the claim: the project is of that kind, and such projects are built so.
func rest(w *witness, s *pipeline.ServiceContext, d universalbuild.UniversalBuild) {
	same := func(v string) string { return v }
	explain(w, "/metadata/project_name", nameWhy(s), same)
	explain(w, "/metadata/kind", kindWhy(s, d), same)
	if len(d.Runtime.Release) > 0 {
		explain(w, "/runtime/release", finding.Finding[string]{
			Value: strings.Join(d.Runtime.Release, " && "), Confidence: s.Start.Confidence, Source: s.Start.Source, Evidence: s.Start.Evidence,
		}, same)
	}
	if port, ok := d.Runtime.Environment["PORT"]; ok && !w.explains("/runtime/environment/PORT") {
		explain(w, "/runtime/environment/PORT", s.Port, func(int) string { return port })
	}
	if d.Runtime.Healthcheck != nil && !w.explains("/runtime/healthcheck") { // it asks whether the port answers
		explain(w, "/runtime/healthcheck", s.Port, strconv.Itoa)
	}
	answers(w, s)
	image(w, s, "/build/base_image", d.Build.BaseImage)
	image(w, s, "/runtime/base_image", d.Runtime.BaseImage)
	for _, f := range []struct {
		field  string
		values []string
	}{
		{"/build/pre_build_commands", d.Build.PreBuildCommands},
		{"/build/build_commands", d.Build.BuildCommands},
		{"/build/post_build_commands", d.Build.PostBuildCommands},
		{"/build/cache_paths", d.Build.CachePaths},
		{"/build/artifacts", d.Build.Artifacts},
		{"/runtime/workdir", list(d.Runtime.Workdir)},
		{"/runtime/copy", copies(d.Runtime.Copy)},
	} {
		if len(f.values) > 0 && !w.explains(f.field) {
			follows(w, s, f.field, strings.Join(f.values, " && "))
		}
	}
	each(w, s, "/build/system_packages", d.Build.SystemPackages)
	each(w, s, "/runtime/system_packages", d.Runtime.SystemPackages)
	environment(w, s, "/build/environment", d.Build.Environment)
	environment(w, s, "/runtime/environment", d.Runtime.Environment)
}

// answers notes beside the health check which paths the sources answer, too, where the
// program has data services or no path of health is known: it may ask the former for
// nothing else, and a proof sees only what is asked.
func answers(w *witness, s *pipeline.ServiceContext) {
	at := slices.IndexFunc(w.list, func(e universalbuild.Evidence) bool { return e.Field == "/runtime/healthcheck" })
	if at < 0 || len(s.Backing) == 0 && s.Health.Found() || s.Recipe.Static {
		return
	}
	known := map[string]bool{s.Health.Value: true}
	for _, a := range w.list[at].Alternatives {
		known[a.Value] = true
	}
	for _, f := range s.Facts.Answers() {
		if !known[f.Value] {
			why := first(f.Evidence)
			w.list[at].Alternatives = append(w.list[at].Alternatives, universalbuild.Alternative{Value: f.Value, Confidence: f.Confidence, Rule: why.Rule, Path: why.Path, Line: why.Line})
		}
	}
}

// explains reports whether a field, or something in it, has its reason.
func (w *witness) explains(field string) bool {
	return slices.ContainsFunc(w.list, func(e universalbuild.Evidence) bool {
		return e.Field == field || strings.HasPrefix(e.Field, field+"/")
	})
}

// follows says that a field is what the build system prescribes.
func follows(w *witness, s *pipeline.ServiceContext, field, value string) {
	why := finding.Evidence{Rule: s.Language.ID + ".recipe"}
	if len(s.Claim.Why) > 0 {
		claim := s.Claim.Why[0]
		why.Path, why.Line, why.Excerpt = claim.Path, claim.Line, claim.Excerpt
	}
	explain(w, field, finding.Of(value, s.Claim.Confidence, why), func(v string) string { return v })
}

func each(w *witness, s *pipeline.ServiceContext, field string, values []string) {
	for i, v := range values {
		if at := fmt.Sprintf("%s/%d", field, i); !w.explains(at) {
			follows(w, s, at, v)
		}
	}
}

func environment(w *witness, s *pipeline.ServiceContext, field string, values map[string]string) {
	if slices.ContainsFunc(w.list, func(e universalbuild.Evidence) bool { return e.Field == field }) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if at := field + "/" + universalbuild.Token(name); !w.explains(at) {
			follows(w, s, at, values[name])
		}
	}
}

// image explains a base image: one that carries the runtime's version is as
// sure as that, a variant of the build's as that one, and any other follows
// from the build system.
func image(w *witness, s *pipeline.ServiceContext, field, name string) {
	if name == "" || w.explains(field) {
		return
	}
	_, tag, _ := strings.Cut(name, ":")
	if major := firstNumber(s.Version.Value); s.Version.Found() && major != "" && firstNumber(tag) == major {
		v := finding.Finding[string]{Value: name, Confidence: s.Version.Confidence, Source: s.Version.Source, Evidence: s.Version.Evidence}
		explain(w, field, v, func(v string) string { return v })
		return
	}
	for _, e := range w.list {
		if e.Field == "/build/base_image" && sameRelease(e.Value, name) {
			e.Field, e.Value = field, name
			w.list = append(w.list, e)
		}
	}
	if !w.explains(field) {
		follows(w, s, field, name)
	}
}

// sameRelease reports whether two images are variants of one: node:22-bookworm
// and node:22-bookworm-slim.
func sameRelease(a, b string) bool {
	nameA, tagA, _ := strings.Cut(a, ":")
	nameB, tagB, _ := strings.Cut(b, ":")
	return nameA == nameB && firstNumber(tagA) == firstNumber(tagB)
}

// firstNumber is the first run of digits: "22" of ">=22.0.0".
func firstNumber(version string) string {
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	from := strings.IndexFunc(version, digit)
	if from < 0 {
		return ""
	}
	version = version[from:]
	if to := strings.IndexFunc(version, func(r rune) bool { return !digit(r) }); to >= 0 {
		version = version[:to]
	}
	return version
}

// nameWhy finds the line of a manifest that gives the project its name; a
// project without one is called like its folder.
func nameWhy(s *pipeline.ServiceContext) finding.Finding[string] {
	name := nameOf(s.Service)
	if s.Claim.Name == "" {
		return finding.Of(name, finding.Likely, finding.Evidence{Rule: "folder.name"})
	}
	const rule = "manifest.name"
	for _, m := range s.Language.Manifests {
		if m.Lock || !s.Has(m.Name) {
			continue
		}
		text, _ := s.Text(m.Name)
		for i, line := range strings.Split(text, "\n") {
			if strings.Contains(line, s.Claim.Name) && slices.ContainsFunc(nameKeys, func(key string) bool { return strings.Contains(line, key) }) {
				return finding.Of(name, finding.Certain, s.Evidence(rule, m.Name, i+1, line))
			}
		}
	}
	return finding.Of(name, finding.Likely, finding.Evidence{Rule: rule})
}

// nameKeys are what manifests call a project's name: package.json, Cargo.toml,
// pyproject.toml, pubspec.yaml and composer.json "name", go.mod "module",
// pom.xml "artifactId", settings.gradle "rootProject.name", mix.exs "app:",
// CMakeLists.txt "project(".
var nameKeys = []string{"name", "module ", "artifactId", "app:", "project("}

// kindWhy says why the service is of its kind: someone's word, what shows that
// it is run, its framework, or else what it is built with.
func kindWhy(s *pipeline.ServiceContext, d universalbuild.UniversalBuild) finding.Finding[string] {
	if s.Said.Found() || d.Metadata.Kind == "" {
		return s.Said
	}
	var why []finding.Evidence
	for _, e := range s.Why {
		if !slices.Contains(s.Claim.Why, e) {
			why = append(why, e)
		}
	}
	if f, known := s.KnownFramework(); known && f.Kind != "" {
		for _, e := range s.Framework.Evidence {
			if !slices.ContainsFunc(why, func(o finding.Evidence) bool { return o.Path == e.Path && o.Line == e.Line }) {
				why = append(why, e)
			}
		}
	}
	if len(why) == 0 {
		why = s.Claim.Why
	}
	return finding.Of(string(d.Metadata.Kind), kindSure(s), why...)
}

func list(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

func copies(all []universalbuild.Copy) []string {
	out := make([]string, len(all))
	for i, c := range all {
		out[i] = c.From
	}
	return out
}
