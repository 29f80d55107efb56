package proofs

import "aipack/backend/store"

// Proof is one proof of a service.
type Proof struct {
	ID         string `json:"id"`
	RunID      string `json:"run_id"` // of the analysis that it was begun from
	Service    string `json:"service"`
	Verdict    string `json:"verdict"`
	Builder    string `json:"builder"`
	StartedAt  int64  `json:"started_at"`
	DurationMS int64  `json:"duration_ms"`
	Cause      string `json:"cause"`
	Loud       bool   `json:"loud"` // its report has a warning that belongs beside the verdict
}

// rowOf is a proof as the history has it.
func rowOf(p store.Proof) Proof {
	return Proof{p.ID, p.RunID, p.Service, p.Verdict, p.Builder, p.StartedAt, p.DurationMS, p.Cause, p.Loud}
}

// rowsOf are those that the history has.
func rowsOf(list []store.Proof) []Proof {
	out := make([]Proof, 0, len(list))
	for _, p := range list {
		out = append(out, rowOf(p))
	}
	return out
}

// PlanVerdict says how the plan of a run stands; see store.Verdict.
type PlanVerdict struct {
	RunID    string           `json:"run_id"`
	Folder   string           `json:"folder"` // of the project: its proofs are those of any of its runs
	State    string           `json:"state"`
	Loud     bool             `json:"loud"`
	Services []ServiceVerdict `json:"services"`
}

// ServiceVerdict says how one service of a plan stands; see store.ServiceVerdict.
type ServiceVerdict struct {
	Service string `json:"service"`
	State   string `json:"state"`
	Loud    bool   `json:"loud"`
	Last    *Proof `json:"last"`    // the newest that came to its end; null for none
	Stale   bool   `json:"stale"`   // it was of an earlier plan
	Running *Proof `json:"running"` // one that is under way
	Cut     *Proof `json:"cut"`     // one after the last that was stopped, or could not begin
}

// planVerdict is a verdict as the page is told of it.
func planVerdict(runID, folder string, v store.Verdict) PlanVerdict {
	out := PlanVerdict{RunID: runID, Folder: folder, State: v.State, Loud: v.Loud, Services: []ServiceVerdict{}}
	for _, s := range v.Services {
		out.Services = append(out.Services, ServiceVerdict{s.Service, s.State, s.Loud, given(s.Last), s.Stale, given(s.Running), given(s.Cut)})
	}
	return out
}

func given(p *store.Proof) *Proof {
	if p == nil {
		return nil
	}
	one := rowOf(*p)
	return &one
}
