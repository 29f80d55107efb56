package proofs

import (
	"context"

	"aipack/backend/base/settings"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/model/advise"
	"aipack/backend/model/advise/live"
	"aipack/backend/model/advise/suggest"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/spending"
	"aipack/backend/prove/repair"
	"aipack/backend/window/session"
)

// Models are where a model is found that suggests edits.
type Models struct {
	Gateway     *gateway.Models
	Preferences func() settings.Preferences
	Books       *spending.Ledger
}

// asks is who is asked about a run's failures where no rule knows an edit: nobody
// where the settings have the rules alone decide. What is asked stands in the run's
// recording.
func (ps *Proofs) asks(runID string) func(context.Context, repair.Question) (repair.Suggestion, error) {
	m, link := ps.models, ps.page
	s := m.Preferences()
	run, err := ps.orders.registry.Run(runID)
	if err != nil || s.Mode == pipeline.Static {
		return nil
	}
	terms := gateway.Preferred(s)
	terms.Mode, terms.Recording, terms.Lost, terms.Now = recording.Record, session.Exchanges{Store: ps.store, RunID: runID}, link.Unsaved, ps.now
	terms.Books, terms.Unbooked = m.Books, link.Unsaved
	o := advise.Within(s)
	o.Now = ps.now
	return func(ctx context.Context, q repair.Question) (repair.Suggestion, error) {
		tree, err := run.OpenFolder()
		if err != nil {
			return repair.Suggestion{}, err
		}
		defer tree.Close()
		return suggest.Source{
			Registry: analysis.Registry, Tree: tree, Limits: scan.Default(),
			Adviser: func() suggest.Adviser { return live.New(m.Gateway, terms, analysis.Registry, o, nil) },
		}.Ask(ctx, q)
	}
}
