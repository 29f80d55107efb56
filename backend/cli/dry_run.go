package cli

import (
	"context"
	"sync/atomic"

	"aipack/backend/base/event"
	"aipack/backend/detect/pipeline"
	"aipack/backend/universalbuild"
)

// analyseUnasked runs the rules where no model is at hand and says whether one would
// have been asked. What is told of the run is held back until that is known:
// most projects need no model, and for them no other program is started.
func (p *Program) analyseUnasked(ctx context.Context, run pipeline.Run) (out *pipeline.Outcome, asked bool, err error) {
	var told []event.Stamped
	var note unasked
	sink := run.Sink
	run.Adviser, run.Sink = &note, func(s event.Stamped) { told = append(told, s) }
	out, err = p.Analyse(ctx, run)
	if err == nil && note.asked.Load() {
		return nil, true, nil
	}
	for _, s := range told {
		sink(s)
	}
	return out, false, err
}

// unasked is an adviser that knows nothing and remembers that it was asked.
type unasked struct{ asked atomic.Bool }

// Answer has none.
func (n *unasked) Answer(context.Context, pipeline.Desk, pipeline.Question) (pipeline.Advice, bool) {
	n.asked.Store(true)
	return pipeline.Advice{}, false
}

// Explore finds nothing.
func (n *unasked) Explore(context.Context, pipeline.Desk, string) []universalbuild.UniversalBuild {
	n.asked.Store(true)
	return nil
}

// Spent is nothing.
func (n *unasked) Spent() pipeline.Spent { return pipeline.Spent{} }
