package gateway

import (
	"context"
	"errors"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/llm/testresults"
)

// Try has whoever is wanted call a tool and answer in JSON, on terms, and keeps
// what was seen. It also gives who was asked; nobody could be where the model is
// "".
func (g *Models) Try(ctx context.Context, m Terms) (found llm.Capabilities, asked selector.Candidate, err error) {
	s := g.untested()
	choice := s.Choose(ctx, m.Want)
	if !choice.Ready() {
		return found, asked, choice.Unready()
	}
	asked = choice.Chosen
	begun := time.Now()
	clients, err := s.Open(choice)
	if err == nil {
		found, err = llm.Validate(ctx, m.Hold(clients[0], asked), catalogue.Window(asked.Provider, asked.Model))
	}
	if seen := err == nil || isUnsupported(err); seen {
		unkept := g.Trials().Add(testresults.Result{
			Provider: asked.Provider, Model: asked.Model, Server: asked.BaseURL,
			At: begun.UnixMilli(), DurationMS: time.Since(begun).Milliseconds(), Capabilities: found,
		})
		if unkept != nil && m.Unkept != nil {
			m.Unkept(unkept)
		}
	}
	if err != nil {
		err = llm.Fault(err)
	}
	return found, asked, err
}

func isUnsupported(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Kind == llm.UnsupportedModel
}

// Usual is the model of a provider where the user names none.
func (g *Models) Usual(provider string) string {
	if model := g.Selector().Usual(provider); model != "" {
		return model
	}
	return selector.UsualModel(provider)
}
