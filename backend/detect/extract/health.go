package extract

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Health finds the HTTP path that says the service is healthy. more are further
// candidates: the language's own answer, the framework's paths.
func (f *Facts) Health(more ...finding.Finding[string]) finding.Finding[string] {
	f.routes.Served, _ = servedObject.Find(strings.Join(f.Project.Start.Value.Command, " "))
	all := f.DeployedHealth(f.Reached...)
	all = append(all, f.open(f.routes.Health(f.prefix))...)
	return strongest(f.open(more), all, func(s string) string { return s })
}

// Answers lists further paths that the sources answer to a plain GET.
func (f *Facts) Answers() []finding.Finding[string] { return f.open(f.routes.Answers(f.prefix)) }

// open takes off the paths that only those are answered who have signed in.
func (f *Facts) open(list []finding.Finding[string]) []finding.Finding[string] {
	l := f.Project.Language
	if l == nil || l.Guarded == nil {
		return list
	}
	return slices.DeleteFunc(list, func(one finding.Finding[string]) bool { return one.Found() && l.Guarded(f.Project, one.Value) })
}

// servedObject is the application that a server of Python's is pointed at.
const servedObject = language.Pattern(`(?:^|\s)([A-Za-z_][\w.]*:[A-Za-z_]\w*)(?:\s|$)`)

// prefix is what the language knows all routes to stand below.
func (f *Facts) prefix() string {
	if l := f.Project.Language; l != nil && l.Prefix != nil {
		return l.Prefix(f.Project)
	}
	return ""
}
