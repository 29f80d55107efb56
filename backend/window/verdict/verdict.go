// Package verdict is what the page is told of how plans stand: which of a
// project's services were proved, by which proof, and whether the plan is still
// the one that was.
package verdict

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

// ProofOf is a proof as the history has it.
func ProofOf(p store.Proof) Proof {
	return Proof{p.ID, p.RunID, p.Service, p.Verdict, p.Builder, p.StartedAt, p.DurationMS, p.Cause, p.Loud}
}

// Proofs are those that the history has.
func Proofs(list []store.Proof) []Proof {
	out := make([]Proof, 0, len(list))
	for _, p := range list {
		out = append(out, ProofOf(p))
	}
	return out
}

// Plan says how the plan of a run stands; see store.Verdict.
type Plan struct {
	RunID    string    `json:"run_id"`
	Folder   string    `json:"folder"` // of the project: its proofs are those of any of its runs
	State    string    `json:"state"`
	Loud     bool      `json:"loud"`
	Services []Service `json:"services"`
}

// Service says how one service of a plan stands; see store.ServiceVerdict.
type Service struct {
	Service string `json:"service"`
	State   string `json:"state"`
	Loud    bool   `json:"loud"`
	Last    *Proof `json:"last"`    // the newest that came to its end; null for none
	Stale   bool   `json:"stale"`   // it was of an earlier plan
	Running *Proof `json:"running"` // one that is under way
	Cut     *Proof `json:"cut"`     // one after the last that was stopped, or could not begin
}

// Of is a verdict as the page is told of it.
func Of(runID, folder string, v store.Verdict) Plan {
	out := Plan{RunID: runID, Folder: folder, State: v.State, Loud: v.Loud, Services: []Service{}}
	for _, s := range v.Services {
		out.Services = append(out.Services, Service{s.Service, s.State, s.Loud, given(s.Last), s.Stale, given(s.Running), given(s.Cut)})
	}
	return out
}

func given(p *store.Proof) *Proof {
	if p == nil {
		return nil
	}
	one := ProofOf(*p)
	return &one
}
