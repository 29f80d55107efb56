package pipeline

import (
	"context"

	"aipack/backend/event"
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
}

// found is what a run that ended early holds all the same.
func (r *running) found(out *Outcome) event.Found {
	if len(out.Documents) == 0 {
		return event.Found{}
	}
	f := event.Found{Services: services(out.Documents)}
	there := map[string]bool{}
	for _, s := range f.Services {
		there[s.Path] = true
	}
	for _, s := range r.a.Structure().Services {
		if !there[s.Path] {
			f.Left = append(f.Left, s.Path)
		}
	}
	return f
}
