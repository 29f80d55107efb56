package proofs

import (
	"errors"

	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Verdict says how the plan of a run stands, by the proofs of all runs of its
// folder. Whatever shows whether something is proven shows this.
func (ps *Proofs) Verdict(runID string) (PlanVerdict, error) {
	return page.Guard(ps.page, "Proofs.Verdict", func() (PlanVerdict, error) {
		r, err := ps.orders.registry.Run(runID)
		if err != nil {
			return PlanVerdict{}, err
		}
		r.EnsureDigests()
		v, err := ps.store.Verdict(runID)
		if errors.Is(err, store.ErrAbsent) { // the disk was full when it began
			err = nil
		}
		return planVerdict(runID, r.Path(), v), err
	})
}
