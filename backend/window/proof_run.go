package window

import (
	"context"
	"encoding/json"
	"sync"

	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// proof is one that is under way.
type proof struct {
	of     *Proofs
	row    store.Proof
	cancel context.CancelFunc
	feed   *page.Feed[ProofItem]

	mu  sync.Mutex
	seq int64
}

// execute proves and tells the page meanwhile.
func (p *proof) execute(ctx context.Context, request prove.Request, fix bool) {
	defer p.cancel()
	p.feed.Start()
	report, err := page.Guard(p.of.page, "the proof", func() (*prove.Report, error) {
		chosen, err := builder.Choose(ctx, p.row.Builder)
		if err != nil {
			return nil, err
		}
		p.row.Builder = chosen.Address
		once := prove.Prover{Builder: chosen, Limits: prove.Usual(), Browser: browser.Find(), Now: p.of.now, Sink: p.hear}
		return p.loop(once, request.Dir, fix).Prove(ctx, request)
	})
	p.feed.Stop()
	p.finish(ctx, report, err)
}

func (p *proof) hear(e prove.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seq++
	item := ProofItem{Seq: p.seq, Index: e.Index, Log: e.Log, Phase: e.Phase, Waiting: e.Waiting, Try: e.Try}
	if e.Step != nil {
		step := *e.Step // the prover goes on with its own
		item.Step = &step
	}
	p.feed.Add(item)
}

// tell hands a batch to the page.
func (p *proof) tell(batch ProofBatch) {
	if batch.Items == nil {
		batch.Items = []ProofItem{}
	}
	batch.ProofID, batch.RunID, batch.Service = p.row.ID, p.row.RunID, p.row.Service
	p.of.page.Emit("prove", batch)
}

// finish keeps what the proof came to. One that was stopped keeps the steps it
// came through.
func (p *proof) finish(ctx context.Context, report *prove.Report, err error) {
	p.row.DurationMS = p.of.now().UnixMilli() - p.row.StartedAt
	last := ProofBatch{Done: true}
	switch {
	case err != nil && ctx.Err() != nil:
		p.row.Verdict = string(prove.Stopped)
		if report != nil {
			report.Verdict = prove.Stopped
		}
	case err != nil:
		f := page.FaultOf(err)
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
	p.of.page.Unsaved(p.of.archive.SaveProof(p.row, text))
	p.of.mu.Lock()
	delete(p.of.running, p.row.ID)
	p.of.mu.Unlock()
	p.feed.Last(func(rest []ProofItem) {
		last.Items = rest
		p.tell(last)
	})
}
