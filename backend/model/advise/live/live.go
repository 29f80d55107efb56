// Package live is the adviser of a real run: its model is chosen through the
// gateway with the first question, and what the client tells of failures
// reaches the run that asks. How questions are asked and answers judged is
// advise's.
package live

import (
	"context"
	"sync/atomic"

	"aipack/backend/base/event"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/selector"
	"aipack/backend/universalbuild"
)

// New makes a run's adviser. The model is chosen with the first question:
// most runs have none, and choosing may mean to wait for Ollama. said hears of
// the choice and may be nil.
func New(models *gateway.Models, m gateway.Terms, registry func() *language.Registry, o advise.Options, said func(selector.Choice)) *Adviser {
	h := &Adviser{}
	m.Tell = h.send
	adviser := advise.New(o)
	adviser.Open = func(ctx context.Context) (llm.Client, error) {
		client, choice, err := models.Open(ctx, m)
		if err != nil {
			return nil, err
		}
		if said != nil {
			said(choice)
		}
		if !choice.Ready() {
			return nil, choice.Unready()
		}
		h.send(event.ModelChosen{Provider: choice.Chosen.Provider, Model: choice.Chosen.Model, Cloud: choice.Chosen.Cloud, Reason: choice.Chosen.Reason})
		adviser.Registry, adviser.Window = registry(), catalogue.Window(choice.Chosen.Provider, choice.Chosen.Model)
		return client, nil
	}
	h.Adviser = adviser
	return h
}

// Adviser is one whose client's own events reach the run that asks.
type Adviser struct {
	*advise.Adviser
	tell   atomic.Pointer[func(event.Event)]
	failed atomic.Bool // the client has told that a request came to nothing
}

// send tells what the client tells.
func (h *Adviser) send(e event.Event) {
	switch e := e.(type) {
	case event.LLMFailed:
		h.failed.Store(!e.WillRetry)
	case event.ProviderSwitched:
		h.failed.Store(false)
	}
	if tell := h.tell.Load(); tell != nil {
		(*tell)(e)
	}
}

// once leaves out the adviser's own word on a failure that the client has told
// already, with the provider and the tries.
func (h *Adviser) once(tell func(event.Event)) func(event.Event) {
	return func(e event.Event) {
		if f, ok := e.(event.LLMFailed); ok && f.Provider == "" && h.failed.Swap(false) {
			return
		}
		tell(e)
	}
}

// heard is a desk at which a failed request is told once, and the client hears of
// who sits there.
func (h *Adviser) heard(d pipeline.Desk) pipeline.Desk {
	told := d.Tell
	if told == nil {
		told = func(event.Event) {}
	}
	h.tell.Store(&told)
	d.Tell = h.once(told)
	return d
}

// Answer puts one question.
func (h *Adviser) Answer(ctx context.Context, d pipeline.Desk, q pipeline.Question) (pipeline.Advice, bool) {
	return h.Adviser.Answer(ctx, h.heard(d), q)
}

// Explore looks for services.
func (h *Adviser) Explore(ctx context.Context, d pipeline.Desk, why string) []universalbuild.UniversalBuild {
	return h.Adviser.Explore(ctx, h.heard(d), why)
}

// Mend asks for edits that mend a failed proof.
func (h *Adviser) Mend(ctx context.Context, d pipeline.Desk, f advise.Failed) (advise.Remedy, bool) {
	return h.Adviser.Mend(ctx, h.heard(d), f)
}
