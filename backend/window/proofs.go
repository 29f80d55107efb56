package window

import (
	"context"
	"sync"
	"time"

	"aipack/backend/prove/builder"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Proofs are those of a run's services: begun, stopped, and what they came to.
type Proofs struct {
	page    *page.Link
	archive *archive
	orders  *orders
	now     func() time.Time

	mu      sync.Mutex
	running map[string]*proof // by id
}

// Builders lists the places a builder was looked for, with what answered.
func (ps *Proofs) Builders() ([]BuilderInfo, error) {
	return page.Guard(ps.page, "Proofs.Builders", func() ([]BuilderInfo, error) {
		out := []BuilderInfo{}
		for _, c := range builder.Survey(context.Background()) {
			out = append(out, BuilderInfo{c.Address, c.Why, c.Version, c.Problem == "", c.Problem})
		}
		return out, nil
	})
}

// Start begins to prove a service on a builder, "" for the one that is found,
// and gives the proof's id.
func (ps *Proofs) Start(runID, service, builder string) (string, error) {
	return page.Guard(ps.page, "Proofs.Start", func() (string, error) { return ps.start(runID, service, builder, false) })
}

// Fix proves a service as Start does, makes the edits that its failures offer,
// one after the other, and keeps those that help: in the plan, where each can be
// undone.
func (ps *Proofs) Fix(runID, service, builder string) (string, error) {
	return page.Guard(ps.page, "Proofs.Fix", func() (string, error) { return ps.start(runID, service, builder, true) })
}

func (ps *Proofs) start(runID, service, builder string, fix bool) (string, error) {
	request, err := ps.orders.of(runID, service)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := ps.begun(store.Proof{ID: newID(), RunID: runID, Service: service, Verdict: "running", Builder: builder, StartedAt: ps.now().UnixMilli()}, cancel)
	ps.page.Unsaved(ps.archive.SaveProof(p.row, ""))
	go ps.page.Apart("the proof", func() { p.execute(ctx, request, fix) })
	return p.row.ID, nil
}

// begun lists a proof as one that is under way.
func (ps *Proofs) begun(row store.Proof, cancel context.CancelFunc) *proof {
	p := &proof{of: ps, row: row, cancel: cancel}
	p.feed = page.NewFeed(func(items []ProofItem) { p.tell(ProofBatch{Items: items}) })
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.running[row.ID] = p
	return p
}

// Stop ends a proof.
func (ps *Proofs) Stop(id string) error {
	return page.Guarded(ps.page, "Proofs.Stop", func() error {
		ps.mu.Lock()
		p := ps.running[id]
		ps.mu.Unlock()
		if p != nil {
			p.cancel()
		}
		return nil
	})
}

// cancel ends them all; the window is closing.
func (ps *Proofs) cancel() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, p := range ps.running {
		p.cancel()
	}
}

// Report gives a proof's report as JSON, "" while it runs.
func (ps *Proofs) Report(id string) (string, error) {
	return page.Guard(ps.page, "Proofs.Report", func() (string, error) { return ps.archive.Report(id) })
}

// List lists the proofs of a run, newest first.
func (ps *Proofs) List(runID string) ([]ProofRow, error) {
	return page.Guard(ps.page, "Proofs.List", func() ([]ProofRow, error) {
		list, err := ps.archive.Proofs(runID)
		if err != nil {
			return nil, err
		}
		out := make([]ProofRow, 0, len(list))
		for _, p := range list {
			out = append(out, ProofRow(p))
		}
		return out, nil
	})
}
