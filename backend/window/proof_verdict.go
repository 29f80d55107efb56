package window

import (
	"encoding/json"
	"errors"

	"aipack/backend/store"
	"aipack/backend/window/digest"
	"aipack/backend/window/page"
	"aipack/backend/window/verdict"
)

// Verdict says how the plan of a run stands, by the proofs of all runs of its
// folder. Whatever shows whether something is proven shows this.
func (ps *Proofs) Verdict(runID string) (verdict.Plan, error) {
	return page.Guard(ps.page, "Proofs.Verdict", func() (verdict.Plan, error) {
		r, err := ps.orders.memory.run(runID)
		if err != nil {
			return verdict.Plan{}, err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if !r.digested && !r.running.Load() {
			r.replan()
		}
		v, err := ps.archive.Verdict(runID)
		if errors.Is(err, store.ErrAbsent) { // the disk was full when it began
			err = nil
		}
		return verdict.Of(runID, r.row.Path, v), err
	})
}

// replan works out what proofs of the run's services stand on. While the folder
// cannot be read nobody knows what its Dockerfiles would be: what was known of the
// plan stays. It is called with the lock held.
func (r *run) replan() {
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
	r.saves(func() error { return r.archive.SavePlans(r.row.ID, changed) })
	r.adopt(first)
}

// adopt gives proofs of before plans were kept the plan that they proved, where it
// is the one in force: its Dockerfile is the one that was built.
func (r *run) adopt(services []int) {
	adopted := map[string]string{}
	proofs, err := r.archive.Proofs(r.row.ID)
	for _, i := range services {
		d := r.docs[i]
		for _, p := range proofs {
			if p.Service != d.Service || p.Plan != "" {
				continue
			}
			var built struct{ Dockerfile string }
			text, err := r.archive.Report(p.ID)
			if err == nil && text != "" && json.Unmarshal([]byte(text), &built) == nil && built.Dockerfile == r.inForce(i) {
				adopted[p.ID] = d.Plan
			}
		}
	}
	if err == nil && len(adopted) > 0 {
		err = r.archive.Adopt(adopted)
	}
	if err != nil {
		r.page.Log.Add("finding out what was proved: " + err.Error())
	}
}

// inForce is the Dockerfile of a service. It is called with the lock held.
func (r *run) inForce(i int) string {
	if hand := r.docs[i].Dockerfile; hand != "" {
		return hand
	}
	return r.ours(r.docs[i].Service)
}

// planOf is a run's plan as it stands.
func (o *orders) planOf(runID string) (digest.Plan, error) {
	r, err := o.memory.run(runID)
	if err != nil {
		return digest.Plan{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.planned(), nil
}

// planned is the run's plan as it stands. It is called with the lock held.
func (r *run) planned() digest.Plan {
	p := digest.Plan{Files: r.known().paths}
	for i, doc := range r.current() {
		p.Services = append(p.Services, digest.Service{Name: r.docs[i].Service, Document: doc, Dockerfile: r.docs[i].Dockerfile})
	}
	return p
}
