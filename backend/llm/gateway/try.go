package gateway

import (
	"context"

	"aipack/backend/llm"
	"aipack/backend/llm/catalogue"
	"aipack/backend/llm/selector"
)

// Try has whoever is wanted call a tool and answer in JSON, on terms. It also
// gives the model's name, "" where nobody can be asked.
func (g *Models) Try(ctx context.Context, m Terms) (found llm.Capabilities, model string, err error) {
	s := g.Selector()
	choice := s.Choose(ctx, m.Want)
	if !choice.Ready() {
		return found, "", choice.Unready()
	}
	model = choice.Chosen.Model
	clients, err := s.Open(choice)
	if err == nil {
		found, err = llm.Validate(ctx, m.Hold(clients[0], choice.Chosen), catalogue.Window(m.Provider, model))
	}
	if err != nil {
		err = llm.Fault(err)
	}
	return found, model, err
}

// Usual is the model of a provider where the user names none.
func (g *Models) Usual(provider string) string {
	if model := g.Selector().Usual(provider); model != "" {
		return model
	}
	return selector.UsualModel(provider)
}
