package proofs

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"

	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/repair"
	"aipack/backend/prove/resume"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// round is what one press of a button begins: the proof of one service, or
// those of a whole plan, which are told to the page in one stream.
type round struct {
	of     *Proofs
	rows   []store.Proof // in the order of the plan
	plan   digest.Plan
	folder string
	over   []bool // which of them have come to their end
	cancel context.CancelFunc
	feed   *page.Feed[ProofItem]

	found resume.Found    // where what was decided is kept
	asked []prove.Request // by which it is found

	mu  sync.Mutex
	seq int64
}

// execute proves and tells the page meanwhile.
func (r *round) execute(ctx context.Context, requests []prove.Request, fix bool) {
	defer r.cancel()
	r.feed.Start()
	err := page.Guarded(r.of.page, "the proof", func() error {
		chosen, err := builder.Choose(ctx, cmp.Or(r.rows[0].Builder, r.of.named()))
		if err != nil {
			return err
		}
		for i := range r.rows {
			r.rows[i].Builder = chosen.Address
		}
		var s *repair.Session
		if fix && r.of.data != "" {
			found := r.session(ctx, requests)
			defer found.Close()
			s = found.Session
		}
		hear := func(p prove.Progress) { s.Hear(p); r.hear(p) }
		once := prove.Prover{Builder: chosen, Limits: prove.Usual(), Browser: browser.Find(), Lint: r.of.lint, Now: r.of.now, Sink: hear}
		return r.prove(ctx, once, requests, fix, s)
	})
	r.feed.Stop()
	r.finish(ctx, err)
}

// prove proves what belongs together, one group after the other. Each is over,
// and can be read, before the next one begins.
func (r *round) prove(ctx context.Context, p repair.Group, requests []prove.Request, fix bool, s *repair.Session) error {
	loop := r.loop(requests[0].Dir, fix)
	loop.Session = s
	good := true
	for _, members := range prove.Groups(requests) {
		var some []prove.Request
		for _, i := range members {
			some = append(some, requests[i])
		}
		reports, err := loop.Group(ctx, p, some)
		for k, i := range members {
			var report *prove.Report // none where the session cannot be read
			if k < len(reports) {
				report = reports[k]
				good = good && report != nil && report.Verdict.Good()
			}
			r.end(ctx, i, report, err)
		}
		if err != nil {
			return err
		}
	}
	if ctx.Err() == nil {
		s.End(good)
	}
	return nil
}

// session goes on with the repair of the folder that was cut off, or begins one. One
// that cannot be saved is made all the same.
func (r *round) session(ctx context.Context, requests []prove.Request) resume.Found {
	found, err := resume.Open(ctx, r.of.data, r.folder, requests, false, r.of.now)
	r.of.page.Unsaved(err)
	r.found, r.asked = found, slices.Clone(requests)
	return found
}

// hear takes what the prover tells. It may be called from several goroutines at
// once.
func (r *round) hear(e prove.Progress) {
	item := ProofItem{Service: e.Service, Index: e.Index, Log: e.Log, Phase: e.Phase, Waiting: e.Waiting, Lacking: e.Lacking, Try: e.Try, Store: e.Store}
	if e.Step != nil {
		step := *e.Step // the prover goes on with its own
		item.Step = &step
	}
	r.add(item)
}

func (r *round) add(item ProofItem) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq++
	item.Seq = r.seq
	r.feed.Add(item)
}

// tell hands a batch to the page.
func (r *round) tell(batch ProofBatch) {
	if batch.Items == nil {
		batch.Items = []ProofItem{}
	}
	batch.ProofID, batch.RunID, batch.Folder = r.rows[0].ID, r.rows[0].RunID, r.folder
	r.of.page.Emit("prove", batch)
}

// end keeps what a service's proof came to. One that was stopped keeps the
// steps it came through, and one that was over before keeps its verdict.
func (r *round) end(ctx context.Context, i int, report *prove.Report, err error) {
	row := &r.rows[i]
	row.DurationMS = r.of.now().UnixMilli() - row.StartedAt
	r.over[i] = true
	switch {
	case err != nil && ctx.Err() != nil && (report == nil || report.Verdict == ""):
		row.Verdict = string(prove.Stopped)
		if report != nil {
			report.Verdict = prove.Stopped
		}
	case err != nil && ctx.Err() == nil && (report == nil || report.Verdict == "" || report.Verdict == prove.NotBuilt):
		row.Verdict, row.Cause = string(prove.NotBuilt), page.FaultOf(err).Message
	default:
		row.Verdict = string(report.Verdict)
		if report.Failure != nil {
			row.Cause = report.Failure.Cause
		}
	}
	text := ""
	if report != nil {
		row.Loud = slices.ContainsFunc(report.Warnings, func(w prove.Warning) bool { return w.Loud })
		if b, err := json.Marshal(report); err == nil {
			text = string(b)
		}
	}
	r.of.page.Unsaved(r.of.store.SaveProof(*row, text))
	r.learn(*row, report)
	r.add(ProofItem{Service: row.Service, End: &ProofEnd{Verdict: row.Verdict, Cause: row.Cause}})
}

// finish ends what has not come to its own end, and the round.
func (r *round) finish(ctx context.Context, err error) {
	last := ProofBatch{Done: true}
	if err != nil && ctx.Err() == nil {
		f := page.FaultOf(err)
		last.Error = &f
	}
	for i, over := range r.over {
		if !over {
			r.end(ctx, i, nil, err)
		}
	}
	r.of.mu.Lock()
	for _, row := range r.rows {
		delete(r.of.running, row.ID)
	}
	r.of.mu.Unlock()
	r.feed.Last(func(rest []ProofItem) {
		last.Items = rest
		r.tell(last)
	})
}
