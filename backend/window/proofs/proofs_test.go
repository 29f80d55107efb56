package proofs

import (
	"context"
	"errors"
	"testing"

	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/store"
	"aipack/backend/window/session"
)

// TestAProofKeepsWhatItCameTo: whatever its end, the verdict is kept, and a
// report that there is.
func TestAProofKeepsWhatItCameTo(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	report := func(v prove.Verdict) *prove.Report {
		return &prove.Report{Service: ".", Verdict: v, Steps: []prove.Step{{Name: "RUN npm ci", State: "done"}}}
	}
	for name, one := range map[string]struct {
		ctx     context.Context
		report  *prove.Report
		err     error
		verdict string // kept
		told    string // in the kept report; "" for none
		fault   bool
	}{
		"proven":                     {t.Context(), report(prove.Proven), nil, "proven", "proven", false},
		"incomplete":                 {t.Context(), report(prove.Incomplete), nil, "incomplete", "incomplete", false},
		"stopped, with its steps":    {stopped, report(""), context.Canceled, "stopped", "stopped", false},
		"stopped before a step":      {stopped, nil, context.Canceled, "stopped", "", false},
		"stopped as it was over":     {stopped, report(prove.Ran), nil, "ran", "ran", false},
		"nobody could build":         {t.Context(), nil, errors.New("no builder"), "not_built", "", true},
		"the builder went away then": {t.Context(), report(prove.NotBuilt), errors.New("gone"), "not_built", "not_built", true},
	} {
		var last ProofBatch
		a.Page.Frame.Emit = func(_ string, payload any) { last = payload.(ProofBatch) }
		id := session.NewID()
		p := a.Proofs.begun([]store.Proof{{ID: id, RunID: run, Service: ".", Verdict: "running"}}, digest.Plan{}, "", func() {})
		p.end(one.ctx, 0, one.report, one.err)
		p.finish(one.ctx, one.err)
		if !last.Done || len(last.Items) != 1 || last.Items[0].End.Verdict != one.verdict || (last.Error != nil) != one.fault {
			t.Errorf("%s: the page hears %+v", name, last)
		}
		text, err := a.Proofs.Report(id)
		if err != nil || (text == "") != (one.told == "") {
			t.Errorf("%s: %q, %v", name, text, err)
			continue
		}
		if one.told == "" {
			continue
		}
		if kept, err := prove.ParseReport(text); err != nil || string(kept.Verdict) != one.told || len(kept.Steps) != 1 {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
	a.Page.Frame.Emit = page.emit
}

// TestWhatIsWaitedForReachesThePage in the order it was told.
func TestWhatIsWaitedForReachesThePage(t *testing.T) {
	a, _ := atBench(t, t.TempDir())
	p := a.Proofs.begun([]store.Proof{{ID: "p", Service: "."}}, digest.Plan{}, "", func() {})
	p.hear(prove.Progress{Phase: "start"})
	p.hear(prove.Progress{Phase: "again", Waiting: "asked again in 4 s"})
	var items []ProofItem
	p.feed.Last(func(rest []ProofItem) { items = rest })
	if len(items) != 2 || items[1].Phase != "again" || items[1].Waiting != "asked again in 4 s" || items[1].Seq != 2 {
		t.Errorf("%+v", items)
	}
}
