package pipeline

import (
	"context"
	"fmt"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/universalbuild"
)

// whole are the services that were analysed to their end.
func whole(all []ServiceAnalysis, errs []error) []ServiceAnalysis {
	var out []ServiceAnalysis
	for i, a := range all {
		if errs[i] == nil {
			out = append(out, a)
		}
	}
	return out
}

// keep makes documents of the services that were through when the run ended
// early. That was decided by time or by the user, so neither bounds it; it
// asks nobody and reads little. Where it does not come off, nothing is kept.
func (r *running) keep(ctx context.Context) {
	if r.a.documents != nil {
		return
	}
	if r.a.analyses == nil { // else all services were through
		if len(r.done) == 0 {
			return
		}
		r.a.analyses = &r.done
	}
	for _, p := range r.o.After {
		_, err := guarded("keeping what was found", func() (struct{}, error) {
			return struct{}{}, p.Execute(context.WithoutCancel(ctx), r.a)
		})
		if err != nil {
			r.a.documents = nil
			return
		}
	}
	if r.a.documents != nil {
		r.a.SetDocuments(withoutOthers(r.a.Documents(), r.left(r.a.Documents())))
	}
}

// withoutOthers says in documents that they were made without those of other
// services: an address of one of them may be missing or another.
func withoutOthers(documents []universalbuild.UniversalBuild, left []string) []universalbuild.UniversalBuild {
	if len(left) == 0 {
		return documents
	}
	const most = 3 // named
	names := strings.Join(left[:min(len(left), most)], ", ")
	if more := len(left) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	for i := range documents {
		documents[i].Warnings = append(documents[i].Warnings, universalbuild.Warning{
			Code: "made_without_others", Message: "The analysis ended before " + names + " was through, so what leads there may be missing or wrong.",
			Fix: "Analyse the folder again.",
		})
	}
	return documents
}

// left are the services of which there is no document.
func (r *running) left(documents []universalbuild.UniversalBuild) (paths []string) {
	there := map[string]bool{}
	for _, s := range services(documents) {
		there[s.Path] = true
	}
	for _, s := range r.a.Structure().Services {
		if !there[s.Path] {
			paths = append(paths, s.Path)
		}
	}
	return paths
}

// found is what a run that ended early holds all the same.
func (r *running) found(out *Outcome) event.Found {
	if len(out.Documents) == 0 {
		return event.Found{}
	}
	return event.Found{Services: services(out.Documents), Left: r.left(out.Documents)}
}
