package pipeline

import "slices"

// Retry begins a run in the middle. The rules run in every phase: they cost
// milliseconds and see the folder as it is now. What a model said before the
// chosen phase stands, and is not asked again.
type Retry struct {
	Of      string  // id of the earlier run
	Phase   string  // the first phase that asks anew
	Service string  // path of the service whose phase it is; "" for a phase of the repository
	Earlier Adviser // knows what the earlier run was answered; nil: it asked nobody
	Hint    string  // the earlier run's: its questions were put with it
}

// Has reports whether a run has such a phase.
func (p Parts) Has(phase string, ofService bool) bool { return p.place(phase, ofService) >= 0 }

// place is where in the line a phase stands, -1 for none. A phase of services
// may be called as one of the repository is.
func (p Parts) place(phase string, ofService bool) int {
	workflow := func(list []WorkflowPhase) int {
		return slices.IndexFunc(list, func(w WorkflowPhase) bool { return w.Name() == phase })
	}
	if ofService {
		if at := slices.IndexFunc(p.Service, func(s ServicePhase) bool { return s.Name() == phase }); at >= 0 {
			return len(p.Before) + at
		}
		return -1
	}
	if at := workflow(p.Before); at >= 0 {
		return at
	}
	if at := workflow(p.After); at >= 0 {
		return len(p.Before) + len(p.Service) + at
	}
	return -1
}

// stands reports whether the earlier run's answers stand in a phase. Of the
// services, only the chosen one asks anew.
func (r *running) stands(phase, service string) bool {
	if r.retry == nil {
		return false
	}
	if service != "" && r.retry.Service != "" && service != r.retry.Service {
		return true
	}
	return r.o.place(phase, service != "") < r.o.place(r.retry.Phase, r.retry.Service != "")
}

// asks gives who is asked in a phase, and the user's words to ask with; nil
// where nobody is.
func (r *running) asks(phase, service string) (Adviser, string) {
	if r.adviser != nil && r.stands(phase, service) {
		return r.retry.Earlier, r.retry.Hint
	}
	return r.adviser, r.hint
}
