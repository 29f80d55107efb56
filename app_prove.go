//go:build !headless || window

package main

import (
	"context"
	"encoding/json"
	"sync"

	"aipack/backend/fault"
	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/store"
)

// ProofItem is one thing that happened during a proof.
type ProofItem struct {
	Seq     int64       `json:"seq"`
	Index   int         `json:"index"`
	Step    *prove.Step `json:"step"`
	Log     string      `json:"log"`
	Phase   string      `json:"phase"`   // it came to "start", "answer", "again", "checks"
	Waiting string      `json:"waiting"` // what is waited for there, in words
}

// ProofBatch is the payload of the "prove" event.
type ProofBatch struct {
	ProofID string      `json:"proof_id"`
	RunID   string      `json:"run_id"`
	Service string      `json:"service"`
	Items   []ProofItem `json:"items"`
	Done    bool        `json:"done"`
	Verdict string      `json:"verdict"`
	Error   *Fault      `json:"error"`
}

// proof is one that is under way.
type proof struct {
	app    *App
	row    store.Proof
	cancel context.CancelFunc

	mu    sync.Mutex
	seq   int64
	items []ProofItem
}

// Builders lists the places a builder was looked for, with what answered.
func (a *App) Builders() ([]BuilderInfo, error) {
	return guard(a, "Builders", func() ([]BuilderInfo, error) {
		out := []BuilderInfo{}
		for _, c := range builder.Survey(context.Background()) {
			out = append(out, BuilderInfo{c.Address, c.Why, c.Version, c.Problem == "", c.Problem})
		}
		return out, nil
	})
}

// Prove begins to prove a service on a builder, "" for the one that is found,
// and gives the proof's id.
func (a *App) Prove(runID, service, builder string) (string, error) {
	return guard(a, "Prove", func() (string, error) {
		request, err := a.proofRequest(runID, service)
		if err != nil {
			return "", err
		}
		ctx, cancel := context.WithCancel(context.Background())
		p := &proof{app: a, cancel: cancel, row: store.Proof{ID: newID(), RunID: runID, Service: service, Verdict: "running", Builder: builder, StartedAt: a.now().UnixMilli()}}
		a.unsaved(a.store.SaveProof(p.row, ""))
		a.mu.Lock()
		a.proofs[p.row.ID] = p
		a.mu.Unlock()
		go a.apart("the proof", func() { p.execute(ctx, request) })
		return p.row.ID, nil
	})
}

// proofRequest is a service as the user has it before him.
func (a *App) proofRequest(runID, service string) (prove.Request, error) {
	r, err := a.run(runID)
	if err != nil {
		return prove.Request{}, err
	}
	state, err := a.Service(runID, service)
	if err != nil {
		return prove.Request{}, err
	}
	if failed(state.Problems) || state.Dockerfile.Error != "" {
		return prove.Request{}, &fault.Fault{Code: fault.DocumentInvalid, Message: "The document has errors, so it cannot be built", Hint: "Correct what the Result marks in red, then prove it."}
	}
	env, err := a.variables.given(r.row.Path, service)
	if err != nil {
		return prove.Request{}, err
	}
	request := prove.Request{Document: parsed(state.Document), Dir: r.row.Path, Env: env}
	if state.ByHand {
		request.Dockerfile = state.Dockerfile.Content
	}
	return request, nil
}

// execute proves and tells the page meanwhile.
func (p *proof) execute(ctx context.Context, request prove.Request) {
	defer p.cancel()
	told := often(func() bool { p.tell(ProofBatch{}); return true }, nil)
	report, err := guard(p.app, "the proof", func() (*prove.Report, error) {
		builder, err := builder.Choose(ctx, p.row.Builder)
		if err != nil {
			return nil, err
		}
		p.row.Builder = builder.Address
		return prove.Prover{Builder: builder, Limits: prove.Usual(), Browser: browser.Find(), Now: p.app.now, Sink: p.hear}.Prove(ctx, request)
	})
	told()
	p.finish(ctx, report, err)
}

func (p *proof) hear(e prove.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seq++
	item := ProofItem{Seq: p.seq, Index: e.Index, Log: e.Log, Phase: e.Phase, Waiting: e.Waiting}
	if e.Step != nil {
		step := *e.Step // the prover goes on with its own
		item.Step = &step
	}
	p.items = append(p.items, item)
}

// tell hands what is new to the page; a batch that ends the proof always goes.
func (p *proof) tell(batch ProofBatch) {
	p.mu.Lock()
	batch.Items, p.items = p.items, nil
	p.mu.Unlock()
	if len(batch.Items) == 0 && !batch.Done {
		return
	}
	if batch.Items == nil {
		batch.Items = []ProofItem{}
	}
	batch.ProofID, batch.RunID, batch.Service = p.row.ID, p.row.RunID, p.row.Service
	p.app.emit("prove", batch)
}

// finish keeps what the proof came to. One that was stopped keeps the steps it
// came through.
func (p *proof) finish(ctx context.Context, report *prove.Report, err error) {
	p.row.DurationMS = p.app.now().UnixMilli() - p.row.StartedAt
	last := ProofBatch{Done: true}
	switch {
	case err != nil && ctx.Err() != nil:
		p.row.Verdict = string(prove.Stopped)
		if report != nil {
			report.Verdict = prove.Stopped
		}
	case err != nil:
		f := faultOf(err)
		p.row.Verdict, p.row.Cause, last.Error = string(prove.NotBuilt), f.Message, &f
	default:
		p.row.Verdict = string(report.Verdict)
		if report.Failure != nil {
			p.row.Cause = report.Failure.Cause
		}
	}
	text := ""
	if report != nil {
		if b, err := json.Marshal(report); err == nil {
			text = string(b)
		}
	}
	last.Verdict = p.row.Verdict
	p.app.unsaved(p.app.store.SaveProof(p.row, text))
	p.app.mu.Lock()
	delete(p.app.proofs, p.row.ID)
	p.app.mu.Unlock()
	p.tell(last)
}

// StopProof ends a proof.
func (a *App) StopProof(id string) error {
	return guarded(a, "StopProof", func() error {
		a.mu.Lock()
		p := a.proofs[id]
		a.mu.Unlock()
		if p != nil {
			p.cancel()
		}
		return nil
	})
}

// Proof gives a proof's report as JSON, "" while it runs.
func (a *App) Proof(id string) (string, error) {
	return guard(a, "Proof", func() (string, error) { return a.store.Report(id) })
}

// Proofs lists the proofs of a run, newest first.
func (a *App) Proofs(runID string) ([]ProofRow, error) {
	return guard(a, "Proofs", func() ([]ProofRow, error) {
		list, err := a.store.Proofs(runID)
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
