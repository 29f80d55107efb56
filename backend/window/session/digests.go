package session

import (
	"encoding/json"

	"aipack/backend/packaging/digest"
)

// EnsureDigests sees to it that what proofs of the run stand on is known.
func (r *Run) EnsureDigests() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.digested && !r.running.Load() {
		r.replan()
	}
}

// Plan is the run's plan as it stands.
func (r *Run) Plan() digest.Plan {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.planned()
}

// replan works out what proofs of the run's services stand on. While the folder
// cannot be read nobody knows what its Dockerfiles would be: what was known of the
// plan stays. It is called with the lock held.
func (r *Run) replan() {
	known := r.known()
	if known.index == nil {
		return
	}
	changed, first := map[string]string{}, []int{}
	for i, plan := range r.planned().Digests() {
		d := &r.docs[i]
		if d.Plan == plan {
			continue
		}
		if d.Plan == "" {
			first = append(first, i)
		}
		d.Plan, changed[d.Service] = plan, plan
	}
	r.digested = true
	if r.running.Load() || len(changed) == 0 {
		return // the end of the run keeps it
	}
	r.saves(func() error { return r.store.SavePlans(r.row.ID, changed) })
	r.adopt(first)
}

// adopt gives proofs of before plans were kept the plan that they proved, where it
// is the one in force: its Dockerfile is the one that was built.
func (r *Run) adopt(services []int) {
	adopted := map[string]string{}
	proofs, err := r.store.Proofs(r.row.ID)
	for _, i := range services {
		d := r.docs[i]
		for _, p := range proofs {
			if p.Service != d.Service || p.Plan != "" {
				continue
			}
			var built struct{ Dockerfile string }
			text, err := r.store.Report(p.ID)
			if err == nil && text != "" && json.Unmarshal([]byte(text), &built) == nil && built.Dockerfile == r.inForce(i) {
				adopted[p.ID] = d.Plan
			}
		}
	}
	if err == nil && len(adopted) > 0 {
		err = r.store.Adopt(adopted)
	}
	if err != nil {
		r.page.Log.Add("finding out what was proved: " + err.Error())
	}
}

// inForce is the Dockerfile of a service. It is called with the lock held.
func (r *Run) inForce(i int) string {
	if hand := r.docs[i].Dockerfile; hand != "" {
		return hand
	}
	return r.ours(r.docs[i].Service)
}

// planned is the run's plan as it stands. It is called with the lock held.
func (r *Run) planned() digest.Plan {
	p := digest.Plan{Files: r.known().paths}
	for i, doc := range r.current() {
		p.Services = append(p.Services, digest.Service{Name: r.docs[i].Service, Document: doc, Dockerfile: r.docs[i].Dockerfile})
	}
	return p
}
