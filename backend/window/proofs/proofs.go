package proofs

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/lint"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Proofs are those of a run's services: begun, stopped, and what they came to.
type Proofs struct {
	page   *page.Link
	store  *session.Store
	orders *orders
	models Models
	lint   lint.Checker
	data   string // the data folder; "" where nothing of a repair is kept
	now    func() time.Time

	mu      sync.Mutex
	running map[string]*round // by the id of each of its proofs
}

// Builders lists the places a builder was looked for, with what answered.
func (ps *Proofs) Builders() ([]BuilderInfo, error) {
	return page.Guard(ps.page, "Proofs.Builders", func() ([]BuilderInfo, error) {
		out := []BuilderInfo{}
		for _, c := range builder.Survey(context.Background(), ps.named()) {
			out = append(out, BuilderInfo{c.Address, c.Why, c.Version, c.Problem == "", c.Problem})
		}
		return out, nil
	})
}

// named is the builder that the settings name; "" where one is found.
func (ps *Proofs) named() string {
	if ps.models.Preferences == nil {
		return ""
	}
	return ps.models.Preferences().Builder
}

// Start begins to prove a service on a builder, "" for the one that is found,
// and gives the proof's id.
func (ps *Proofs) Start(runID, service, builder string) (string, error) {
	return page.Guard(ps.page, "Proofs.Start", func() (string, error) {
		return first(ps.start(runID, []string{service}, builder, false))
	})
}

// Fix proves a service as Start does, makes the edits that its failures offer, or
// that a model suggests where the settings let one be asked, one after the other,
// and keeps those that help: in the plan, where each can be undone.
func (ps *Proofs) Fix(runID, service, builder string) (string, error) {
	return page.Guard(ps.page, "Proofs.Fix", func() (string, error) {
		return first(ps.start(runID, []string{service}, builder, true))
	})
}

// All begins to prove the whole plan, as Start and Fix do one service: services
// that need each other, or the same data services, are proved together. It gives
// a proof for each service in the order of the plan.
func (ps *Proofs) All(runID, builder string, fix bool) ([]Proof, error) {
	return page.Guard(ps.page, "Proofs.All", func() ([]Proof, error) {
		services, err := ps.orders.services(runID)
		if err != nil {
			return nil, err
		}
		return ps.start(runID, services, builder, fix)
	})
}

func first(rows []Proof, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return rows[0].ID, nil
}

func (ps *Proofs) start(runID string, services []string, builder string, fix bool) ([]Proof, error) {
	run, err := ps.orders.registry.Run(runID)
	if err != nil {
		return nil, err
	}
	plan := run.Plan()
	digests := plan.ByName()
	var requests []prove.Request
	var rows []store.Proof
	now := ps.now().UnixMilli()
	for _, service := range services {
		request, err := ps.orders.of(runID, service)
		if err != nil {
			return nil, inService(err, service, len(services))
		}
		requests = append(requests, request)
		rows = append(rows, store.Proof{
			ID: session.NewID(), RunID: runID, Service: service, Verdict: "running", Builder: builder,
			StartedAt: now, Plan: digests[service],
		})
	}
	for _, row := range rows {
		ps.page.Unsaved(ps.store.SaveProof(row, ""))
	}
	ctx, cancel := context.WithCancel(context.Background())
	out := rowsOf(rows)
	r := ps.begun(rows, plan, requests[0].Dir, cancel)
	go ps.page.Apart("the proof", func() { r.execute(ctx, requests, fix) })
	return out, nil
}

// inService says of which of several services a fault is.
func inService(err error, service string, services int) error {
	var f *fault.Fault
	if services < 2 || !errors.As(err, &f) {
		return err
	}
	named := *f
	named.Message = service + ": " + f.Message
	return &named
}

// begun lists proofs as some that are under way.
func (ps *Proofs) begun(rows []store.Proof, of digest.Plan, folder string, cancel context.CancelFunc) *round {
	r := &round{of: ps, rows: rows, plan: of, folder: folder, over: make([]bool, len(rows)), cancel: cancel}
	r.feed = page.NewFeed(func(items []ProofItem) { r.tell(ProofBatch{Items: items}) })
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, row := range rows {
		ps.running[row.ID] = r
	}
	return r
}

// Stop ends a proof, and those that were begun with it.
func (ps *Proofs) Stop(id string) error {
	return page.Guarded(ps.page, "Proofs.Stop", func() error {
		ps.mu.Lock()
		r := ps.running[id]
		ps.mu.Unlock()
		if r != nil {
			r.cancel()
		}
		return nil
	})
}

// cancel ends them all; the window is closing.
func (ps *Proofs) cancel() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, r := range ps.running {
		r.cancel()
	}
}

// Report gives a proof's report as JSON, "" while it runs; in today's words, also
// where the report is older.
func (ps *Proofs) Report(id string) (string, error) {
	return page.Guard(ps.page, "Proofs.Report", func() (string, error) {
		text, err := ps.store.Report(id)
		if err != nil || text == "" {
			return "", err
		}
		report, err := prove.ParseReport(text)
		if err != nil {
			return "", err
		}
		today, err := json.Marshal(report)
		return string(today), err
	})
}

// List lists the proofs of a run, newest first.
func (ps *Proofs) List(runID string) ([]Proof, error) {
	return page.Guard(ps.page, "Proofs.List", func() ([]Proof, error) {
		list, err := ps.store.Proofs(runID)
		return rowsOf(list), err
	})
}
